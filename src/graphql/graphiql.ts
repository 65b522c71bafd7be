import type { GraphiQLOptions } from 'graphql-yoga'
import type { Config } from '../config.ts'

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

/** The playground; on the embedded store its first query works at once, with a demonstration session. */
export function graphiqlOptions(config: Config): GraphiQLOptions {
  const [touchpoint, token] = config.store.kind === 'embedded' ? ['desk', 'demo-operator-olga'] : ['', '']
  return {
    title: 'Casegate',
    defaultQuery: firstQuery,
    headers: JSON.stringify({ 'Service-Touchpoint': touchpoint, 'Service-Token': token }, null, 2),
    shouldPersistHeaders: false,
  }
}
