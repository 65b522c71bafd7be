import { hash } from 'node:crypto'
import type { Answer } from '../http/send.ts'

const firstQuery = `# Casegate: press the button with the triangle.
# Your credentials stand below, under Headers.

mutation FirstUpdate {
  updateCase(
    input: {
      caseInstanceId: "1001"
      categoryCode: "BILLING"
      typeCode: "REFUND"
      status: "In progress"
      comments: [{ text: "Checked in the playground." }]
    }
  ) {
    ... on UpdateCasePayload {
      case {
        id
        status
        version
        comments(last: 3) {
          edges {
            node {
              text
              createdAt
              author {
                firstname
              }
            }
          }
        }
      }
    }
    ... on UpdateCaseError {
      problems {
        code
        message
        path
      }
    }
  }
}
`

/** A session that the playground may have filled in. */
export interface PublicSession {
  touchpoint: string
  token: string
}

export type Playground = () => Promise<Answer>

/** The playground: a page that loads nothing from anywhere. With a session its first query works at once. */
export function createPlayground(session: PublicSession | undefined): Playground {
  const { touchpoint, token } = session ?? { touchpoint: '', token: '' }
  const options = {
    title: 'Casegate',
    defaultQuery: firstQuery,
    headers: JSON.stringify({ 'Service-Touchpoint': touchpoint, 'Service-Token': token }, null, 2),
    shouldPersistHeaders: false,
  }
  let page: Promise<Answer> | undefined
  return () => (page ??= renderPage(options))
}

async function renderPage(options: object): Promise<Answer> {
  // Nine megabytes of text, loaded when somebody looks at the page.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const html = renderGraphiQL(options).trim()
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policyOf(html) }
  return { status: 200, headers, body: Buffer.from(html) }
}

/** The page's own script runs, and no other. Its editor writes styles as it goes, and works in blobs. */
function policyOf(html: string): string {
  const script = html.slice(html.indexOf('<script>') + '<script>'.length, html.lastIndexOf('</script>'))
  const policy = {
    'default-src': "'none'",
    'script-src': `'sha256-${hash('sha256', script, 'base64')}'`,
    'style-src': "'unsafe-inline'",
    'img-src': 'data:',
    'font-src': 'data:',
    'worker-src': 'blob:',
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  }
  return Object.entries(policy).map((directive) => directive.join(' ')).join('; ')
}
