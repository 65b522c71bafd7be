import { useQuery } from 'urql'
import { useReloadOnMarks } from '../../../cases/change/mark-read'
import { ownUnread } from '../../layout/page-title'
import { useViewer } from '../../../session/viewer'
import { dependsOnCases, useReloadOnNews } from '../../../cases/live/reload-on-news'
import { filterFrom } from '../filter/filters'
import { commonViews, useSavedViews } from './views'

/** How many cases a view has, and how many of them are unread, if that is counted. */
export interface ViewCount {
  all: number
  unread: number | undefined
}

/** The service accepts documents with up to 30 aliases. */
const maximumViews = 28
/** Counting them takes long where there are many cases. */
const uncounted = new Set(['', 'status=any'])
const own = 'assigned=me'
const ofGroups = 'assigned=groups'

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
  const lists = views.map(({ search }) => filterFrom(new URLSearchParams(search), viewer))
  const unreadOfGroups = filterFrom(new URLSearchParams(`${ofGroups}&unread=yes`), viewer)
  const all = [...lists, unreadOfGroups]
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
  useReloadOnMarks(load)

  const counts = all.map((_, number) => query.data?.[`_${number}`]?.totalCount)
  const unread = new Map([
    [own, ownUnread.use((count) => count)],
    [ofGroups, counts.at(-1)],
  ])
  return new Map(
    views.flatMap(({ search }, number) => {
      const count = counts[number]
      return count === undefined ? [] : [[search, { all: count, unread: unread.get(search) }] as const]
    }),
  )
}
