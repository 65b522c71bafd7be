import { type FragmentType, graphql, unmask } from './gql'
import type { CaseEventKind } from './gql/graphql'
import { Instant } from './instant'

const CaseHistory = graphql(`
  fragment CaseHistory on Case {
    history(last: 20) {
      edges {
        node {
          sequence
          kind
          at
          touchpoint
          actor {
            firstname
          }
          changes {
            path
            from
            to
          }
        }
      }
    }
  }
`)

const kindLabels: Record<CaseEventKind, string> = { IMPORTED: 'Imported', UPDATED: 'Updated', ASSIGNED: 'Assigned' }

export function History({ of }: { of: FragmentType<typeof CaseHistory> }) {
  const { edges } = unmask(CaseHistory, of).history
  return (
    <section className="card" aria-labelledby="history">
      <h3 id="history">History</h3>
      <ol>
        {edges.map(({ node: { sequence, kind, at, touchpoint, actor, changes } }) => (
          <li key={sequence} value={sequence}>
            {kindLabels[kind]}
            {actor && ` by ${actor.firstname}`}
            {touchpoint && ` at ${touchpoint}`}, <Instant at={at} />
            {changes.length > 0 && (
              <ul>
                {changes.map(({ path, from, to }) => (
                  <li key={path.join('.')}>{`${path.join(', ')}: ${valueText(from)} → ${valueText(to)}`}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function valueText(value: unknown): string {
  return value === null || value === undefined ? 'none' : String(value)
}
