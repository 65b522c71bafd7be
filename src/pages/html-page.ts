import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export interface Page {
  body: string
  headers: Record<string, string>
}

interface HtmlPage {
  title: string
  /** Elements for the head, as HTML. By default, the styles of pages that are mostly text. */
  head?: string
  /** The content of the body, as HTML. */
  body: string
  /** What the policy of the page allows. By default, its styles. */
  sources?: Record<string, string>
  headers?: Record<string, string>
}

/** An HTML document that adapts to narrow screens and to the colour scheme of the system. */
export function htmlPage({ title, head = textHead, body, sources = textSources, headers = {} }: HtmlPage): Page {
  return {
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
${head}
</head>
<body>
${body}
</body>
</html>
`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(sources),
      ...headers,
    },
  }
}

/** Escapes a text for the content of an element or for an attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A policy that allows nothing but these sources. */
export function contentSecurityPolicy(sources: Record<string, string>): string {
  const directives = { 'default-src': "'none'", ...sources, ...closed }
  return Object.entries(directives)
    .map((directive) => directive.join(' '))
    .join('; ')
}

const closed = { 'base-uri': "'none'", 'form-action': "'none'", 'frame-ancestors': "'none'" }

/** The source of an inline script or style. */
export function hashSource(content: string): string {
  return `'sha256-${hash('sha256', content, 'base64')}'`
}

/** A file in the folder assets. */
export function assetUrl(file: string): URL {
  return new URL(`../../assets/${file}`, import.meta.url)
}

export function asset(file: string): string {
  return readFileSync(assetUrl(file), 'utf8')
}

const pageStyles = asset('pages.css')
const textHead = `<style>${pageStyles}</style>`
/** What pages that are mostly text need. */
export const textSources = { 'style-src': hashSource(pageStyles), 'img-src': 'data:' }
