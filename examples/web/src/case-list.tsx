import { Button, Link as StyledLink, Spinner, Stack } from '@primer/react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { AssignmentLabel, StatusLabel } from './case-labels'
import { type FragmentType, graphql, unmask } from './gql'
import type { CaseFilter, CaseOrder } from './gql/graphql'
import { Instant } from './instant'
import { RequestProblem } from './problem-list'

const CasesQuery = graphql(`
  query Cases($filter: CaseFilter, $orderBy: CaseOrder, $after: String, $isFirst: Boolean!) {
    cases(first: 20, filter: $filter, orderBy: $orderBy, after: $after) {
      totalCount @include(if: $isFirst)
      nodes {
        id
        ...ListedCase
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

const ListedCase = graphql(`
  fragment ListedCase on Case {
    id
    updatedAt
    resolution
    caseType {
      name
    }
    category {
      name
    }
    party {
      firstname
    }
    comments(last: 1) {
      nodes {
        text
      }
    }
    ...ShownStatus
    ...Assignment
  }
`)

interface Properties {
  filter: CaseFilter
  orderBy: CaseOrder
  after?: string | null
}

/** One page of cases, followed by the next ones. Each starts where the one before ends, also after a change. */
export function CaseList({ filter, orderBy, after = null }: Properties) {
  const isFirst = after === null
  const [{ data, error, fetching }] = useQuery({
    query: CasesQuery,
    variables: { filter, orderBy, after, isFirst },
    requestPolicy: 'cache-and-network',
  })
  const [isContinued, setContinued] = useState(false)
  if (error) return <RequestProblem error={error} />
  if (!data?.cases) return fetching ? <Spinner /> : null
  const { nodes, pageInfo, totalCount } = data.cases
  return (
    <>
      {isFirst && <output className="faint">{countText(totalCount)}</output>}
      {nodes.length > 0 && (
        <ul className="rows">
          {nodes.map((node) => (
            <CaseRow key={node.id} of={node} />
          ))}
        </ul>
      )}
      {pageInfo.hasNextPage && !isContinued && <Button onClick={() => setContinued(true)}>Load more</Button>}
      {pageInfo.hasNextPage && isContinued && <CaseList filter={filter} orderBy={orderBy} after={pageInfo.endCursor} />}
    </>
  )
}

function CaseRow({ of }: { of: FragmentType<typeof ListedCase> }) {
  const found = unmask(ListedCase, of)
  const [latest] = found.comments.nodes
  return (
    <li>
      <Stack direction="horizontal" justify="space-between" align="center" wrap="wrap" gap="condensed">
        <Link href={`/cases/${found.id}`} asChild>
          <StyledLink>{`${found.id} ${found.caseType.name}`}</StyledLink>
        </Link>
        <Stack direction="horizontal" align="center" gap="condensed">
          <StatusLabel of={found} />
          <AssignmentLabel of={found} />
        </Stack>
      </Stack>
      <div className="faint">
        {[found.category.name, found.party?.firstname].filter(Boolean).join(' · ')} · <Instant at={found.updatedAt} />
      </div>
      {latest && <div className="snippet">{latest.text}</div>}
    </li>
  )
}

function countText(count = 0): string {
  if (count === 0) return 'No case matches.'
  return count === 1 ? '1 case' : `${count.toLocaleString()} cases`
}
