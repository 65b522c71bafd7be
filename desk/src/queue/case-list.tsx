import { Button, Checkbox, Link as StyledLink, Spinner, Stack } from '@primer/react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { Link, useSearchParams } from 'wouter'
import { AssignmentLabel, StatusLabel } from '../case-labels'
import { graphql } from '../gql'
import type { CaseFilter, CaseOrder, ListedCaseFragment } from '../gql/graphql'
import { Instant } from '../instant'
import { RequestProblem } from '../form/problem-list'
import { LiveList, useLiveList } from './live-list'
import { type SelectedCase, useSelection } from './selection'

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

interface Properties {
  filter: CaseFilter
  orderBy: CaseOrder
}

/** The cases that match, which stay where they are while they change. */
export function CaseList({ filter, orderBy }: Properties) {
  return (
    <LiveList filter={filter}>
      <CasePages filter={filter} orderBy={orderBy} after={null} />
    </LiveList>
  )
}

/** One page of cases, followed by the next ones. Each starts where the one before ends, also after a change. */
function CasePages({ filter, orderBy, after }: Properties & { after: string | null }) {
  const isFirst = after === null
  const [{ data, error, fetching }, load] = useQuery({
    query: CasesQuery,
    variables: { filter, orderBy, after, isFirst },
    requestPolicy: 'cache-and-network',
  })
  const live = useLiveList(data?.cases?.nodes, load)
  const [isContinued, setContinued] = useState(false)
  if (error) return <RequestProblem error={error} />
  if (!data?.cases) return fetching ? <Spinner /> : null
  const { pageInfo, totalCount } = data.cases
  return (
    <>
      {isFirst && (
        <Stack direction="horizontal" align="center" wrap="wrap" gap="condensed">
          <SelectAll of={live.rows} />
          <output className="faint">{countText(live.totalCount ?? totalCount)}</output>
          {totalCount === 0 && filter.closed === false && <AllStatuses />}
        </Stack>
      )}
      {live.rows.length > 0 && (
        <ul className="rows">
          {live.rows.map((row) => (
            <CaseRow key={row.id} of={row} />
          ))}
        </ul>
      )}
      {pageInfo.hasNextPage && !isContinued && <Button onClick={() => setContinued(true)}>Load more</Button>}
      {pageInfo.hasNextPage && isContinued && (
        <CasePages filter={filter} orderBy={orderBy} after={pageInfo.endCursor} />
      )}
    </>
  )
}

/** The first page at most: the others are selected one by one. */
function SelectAll({ of }: { of: readonly ListedCaseFragment[] }) {
  const selection = useSelection()
  const cases = of.map(selectedCase)
  if (!selection || cases.length === 0) return null
  const count = cases.filter(({ id }) => selection.cases.has(id)).length
  return (
    <Checkbox
      aria-label={`Select the first ${cases.length} cases`}
      checked={count === cases.length}
      indeterminate={count > 0 && count < cases.length}
      onChange={({ target }) => selection.select(cases, target.checked)}
    />
  )
}

/** Leads to the same search without the filter for open cases. */
function AllStatuses() {
  const [parameters] = useSearchParams()
  const all = new URLSearchParams(parameters)
  all.set('status', 'any')
  return (
    <Link href={`/?${all.toString()}`} asChild>
      <StyledLink inline className="small">
        Include closed cases
      </StyledLink>
    </Link>
  )
}

function CaseRow({ of: found }: { of: ListedCaseFragment }) {
  const selection = useSelection()
  const selected = selectedCase(found)
  const [latest] = found.comments.nodes
  return (
    <li data-case-row={found.id} className="selectable">
      {selection && (
        <Checkbox
          aria-label={`Select ${selected.title}`}
          checked={selection.cases.has(found.id)}
          onChange={({ target }) => selection.select([selected], target.checked)}
        />
      )}
      <div>
        <Stack direction="horizontal" justify="space-between" align="center" wrap="wrap" gap="condensed">
          <Link href={`/cases/${found.id}`} asChild>
            <StyledLink>{selected.title}</StyledLink>
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
      </div>
    </li>
  )
}

function selectedCase({ id, version, caseType }: ListedCaseFragment): SelectedCase {
  return { id, version, title: `${id} ${caseType.name}` }
}

function countText(count = 0): string {
  if (count === 0) return 'No case matches.'
  return count === 1 ? '1 case' : `${count.toLocaleString()} cases`
}
