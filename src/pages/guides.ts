import { readdirSync, readFileSync } from 'node:fs'
import { escapeHtml, htmlPage, type Page, textSources } from './html-page.ts'
import { type MarkdownPage, markdownPage, type GuideSection } from './markdown.ts'

const root = new URL('../../', import.meta.url)

/** The page that lists the guides, and those that are read first. */
export const guideIndex = 'docs/README.md'

/** The pages of the documentation, by their path in the package, for example docs/rest.md. */
export const guides: readonly string[] = ['README.md', 'SECURITY.md', ...pagesIn('docs'), ...pagesIn('docs/adr')]

/** The images on these pages, and what else they link to. */
export const guideFiles: readonly string[] = [
  'docs/catalogue.json',
  'docs/change-statements.svg',
  'docs/concepts.svg',
  'docs/desk.png',
  'docs/performance.svg',
  'docs/request-path.svg',
  'schema.graphql',
]

/** The paths of the script that searches, and of what it loads. */
export const guideScripts = {
  searchLibrary: '/docs/minisearch.js',
  search: '/docs/search.js',
}
export const searchSections = '/docs/sections.json'

const served = new Set([...guides, ...guideFiles, 'openapi.json'])
const parsed = new Map<string, MarkdownPage>()
const rendered = new Map<string, Page>()

/** A guide as Markdown, for programs. As plain text, because some browsers only save text/markdown. */
export function guideText(file: string): Page {
  return { body: read(file), headers: { 'content-type': 'text/plain; charset=utf-8', vary: 'Accept' } }
}

/** A guide with the list of all guides, a search in them, and a table of its contents. */
export function guidePage(file: string): Page {
  const known = rendered.get(file)
  if (known) return known
  const { title, html, sections } = parse(file)
  const page = htmlPage({
    title: `${escapeHtml(title)} · Casegate`,
    body: `<div class="guides">
<header>
<p><a href="/">Casegate</a></p>
<search id="search" data-sections="${searchSections}" hidden>
<label for="words">Search the guides</label>
<input id="words" type="search" autocomplete="off" spellcheck="false" aria-controls="found">
<div id="found"><p role="status"></p><ol></ol></div>
</search>
<details class="all">
<summary>All guides</summary>
<nav aria-label="Guides">
${guideList(file)}</nav>
</details>
</header>
<main class="guide">
${html}</main>
${contents(sections)}</div>
<script type="module" src="${guideScripts.search}"></script>
`,
    sources: { ...textSources, 'img-src': "'self' data:", 'script-src': "'self'", 'connect-src': "'self'" },
    headers: { vary: 'Accept' },
  })
  rendered.set(file, page)
  return page
}

/** The headings of a guide as links. Empty if it has few. */
function contents(sections: readonly GuideSection[]): string {
  const listed = sections.filter(({ level }) => level === 2 || level === 3)
  if (listed.length < 3) return ''
  const items = listed.map(
    ({ level, id, title }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(title)}</a></li>\n`,
  )
  return `<details class="contents">
<summary>On this page</summary>
<nav aria-label="On this page">
<ul>
${items.join('')}</ul>
</nav>
</details>
`
}

/** The links of the list of all guides, in which the current one is marked. */
function guideList(current: string): string {
  return parse(guideIndex)
    .html.replace(/^.*?(?=<h2)/s, '')
    .replaceAll(/<(\/?)h2[^>]*>/g, '<$1h3>')
    .replaceAll(/<li>(.*?)<\/li>/gs, (item) =>
      (item.match(/<a .*?<\/a>/gs) ?? []).map((link) => `<li>${link}</li>`).join(''),
    )
    .replace(`<a href="/${current}">`, (link) => link.replace('>', ' aria-current="page">'))
}

/** What the search looks at: the sections of all guides except the decision records and the changelog. */
export function sectionsDocument(): Page {
  const searched = guides.filter((file) => !/^docs\/(adr\/|README|changelog)/.test(file))
  const sections = searched.flatMap((file) => {
    const { title: guide, sections } = parse(file)
    return sections.map(({ id, title, text }) => ({ id: `/${file}#${id}`, guide, title, text }))
  })
  return { body: JSON.stringify(sections), headers: { 'content-type': 'application/json' } }
}

function parse(file: string): MarkdownPage {
  let page = parsed.get(file)
  if (!page) parsed.set(file, (page = markdownPage(read(file), file, served)))
  return page
}

function pagesIn(folder: string): string[] {
  return readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
}

function read(file: string): string {
  return readFileSync(new URL(file, root), 'utf8')
}
