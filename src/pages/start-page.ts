import { guideIndex } from './guides.ts'
import { escapeHtml, htmlPage, type Page } from './html-page.ts'
import type { PublicSession, PublicSessions } from './playground.ts'

const paths = {
  desk: '/desk',
  graphql: '/graphql',
  rest: '/api/v4',
  openapi: '/api/v4/openapi.json',
  documentation: '/api/v4/docs',
  live: '/livez',
  ready: '/readyz',
}

const vary = 'Accept'

/** The paths of the service, for programs. */
export function startDocument(hasDesk: boolean, hasPlayground: boolean): Page {
  const { desk, live, ready, documentation, graphql, ...others } = paths
  const forPeople = hasPlayground ? { documentation, playground: graphql } : {}
  const document = { ...(hasDesk && { desk }), graphql, ...others, ...forPeople, health: { live, ready } }
  return { body: JSON.stringify(document), headers: { 'content-type': 'application/json', vary } }
}

/**
 * The paths of the service, for people, with a request to copy. Shows the public sessions if there is a playground.
 * `origin` is the address that the page was requested from, such as http://127.0.0.1:4000.
 */
export function startPage(hasDesk: boolean, sessions: PublicSessions | undefined, origin: string): Page {
  const body = `<main class="start">
<h1>Casegate</h1>
<p>Casegate manages support and claim cases. Use it to update a case, assign it to an operator or a group, and list type
categories. GraphQL and REST follow the same rules. The problems of an operation have the same codes. Other errors are written in each API's
own way: <code>preconditionFailed</code> in REST is <code>PRECONDITION_FAILED</code> in GraphQL.</p>
<ul class="places">
${hasDesk ? placeItem(paths.desk, 'Open the desk', 'Where operators and customers work on cases.') : ''}${sessions ? tools : ''}</ul>
<h2 id="documentation">Documentation</h2>
<ul class="places">
${firstGuides.map((guide) => placeItem(...guide)).join('')}</ul>
<p><a href="/${guideIndex}">All guides</a>, with a search</p>
${requestToCopy(sessions?.operator, origin)}<h2>Addresses</h2>
<ul>
<li>GraphQL: <code>POST ${paths.graphql}</code> with a JSON body</li>
<li>REST: <code>${paths.rest}</code>, described by <a href="${paths.openapi}">openapi.json</a></li>
<li><a href="${paths.live}">${paths.live}</a> returns 200 while the process runs. <a href="${paths.ready}">${paths.ready}</a>
returns 200 while the service can read and write its database, and 503 otherwise.</li>
</ul>
${sessions ? '' : disabled}<h2>Credentials</h2>
<p>Send two headers with every request: <code>Service-Touchpoint</code>, the code of the calling touchpoint, and
<code>Service-Token</code>, the session token.</p>
${sessions ? sessionsSection(sessions) : ''}</main>`
  return htmlPage({ title: 'Casegate', body, headers: { vary } })
}

type Place = readonly [path: string, name: string, description: string]

function placeItem(...[path, name, description]: Place): string {
  return `<li><a href="${path}">${name}</a><p>${description}</p></li>\n`
}

const tools = [
  placeItem(paths.graphql, 'Open the playground', 'A case, and a tab for each operation of GraphQL.'),
  placeItem(paths.documentation, 'API reference', 'Every request of REST, to read and to try.'),
].join('')

const firstGuides: readonly Place[] = [
  ['/docs/concepts.md', 'Concepts', 'Touchpoints, parties, case types and the other terms.'],
  ['/docs/life-of-a-case.md', 'The life of a case', 'A tour of both APIs.'],
  ['/docs/rest.md', 'REST API', 'Paths, bodies and answers.'],
  ['/docs/graphql.md', 'GraphQL API', 'Documents, pages and costs.'],
  ['/docs/install.md', 'Installation', 'From the package to a service.'],
]

const disabled = `<p>To try operations and requests in the browser, set <code>GRAPHIQL=on</code> and restart the server.</p>
`

/** An update of a case of the demonstration data, or with placeholders. A click selects all of it. */
function requestToCopy(session: PublicSession | undefined, origin: string): string {
  const { touchpoint, token } = session ?? { touchpoint: 'YOUR_TOUCHPOINT', token: 'YOUR_TOKEN' }
  const id = session ? '1001' : 'YOUR_CASE_ID'
  const codes = session
    ? { categoryCode: 'BILLING', typeCode: 'REFUND' }
    : { categoryCode: 'YOUR_CATEGORY_CODE', typeCode: 'YOUR_TYPE_CODE' }
  const command = `curl -X PUT '${origin}${paths.rest}/cases/${id}' \\
  -H 'Content-Type: application/json' \\
  -H 'Service-Touchpoint: ${touchpoint}' \\
  -H 'Service-Token: ${token}' \\
  -d '${JSON.stringify({ ...codes, comments: ['Looking into it.'] })}'`
  const replace = session
    ? ''
    : ` Replace each <code>YOUR_…</code>. <code>casegate session create</code>
creates a token.`
  return `<h2>Try it</h2>
<p>This command adds a comment to a case.${replace}</p>
<pre tabindex="0"><code>${escapeHtml(command)}</code></pre>
`
}

function sessionsSection({ operator, consumer }: PublicSessions): string {
  const rows = Object.entries({ Operator: operator, Consumer: consumer }).flatMap(([login, session]) => {
    if (!session) return []
    const cells = [session.touchpoint, session.token].map((text) => `<td><code>${escapeHtml(text)}</code></td>`)
    return `<tr><th scope="row">${login}</th>${cells.join('')}</tr>`
  })
  if (rows.length === 0) return ''
  return `<p>The demonstration data includes public sessions, because only this machine can reach the server:</p>
<table>
<thead><tr><th scope="col">Login</th><th scope="col">Service-Touchpoint</th><th scope="col">Service-Token</th></tr></thead>
<tbody>${rows.join('')}</tbody>
</table>
`
}

/** The Link header that leads to the description of the API (RFC 8631). */
export function referenceLinks(graphiql: boolean): string {
  const description = '</api/v4/openapi.json>; rel="service-desc"'
  return graphiql ? `${description}, </api/v4/docs>; rel="service-doc"` : description
}
