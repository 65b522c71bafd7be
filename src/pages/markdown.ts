import { posix } from 'node:path'
import { Marked, Renderer, type Tokens } from 'marked'
import { gfmHeadingId } from 'marked-gfm-heading-id'
import { escapeHtml } from './html-page.ts'

export interface MarkdownPage {
  /** The text of the first heading; empty if there is none. */
  title: string
  html: string
  hasDiagrams: boolean
}

/**
 * Renders GitHub Flavored Markdown. `file` is its path, to which links are relative. A link to a file that is not in
 * `served` is rendered as text.
 */
export function markdownPage(markdown: string, file: string, served: ReadonlySet<string>): MarkdownPage {
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
