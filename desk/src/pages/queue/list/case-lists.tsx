import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Client, useClient } from 'urql'
import { useSearch } from 'wouter'
import { whenMarked } from '../../../cases/change/mark-read'
import { type ChangedCases, useCaseNews } from '../../../cases/live/case-news'
import { useViewer, type Viewer } from '../../../session/viewer'
import { type CaseList, caseList, type ListState } from './case-list-store'
import { filterFrom } from '../filter/filters'

interface Shown {
  search: string
  list: CaseList
}

const keptLists = 5

const ListsContext = createContext<ReturnType<typeof caseLists> | null>(null)

/** The lists that the viewer has seen last, each by the part of its address after the question mark. */
function caseLists(client: Client, viewer: Viewer) {
  const kept = new Map<string, CaseList>()
  let last: Shown | null = null
  return {
    /** The list that was shown last. */
    last: () => last,
    show: (shown: Shown) => void (last = shown),
    listAt(search: string): CaseList {
      const parameters = new URLSearchParams(search)
      const initialRows = parameters.has('text') && isSearch(last) ? last?.list.state.rows : undefined
      const query = { client, ...filterFrom(parameters, viewer), initialRows, onLeaving: keepFocus }
      const list = kept.get(search) ?? caseList(query)
      kept.delete(search)
      kept.set(search, list)
      const [oldest] = kept.keys()
      if (kept.size > keptLists && oldest !== undefined) kept.delete(oldest)
      return list
    },
    /** Loads a list again, and shows it from its start. */
    refresh(search: string) {
      const list = kept.get(search)
      if (!list) return
      list.leaveAt({ scrolled: 0, opened: null })
      void list.reload()
    },
    applyChanges(changed: ChangedCases) {
      for (const list of kept.values()) list.applyChanges(changed)
    },
    /** Shows whether the viewer has read a case. */
    mark(id: string, isUnread: boolean) {
      for (const list of kept.values()) list.mark(id, isUnread)
    },
  }
}

/** Keeps the lists while the viewer is on other pages, so that they are as they were left. */
export function CaseListsProvider({ children }: { children: ReactNode }) {
  const client = useClient()
  const viewer = useViewer()
  const [lists] = useState(() => caseLists(client, viewer))
  useCaseNews((changed) => lists.applyChanges(changed))
  useEffect(() => whenMarked(lists.mark), [lists])
  return <ListsContext value={lists}>{children}</ListsContext>
}

const isSearch = (shown: Shown | null) => shown !== null && new URLSearchParams(shown.search).has('text')

export function useCaseLists() {
  const lists = useContext(ListsContext)
  if (!lists) throw new Error('No lists are provided.')
  return lists
}

/** The list at the current address, with what it shows. */
export function useCaseList(): { list: CaseList; state: ListState } {
  const lists = useCaseLists()
  const search = useSearch()
  const list = useMemo(() => lists.listAt(search), [lists, search])
  // Before the effects of the rail: the service answers the requests of a session one after the other.
  useLayoutEffect(() => list.begin(), [list])
  useEffect(() => lists.show({ search, list }), [lists, search, list])
  return { list, state: useSyncExternalStore(list.subscribe, () => list.state) }
}

/** If the focus is in a row that leaves the list, moves it to the next row that stays, or to the one before. */
function keepFocus(leaving: ReadonlySet<string>): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-case-row]')]
  const stays = ({ dataset }: HTMLElement) => !leaving.has(dataset['caseRow'] ?? '')
  const current = rows.findIndex((row) => row.contains(document.activeElement))
  if (current === -1 || stays(rows[current]!)) return
  const next = rows.slice(current).find(stays) ?? rows.slice(0, current).findLast(stays)
  next?.querySelector('a')?.focus({ preventScroll: true })
}
