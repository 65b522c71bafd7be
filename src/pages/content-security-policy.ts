import { hash } from 'node:crypto'

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
