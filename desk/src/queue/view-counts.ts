import { useQuery } from 'urql'
import { useViewer } from '../session/viewer'
import { useReloadOnNews } from '../live/reload-on-news'
import { filterFrom } from './filters'
import { commonViews, useSavedViews, type View } from './views'

/** How many cases a view has, and how many of them are unread, if that is counted. */
export interface ViewCount {
  all: number
  unread: number | undefined
}

/** The service accepts documents with up to 30 aliases. */
const maximumViews = 24
/** Counting them takes long where there are many cases. */
const uncounted = new Set(['', 'status=any'])
/** Whose unread cases are counted. The other views contain cases that nobody has begun to read. */
const withUnread = new Set(['assigned=me', 'assigned=groups'])

// The lists are empty, so urql cannot see that their counts depend on cases.
const dependsOnCases = { additionalTypenames: ['Case'] }

/** A document that counts so many lists. */
function countsDocument(count: number): string {
  const numbers = Array.from({ length: count }, (_, number) => number)
  const variables = numbers.map((number) => `$filter${number}: CaseFilter, $order${number}: CaseOrder`)
  const fields = numbers.map(
    (number) => `_${number}: cases(first: 0, filter: $filter${number}, orderBy: $order${number}) { totalCount }`,
  )
  return `query ViewCounts(${variables.join(', ')}) { ${fields.join(' ')} }`
}

/** The numbers of cases of the viewer's views, by the addresses of the views. */
export function useViewCounts(): ReadonlyMap<string, ViewCount> {
  const viewer = useViewer()
  const { saved } = useSavedViews()
  const views = [...commonViews.filter(({ search }) => !uncounted.has(search)), ...saved].slice(0, maximumViews)
  const lists = views.map((view) => listOf(view))
  const unread = views.filter(({ search }) => withUnread.has(search))
  const all = [...lists, ...unread.map((view) => listOf(view, { unread: true }))]
  const [query, load] = useQuery<Record<string, { totalCount: number } | null>>({
    query: countsDocument(all.length),
    variables: Object.fromEntries(
      all.flatMap(({ filter, orderBy }, number) => [
        [`filter${number}`, filter],
        [`order${number}`, orderBy],
      ]),
    ),
    requestPolicy: 'cache-and-network',
    context: dependsOnCases,
  })
  useReloadOnNews(query, load)

  function listOf({ search }: View, more: { unread?: boolean } = {}) {
    const { filter, orderBy } = filterFrom(new URLSearchParams(search), viewer)
    return { filter: { ...filter, ...more }, orderBy }
  }
  const countAt = (number: number) => query.data?.[`_${number}`]?.totalCount
  return new Map(
    views.flatMap((view, number) => {
      const count = countAt(number)
      const place = unread.indexOf(view)
      const found = { all: count ?? 0, unread: place === -1 ? undefined : countAt(views.length + place) }
      return count === undefined ? [] : [[view.search, found] as const]
    }),
  )
}
