import { Button, LinkButton } from '../../ui/elements/button'
import { useState } from 'react'
import { Link } from 'wouter'
import { StatusLabel } from '../../cases/labels/case-labels'
import { isTitle, subjectOf } from '../../cases/labels/case-title'
import { graphql } from '../../gql'
import type { OwnCasesQuery as OwnCases } from '../../gql/graphql'
import { Instant } from '../../ui/display/instant'
import { ConnectionList } from '../../cases/live/connection-list'
import { useViewer } from '../../session/viewer'

const OwnCasesQuery = graphql(`
  query OwnCases($closed: Boolean!, $after: String) {
    cases(first: 20, filter: { closed: $closed }, orderBy: UPDATED_DESC, after: $after) {
      nodes {
        id
        updatedAt
        ...TitledCase
        ...ShownStatus
        latest: comments(last: 1) {
          nodes {
            id
            text
            author {
              firstname
              email
            }
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

/** The cases of a customer, those that are not closed first. */
export function OwnCasesPage() {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <title>Your cases</title>
      <div className="row between">
        <h2 className="heading">Your cases</h2>
        <Link href="/cases/new" asChild>
          <LinkButton variant="primary">New case</LinkButton>
        </Link>
      </div>
      <OwnCaseList closed={false} whenEmpty="You have no open case. If you need something, write to us." />
      {isShown ? (
        <section aria-labelledby="closed">
          <h3 className="heading" id="closed">
            Closed
          </h3>
          <OwnCaseList closed whenEmpty="You have no closed cases." />
        </section>
      ) : (
        <Button variant="invisible" onClick={() => setShown(true)}>
          Show closed cases
        </Button>
      )}
    </>
  )
}

function OwnCaseList({ closed, whenEmpty }: { closed: boolean; whenEmpty: string }) {
  return (
    <ConnectionList
      query={OwnCasesQuery}
      variables={{ closed }}
      connectionOf={({ cases }) => cases}
      whenEmpty={whenEmpty}
    >
      {(nodes) => (
        <ul className="stack own-cases">
          {nodes.map((node) => (
            <OwnCaseItem key={node.id} of={node} />
          ))}
        </ul>
      )}
    </ConnectionList>
  )
}

function OwnCaseItem({ of }: { of: NonNullable<OwnCases['cases']>['nodes'][number] }) {
  const { email } = useViewer()
  const [latest] = of.latest.nodes
  return (
    <li>
      <Link href={`/cases/${of.id}`}>
        <bdi>{subjectOf(of)}</bdi>
      </Link>
      <div className="row faint">
        <StatusLabel of={of} /> <span>{`Number ${of.id}`}</span> <Instant at={of.updatedAt} />
      </div>
      {latest && !isTitle(of, latest.id) && (
        <div className="cut" dir="auto">
          {latest.author.email === email ? 'You' : latest.author.firstname}: {latest.text || 'files'}
        </div>
      )}
    </li>
  )
}
