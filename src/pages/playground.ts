import { asset, hashSource, htmlPage, type Page } from './html-page.ts'
import renderer from '@graphql-yoga/render-graphiql/package.json' with { type: 'json' }

/** A tab of the playground: an operation for the demonstration data. */
interface PlaygroundTab {
  login: 'operator' | 'consumer'
  query: string
  variables: object
}

/** Each document starts with a comment. Its lines fit the width of the playground's editor. */
const documents = asset('playground-tabs.graphql').split(/(?<=\n)\n(?=# )/)
const settings = JSON.parse(asset('playground-tabs.json')) as Record<string, Omit<PlaygroundTab, 'query'>>

/** The tabs that the playground opens with, by the name of their operation. */
export const playgroundTabs: ReadonlyMap<string, PlaygroundTab> = new Map(
  Object.entries(settings).map(([name, setting]) => {
    const query = documents.find((document) => document.includes(` ${name}(`) || document.includes(` ${name} {`)) ?? ''
    return [name, { ...setting, query }]
  }),
)

export interface PublicSession {
  touchpoint: string
  token: string
}

export type PublicSessions = { [Name in 'operator' | 'consumer']?: PublicSession | undefined }

const cssUrl = `/graphql/playground-${renderer.version}.css`
const jsUrl = `/graphql/playground-${renderer.version}.js`

/** The files that the playground loads, by URL. Their names change with the version of GraphiQL. */
export const playgroundAssets: Record<string, () => Promise<Page>> = {
  [cssUrl]: async () => file((await loadAssets()).css, 'text/css'),
  [jsUrl]: async () => file((await loadAssets()).js, 'text/javascript'),
}

let assets: Promise<{ css: string; js: string }> | undefined

/** Nine megabytes, loaded when the playground is first opened. The package renders them into one page. */
function loadAssets() {
  return (assets ??= import('@graphql-yoga/render-graphiql').then(({ renderGraphiQL }) => {
    const html = renderGraphiQL()
    const script = html.slice(html.indexOf('<script>') + '<script>'.length, html.lastIndexOf('</script>'))
    return {
      css: html.slice(html.indexOf('<style>') + '<style>'.length, html.indexOf('</style>')),
      js: script.slice(0, script.lastIndexOf('YogaGraphiQL.renderYogaGraphiQL(')),
    }
  }))
}

function file(body: string, type: string): Page {
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'public, max-age=31536000, immutable',
  }
  return { body, headers }
}

/** The playground: a page that loads nothing from other servers. With sessions filled in, its tabs work at once. */
export function playground(sessions: PublicSessions): Page {
  const start = startScript(sessions)
  return htmlPage({
    title: 'Casegate playground',
    head: `<link rel="stylesheet" href="${cssUrl}">
<style>${asset('playground.css')}</style>`,
    body: `<noscript>The playground requires JavaScript.</noscript>
<div id="root"></div>
<script src="${jsUrl}"></script>
<script>${start}</script>`,
    // Only its own scripts run. Its editor needs inline styles and workers from blobs.
    sources: {
      'script-src': `'self' ${hashSource(start)}`,
      'style-src': "'self' 'unsafe-inline'",
      'img-src': 'data:',
      'font-src': 'data:',
      'worker-src': 'blob:',
      'connect-src': "'self'",
    },
    headers: { vary: 'Accept' },
  })
}

function startScript(sessions: PublicSessions): string {
  const headersOf = ({ touchpoint, token } = { touchpoint: '', token: '' }) =>
    JSON.stringify({ 'Service-Touchpoint': touchpoint, 'Service-Token': token }, null, 2)
  const tabs = Array.from(playgroundTabs.values(), ({ login, query, variables }) => ({
    query,
    variables: JSON.stringify(variables, null, 2),
    headers: headersOf(sessions[login]),
  }))
  const options = {
    title: 'Casegate',
    defaultTabs: tabs,
    defaultHeaders: headersOf(sessions.operator),
    // Without sessions, show the editor in which users enter the headers.
    defaultEditorToolsVisibility: sessions.operator ? 'variables' : 'headers',
    shouldPersistHeaders: true,
  }
  // GraphiQL ignores the variables and headers of the first default tab, but not those of restored tabs.
  const first = { initialVariables: tabs[0]?.variables, initialHeaders: tabs[0]?.headers }
  return `const options = ${literal(options)}, first = ${literal(first)}\n${asset('playground.js')}`
}

function literal(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** What a browser gets on /graphql if the playground is off. */
export const disabledPlayground = htmlPage({
  title: 'Casegate GraphQL',
  body: `<main>
<h1>GraphQL API</h1>
<p>Programs send <code>POST</code> requests with a JSON body to this address.</p>
<h2>The playground is off</h2>
<p>The playground is a page on which you can write and run GraphQL operations. It is off by default on PostgreSQL. To turn
it on, set <code>GRAPHIQL=on</code> and restart the server:</p>
<pre tabindex="0"><code>GRAPHIQL=on npm start</code></pre>
<p><a href="/">All addresses of this server</a></p>
</main>`,
  headers: { vary: 'Accept' },
})
