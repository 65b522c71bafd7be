import { posix } from 'node:path'
import { Marked, Renderer, type Tokens } from 'marked'
import { gfmHeadingId } from 'marked-gfm-heading-id'
import { escapeHtml, htmlPage, type Page, textSources } from './html-page.ts'
import { readdirSync, readFileSync } from 'node:fs'

interface MarkdownPage {
  /** The text of the first heading; empty if there is none. */
  title: string
  html: string
  hasDiagrams: boolean
}

/**
 * Renders GitHub Flavored Markdown. `file` is its path, to which links are relative. A link to a file that is not in
 * `served` is rendered as text.
 */
function markdownPage(markdown: string, file: string, served: ReadonlySet<string>): MarkdownPage {
  let hasDiagrams = false
  const marked = new Marked(gfmHeadingId(), {
    renderer: {
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens)
        const target = targetOf(href, file, served)
        return target === undefined ? text : `<a href="${escapeHtml(target)}">${text}</a>`
      },
      image({ href, text }: Tokens.Image) {
        return `<img src="${escapeHtml(targetOf(href, file, served) ?? '')}" alt="${escapeHtml(text)}">`
      },
      code({ lang, text }: Tokens.Code) {
        if (lang === 'mermaid') {
          hasDiagrams = true
          return `<pre class="mermaid">${escapeHtml(text)}</pre>\n`
        }
        return `<pre tabindex="0"><code>${escapeHtml(text)}\n</code></pre>\n`
      },
      table(token: Tokens.Table) {
        const table = Renderer.prototype.table.call(this, token)
        return `<div class="table" role="group" aria-label="Table" tabindex="0">${table}</div>\n`
      },
      tablecell({ header, tokens }: Tokens.TableCell) {
        const text = this.parser.parseInline(tokens)
        return header ? `<th scope="col">${text}</th>` : `<td>${text}</td>`
      },
    },
  })
  const html = marked.parse(markdown, { async: false })
  const [, title = ''] = /^# (.+)$/m.exec(markdown) ?? []
  return { title, html, hasDiagrams }
}

/** The URL of a link on this server, or of another site. Undefined if the target is a file that is not served. */
function targetOf(href: string, file: string, served: ReadonlySet<string>): string | undefined {
  if (/^(?:[a-z]+:|#|\/)/i.test(href)) return href
  const [path = '', fragment] = href.split('#')
  const target = posix.join(posix.dirname(file), path)
  if (!served.has(target)) return undefined
  const url = target === 'openapi.json' ? '/api/v4/openapi.json' : `/${target}`
  return fragment === undefined ? url : `${url}#${fragment}`
}

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
