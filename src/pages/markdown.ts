import { posix } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { gfmHeadingId } from 'marked-gfm-heading-id'
import { escapeHtml } from './html-page.ts'

/** A heading with the text up to the next one. */
export interface GuideSection {
  level: number
  /** The fragment of its URL. */
  id: string
  title: string
  text: string
}

export interface MarkdownPage {
  /** The text of the first heading; empty if there is none. */
  title: string
  html: string
  sections: GuideSection[]
}

/**
 * Renders GitHub Flavored Markdown. `file` is its path, to which links are relative. A link to a file that is not in
 * `served` is rendered as text.
 */
export function markdownPage(markdown: string, file: string, served: ReadonlySet<string>): MarkdownPage {
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
      code({ text }: Tokens.Code) {
        return `<pre tabindex="0"><code>${escapeHtml(text)}\n</code></pre>\n`
      },
      // A narrow screen shows each row as a block, with the names of the columns beside the values.
      table({ header, rows }: Tokens.Table) {
        const contents = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens)
        const names = header.map((cell) => textOf(contents(cell)))
        const columns = header.map((cell) => `<th scope="col">${contents(cell)}</th>`)
        const body = rows.map((row) => {
          const cells = row.map(
            (cell, column) => `<td data-column="${escapeHtml(names[column]!)}">${contents(cell)}</td>`,
          )
          return `<tr>${cells.join('')}</tr>\n`
        })
        return `<div class="table" role="group" aria-label="Table" tabindex="0"><table>
<thead><tr>${columns.join('')}</tr></thead>
<tbody>${body.join('')}</tbody>
</table></div>\n`
      },
    },
  })
  const html = marked.parse(markdown, { async: false })
  const [, title = ''] = /^# (.+)$/m.exec(markdown) ?? []
  return { title, html, sections: sectionsOf(html) }
}

function sectionsOf(html: string): GuideSection[] {
  return html.split(/(?=<h[1-6] id=")/).flatMap((part) => {
    const [heading, level, id = '', title = ''] = /^<h([1-6]) id="([^"]*)">(.*?)<\/h\1>/s.exec(part) ?? []
    if (heading === undefined) return []
    return { level: Number(level), id, title: textOf(title), text: textOf(part.slice(heading.length)) }
  })
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** The text of HTML that was rendered here. */
function textOf(html: string): string {
  return html
    .replaceAll(/<\/?(?:a|code|del|em|strong)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:#(\d+)|(\w+));/g, (all, code: string | undefined, name: string) =>
      code ? String.fromCodePoint(Number(code)) : (characters[name] ?? all),
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
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
