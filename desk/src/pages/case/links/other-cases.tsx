import { useQuery } from 'urql'
import { Link } from 'wouter'
import { StatusLabel } from '../../../cases/labels/case-labels'
import { CaseTitle } from '../../../cases/labels/case-title'
import { graphql } from '../../../gql'
import { Instant } from '../../../ui/display/instant'
import { RequestProblem } from '../../../ui/form/problems/problem-list'
import { useViewer } from '../../../session/viewer'

const shownCases = 5

const OtherCasesQuery = graphql(`
  query OtherCases($partyEmail: String!, $first: Int!) {
    cases(first: $first, filter: { partyEmail: $partyEmail }) {
      totalCount
      nodes {
        id
        updatedAt
        ...TitledCase
        ...ShownStatus
      }
    }
  }
`)

interface Properties {
  of: { id: string; party: { email: string | null } | null }
}

/** The customer's other cases that the operator may see, the most recently changed first. */
export function OtherCases({ of: { id, party } }: Properties) {
  const { login } = useViewer()
  const partyEmail = party?.email ?? ''
  const [{ data, error }] = useQuery({
    query: OtherCasesQuery,
    variables: { partyEmail, first: shownCases + 1 },
    requestPolicy: 'cache-and-network',
    // Parties see all of their cases on the first page.
    pause: login !== 'OPERATOR' || partyEmail === '',
  })
  if (error) return <RequestProblem error={error} />
  if (!data?.cases) return null
  const others = data.cases.nodes.filter((other) => other.id !== id).slice(0, shownCases)
  const total = data.cases.totalCount - 1
  return (
    <section aria-labelledby="other-cases" className="other-cases">
      <h3 id="other-cases">{"Customer's other cases"}</h3>
      {others.length === 0 && <p className="faint">None.</p>}
      <ul className="stack">
        {others.map((other) => (
          <li key={other.id}>
            <Link href={`/cases/${other.id}`}>
              <CaseTitle of={other} />
            </Link>
            <span className="faint">
              <StatusLabel of={other} /> · <Instant at={other.updatedAt} />
            </span>
          </li>
        ))}
      </ul>
      {total > others.length && (
        <Link href={`/?${new URLSearchParams({ customer: partyEmail, status: 'any' }).toString()}`}>
          {`All ${data.cases.totalCount.toLocaleString()} cases`}
        </Link>
      )}
    </section>
  )
}
