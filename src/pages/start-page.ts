import { contentSecurityPolicy, hashSource } from './content-security-policy.ts'
import { escapeHtml, htmlPage, type Page } from './html-page.ts'
import type { PublicSession, PublicSessions } from './playground.ts'

const paths = {
  graphql: '/graphql',
  rest: '/api/v4',
  openapi: '/api/v4/openapi.json',
  documentation: '/api/v4/docs',
  live: '/livez',
  ready: '/readyz',
}

const vary = 'Accept'

/** The paths of the service, for programs. */
export function startDocument(hasPlayground: boolean): Page {
  const { live, ready, documentation, graphql, ...others } = paths
  const forPeople = hasPlayground ? { documentation, playground: graphql } : {}
  const document = { graphql, ...others, ...forPeople, health: { live, ready } }
  return { body: JSON.stringify(document), headers: { 'content-type': 'application/json', vary } }
}

/** The paths of the service, for people. Shows the public sessions if there is a playground. */
export function startPage(sessions: PublicSessions | undefined): Page {
  const body = `<main>
<h1>Casegate</h1>
<p>Casegate manages support and claim cases. Use it to update a case, assign it to an operator or a group, and list case
types and categories. GraphQL and REST follow the same rules and return the same error codes.</p>
${sessions ? playgroundSection : ''}<h2>GraphQL</h2>
<p>Send a <code>POST</code> request with a JSON body to <code>${paths.graphql}</code>.</p>
<h2>REST</h2>
<p>${sessions ? documentationLink : ''}<a href="${paths.openapi}">openapi.json</a> is the OpenAPI description of every
request and response.</p>
<ul>
<li>Update a case: <code>PUT ${paths.rest}/cases/{caseInstanceId}</code></li>
<li>Assign a case: <code>PUT ${paths.rest}/cases/{caseInstanceId}/assignment</code></li>
<li>List case types and categories: <code>GET ${paths.rest}/cases/typecategory</code></li>
</ul>
<h2>Credentials</h2>
<p>Send two headers with every request: <code>Service-Touchpoint</code>, the code of the calling touchpoint, and
<code>Service-Token</code>, the session token.</p>
${sessions ? sessionsSection(sessions) : ''}<h2>Health</h2>
<p><a href="${paths.live}">${paths.live}</a> and <a href="${paths.ready}">${paths.ready}</a> return 200 while the
service can reach its database, and 503 otherwise. They need no credentials.</p>
</main>`
  return htmlPage({
    title: 'Casegate',
    head: `<style>${styles}</style>`,
    body,
    contentSecurityPolicy: policy,
    headers: { vary },
  })
}

const documentationLink = `<a href="${paths.documentation}">The API reference</a> documents each request and lets you try it.\n`

const playgroundSection = `<p><a class="first" href="${paths.graphql}">Open the playground</a></p>
<p>The playground has a tab for each of the three operations and documents every type and field.</p>
`

function sessionsSection({ operator, consumer }: PublicSessions): string {
  const rows = [row('Operator', operator), row('Consumer', consumer)].join('')
  if (rows === '') return ''
  return `<p>The demonstration data includes public sessions, because only this machine can reach the server:</p>
<table>
<thead><tr><th scope="col">Login</th><th scope="col">Service-Touchpoint</th><th scope="col">Service-Token</th></tr></thead>
<tbody>${rows}</tbody>
</table>
`
}

function row(login: string, session: PublicSession | undefined): string {
  if (!session) return ''
  const { touchpoint, token } = session
  return `<tr><th scope="row">${login}</th><td><code>${escapeHtml(touchpoint)}</code></td><td><code>${escapeHtml(token)}</code></td></tr>`
}

const styles = `
:root { color-scheme: light dark; --ink: #1c2333; --paper: #fbfbfd; --soft: #eceff5; --line: #c9d0dd; --link: #0b57b0 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e8f0; --paper: #141821; --soft: #222835; --line: #3b4457; --link: #8fc0ff }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif }
main { max-width: 42rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; overflow-wrap: break-word }
h1 { margin: 0 0 .5rem; font-size: 2.25rem; line-height: 1.2; letter-spacing: -.02em }
h2 { margin: 2.25rem 0 .25rem; font-size: 1.25rem }
p, ul { margin: .5rem 0 }
ul { padding-left: 1.25rem }
a { color: var(--link); text-underline-offset: .15em }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 3px }
.first { display: inline-block; margin-top: .75rem; padding: .5rem 1rem; border-radius: .5rem; font-weight: 600;
  background: var(--link); color: var(--paper); text-decoration: none }
.first:hover { text-decoration: underline }
code { padding: .1em .3em; border-radius: .25rem; background: var(--soft); font: .9em ui-monospace, monospace }
table { width: 100%; margin-top: .75rem; border-collapse: collapse; font-size: .9375rem }
th, td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
td { overflow-wrap: anywhere }
tbody th { font-weight: 400 }
`

const policy = contentSecurityPolicy({ 'style-src': hashSource(styles), 'img-src': 'data:' })
