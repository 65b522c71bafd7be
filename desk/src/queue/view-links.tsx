import { XIcon } from '@primer/octicons-react'
import { IconButton } from '../elements/button'
import { useQuery } from 'urql'
import { useLocation, useSearch } from 'wouter'
import { graphql } from '../gql'
import { NavigationLink } from '../layout/layout'
import { useReloadOnNews } from '../live/reload-on-news'
import { useViewer } from '../session/viewer'
import { useCaseLists } from './case-lists'
import { commonViews, type View, useSavedViews, viewName } from './views'

const ViewCountsQuery = graphql(`
  query ViewCounts($groupNames: [String!]!) {
    mine: cases(first: 0, filter: { closed: false, assignedToMe: true }) {
      totalCount
    }
    ofGroups: cases(first: 0, filter: { closed: false, groupName: $groupNames }) {
      totalCount
    }
    unassigned: cases(first: 0, filter: { closed: false, unassigned: true }) {
      totalCount
    }
    waiting: cases(first: 0, filter: { closed: false, customerWaiting: true }) {
      totalCount
    }
  }
`)

// The lists are empty, so urql cannot see that their counts depend on cases.
const dependsOnCases = { additionalTypenames: ['Case'] }

/** The links to the views of an operator, with the numbers of their cases, and to those that the operator has saved. */
export function ViewLinks() {
  const counts = useViewCounts()
  const { saved, remove } = useSavedViews()
  return (
    <>
      {commonViews.map((view) => (
        <ViewLink key={view.name} view={view} count={counts[view.search]} />
      ))}
      {saved.length > 0 && <h2>Saved</h2>}
      {saved.map((view) => (
        <div key={view.name} className="saved-view">
          <ViewLink view={view} />
          <IconButton
            icon={XIcon}
            size="small"
            variant="invisible"
            aria-label={`Remove ${view.name}`}
            onClick={() => remove(view)}
          />
        </div>
      ))}
    </>
  )
}

function ViewLink({ view, count }: { view: View; count?: number | undefined }) {
  const [path] = useLocation()
  const search = useSearch()
  const lists = useCaseLists()
  return (
    <NavigationLink
      to={view.search === '' ? '/' : `/?${view.search}`}
      isCurrent={path === '/' && viewName(search, [view]) === view.name}
      onClick={() => lists.refresh(view.search)}
    >
      <bdi>{view.name}</bdi>
      {count !== undefined && <span className="faint">{count.toLocaleString()}</span>}
    </NavigationLink>
  )
}

/** By the address of the view. */
function useViewCounts(): Record<string, number> {
  const { groups } = useViewer()
  const [query, load] = useQuery({
    query: ViewCountsQuery,
    variables: { groupNames: groups.map(({ name }) => name) },
    requestPolicy: 'cache-and-network',
    context: dependsOnCases,
  })
  useReloadOnNews(query, load)
  const { data } = query
  if (!data?.mine || !data.ofGroups || !data.unassigned || !data.waiting) return {}
  return {
    'assigned=me': data.mine.totalCount,
    'assigned=groups': data.ofGroups.totalCount,
    'assigned=nobody': data.unassigned.totalCount,
    'order=WAITING_LONGEST': data.waiting.totalCount,
  }
}
