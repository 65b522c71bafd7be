import { hash } from 'node:crypto'
import type { Answer } from '../http/send.ts'
import { staticAnswer } from '../http/static.ts'
import { examples } from './playground-tabs.ts'

/** A session that the playground may have filled in. */
export interface PublicSession {
  touchpoint: string
  token: string
}

export interface PublicSessions {
  operator?: PublicSession
  consumer?: PublicSession
}

export interface Playground {
  page(): Promise<Answer>
  /** What the page loads, by its path; undefined where it has nothing of this name. */
  asset(path: string): Promise<Answer | undefined>
}

/** The playground: a page that loads nothing from elsewhere. With public sessions, its tabs work at once. */
export function createPlayground(sessions: PublicSessions = {}): Playground {
  let parts: Promise<Parts> | undefined
  const load = () => (parts ??= loadParts(sessions))
  return {
    page: async () => (await load()).page,
    // The names are known once nine megabytes are loaded, which is not done for any path that somebody tries.
    asset: async (path) => (assetPath.test(path) ? (await load()).assets.get(path) : undefined),
  }
}

const assetPath = /^\/graphql\/playground-[\w-]{16}\.(?:js|css)$/

interface Parts {
  page: Answer
  assets: ReadonlyMap<string, Answer>
}

async function loadParts(sessions: PublicSessions): Promise<Parts> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  // The package gives one page with everything in it. Its two large parts are the same for years, and cached.
  const html = renderGraphiQL()
  const styles = html.slice(html.indexOf('<style>') + '<style>'.length, html.indexOf('</style>'))
  const all = html.slice(html.indexOf('<script>') + '<script>'.length, html.lastIndexOf('</script>'))
  const script = all.slice(0, all.lastIndexOf('YogaGraphiQL.renderYogaGraphiQL('))
  const [css, js] = [asset(styles, 'css', 'text/css'), asset(script, 'js', 'text/javascript')]
  return { page: page(css[0], js[0], sessions), assets: new Map([css, js]) }
}

function asset(content: string, extension: string, type: string): [path: string, answer: Answer] {
  const name = `/graphql/playground-${hash('sha256', content, 'base64url').slice(0, 16)}.${extension}`
  const headers = { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=31536000, immutable' }
  return [name, staticAnswer(content, headers)]
}

function page(css: string, js: string, sessions: PublicSessions): Answer {
  const start = startScript(sessions)
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Casegate playground</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${css}">
<style>${ownStyles}</style>
</head>
<body>
<noscript>The playground needs JavaScript.</noscript>
<div id="root"></div>
<script src="${js}"></script>
<script>${start}</script>
</body>
</html>
`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy(start),
    vary: 'Accept, Accept-Encoding',
  }
  return staticAnswer(html, headers)
}

/**
 * A tab that gets the focus moves away under the pointer, to where it stood before its title was known, so that the
 * first click on it would be lost. The package's panes stand side by side on any screen.
 */
const ownStyles = `
body { margin: 0 }
#root { height: 100dvh }
.graphiql-container .graphiql-tab { transform: none !important }
@media (max-width: 700px) {
  .graphiql-main, .graphiql-session-header + div { flex-direction: column !important }
  .graphiql-horizontal-drag-bar, .graphiql-logo { display: none }
  .graphiql-container .graphiql-sidebar { width: 48px; padding-inline: 2px }
}
`

function startScript(sessions: PublicSessions): string {
  const headersOf = ({ touchpoint, token } = { touchpoint: '', token: '' }) =>
    JSON.stringify({ 'Service-Touchpoint': touchpoint, 'Service-Token': token }, null, 2)
  const tabs = examples.map(({ login, query, variables }) => ({
    query,
    variables: JSON.stringify(variables, null, 2),
    headers: headersOf(sessions[login]),
  }))
  const options = {
    title: 'Casegate',
    defaultTabs: tabs,
    defaultHeaders: headersOf(sessions.operator),
    // Whoever has nothing filled in has to see where.
    defaultEditorToolsVisibility: sessions.operator ? 'variables' : 'headers',
    shouldPersistHeaders: true,
  }
  // Of the tabs that it opens with, GraphiQL takes the first one's query alone; of those that it kept, all.
  const first = { initialVariables: tabs[0]?.variables, initialHeaders: tabs[0]?.headers }
  return `YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), {
  ...${literal(options)},
  ...(sessionStorage.getItem('graphiql:tabState') ? {} : ${literal(first)}),
  // What is typed stays as long as the browser's own tab is open, and nobody finds a token there later.
  storage: sessionStorage,
  // Without this, each document would be written into the address, and from there into logs.
  onEditQuery() {},
})`
}

function literal(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** Its scripts run, and no other. Its editor writes styles as it goes, and works in blobs. */
function policy(start: string): string {
  const directives = {
    'default-src': "'none'",
    'script-src': `'self' 'sha256-${hash('sha256', start, 'base64')}'`,
    'style-src': "'self' 'unsafe-inline'",
    'img-src': 'data:',
    'font-src': 'data:',
    'worker-src': 'blob:',
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  }
  return Object.entries(directives)
    .map((directive) => directive.join(' '))
    .join('; ')
}
