import { readdirSync, readFileSync } from 'node:fs'
import { htmlPage, type Page, textSources } from './html-page.ts'
import { markdownPage } from './markdown.ts'

const root = new URL('../../', import.meta.url)

/** The pages of the documentation, by their path in the package, for example docs/rest.md. */
export const guides: readonly string[] = ['README.md', 'SECURITY.md', ...pagesIn('docs'), ...pagesIn('docs/adr')]

/** The images on these pages, and what else they link to. */
export const guideFiles: readonly string[] = [
  'docs/catalogue.json',
  'docs/desk.png',
  'docs/performance.svg',
  'schema.graphql',
]

/** The path of the script that draws diagrams, and of the one that starts it. */
export const diagramScripts = { library: '/docs/mermaid.js', start: '/docs/diagrams.js' }

const served = new Set([...guides, ...guideFiles, 'openapi.json'])
const rendered = new Map<string, Page>()

/** A guide as Markdown, for programs. As plain text, because some browsers only save text/markdown. */
export function guideText(file: string): Page {
  return { body: read(file), headers: { 'content-type': 'text/plain; charset=utf-8', vary: 'Accept' } }
}

/** A guide for people. */
export function guidePage(file: string): Page {
  const known = rendered.get(file)
  if (known) return known
  const { title, html, hasDiagrams } = markdownPage(read(file), file, served)
  const scripts = hasDiagrams
    ? `<script src="${diagramScripts.library}"></script>\n<script src="${diagramScripts.start}"></script>\n`
    : ''
  const page = htmlPage({
    title: `${title} · Casegate`,
    body: `<main class="guide">
<nav aria-label="Documentation"><a href="/#documentation">Casegate documentation</a></nav>
${html}</main>
${scripts}`,
    sources: {
      ...textSources,
      'img-src': "'self' data:",
      // Diagrams have styles in their elements.
      ...(hasDiagrams && { 'script-src': "'self'", 'style-src': "'self' 'unsafe-inline'" }),
    },
    headers: { vary: 'Accept' },
  })
  rendered.set(file, page)
  return page
}

/** The list of all guides, as HTML. Its headings are below one of the second level. */
export function guideList(): string {
  const list = read('docs/README.md')
    .replace(/^# .*\n/, '')
    .replaceAll(/^## /gm, '### ')
  return markdownPage(list, 'docs/README.md', served).html
}

function pagesIn(folder: string): string[] {
  return readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
}

function read(file: string): string {
  return readFileSync(new URL(file, root), 'utf8')
}
