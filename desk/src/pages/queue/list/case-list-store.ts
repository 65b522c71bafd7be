import type { Client, CombinedError } from 'urql'
import { type FragmentType, unmask } from '../../../gql'
import type { CaseFilter, CaseOrder, ListedCaseFragment } from '../../../gql/graphql'
import { type ChangedCases, maximumChanged } from '../../../cases/live/case-news'
import { CasesQuery, ChangedCasesQuery, ListedCase, type ListedRow } from './listed-case'

/** What a list of cases shows. */
export interface ListState {
  /** The cases of all pages that are loaded. Undefined until the first one is. */
  rows?: readonly ListedRow[]
  totalCount: number
  /** The search as it was understood, if nothing was found by what was typed. */
  corrected?: string | null
  /** The cases that are new to the list, until the viewer wants to see them. */
  arrived: ReadonlySet<string>
  /** Where the next page starts. Null after the last one. */
  next: string | null
  isLoading: boolean
  error?: CombinedError
}

/** A list of cases, which remains as it was left while the viewer is on another page. */
export interface CaseList {
  state: ListState
  /** How far the page was scrolled, in pixels, and the case that was opened last. */
  place: { scrolled: number; opened: string | null }
  /** Remembers the place. */
  leaveAt(place: Partial<CaseList['place']>): void
  subscribe(listener: () => void): () => void
  /** Loads the list if it was not loaded yet. */
  begin(): void
  /** Loads the list again from its start. */
  reload(): Promise<void>
  loadMore(): Promise<void>
  /** Brings the list up to date at once if it is shown, else as soon as it is. Null if any case may have changed. */
  applyChanges(changed: ChangedCases): void
  /** Shows whether the viewer has read a case, which changes no version. */
  mark(id: string, isUnread: boolean): void
}

interface Queried {
  client: Client
  filter: CaseFilter
  orderBy: CaseOrder
  /** What is shown until the first page is loaded, so that a list does not disappear with each letter of a search. */
  initialRows?: readonly ListedRow[] | undefined
  /** Called before rows leave the list. */
  onLeaving(ids: ReadonlySet<string>): void
}

/**
 * Keeps a list of cases up to date without moving it: rows change in place, a case that no longer matches leaves, and the cases that
 * are new to the list are counted.
 */
export function caseList({ client, filter, orderBy, initialRows, onLeaving }: Queried): CaseList {
  const listeners = new Set<() => void>()
  /** What has changed since the list was shown. Null if everything may have. */
  let missed: Map<string, number> | null = initialRows ? null : new Map()
  /** The versions that were loaded, or are being loaded. */
  const asked = new Map<string, number>()
  const fresh = { requestPolicy: 'network-only' } as const

  function show(change: Partial<ListState>) {
    list.state = { ...list.state, ...change }
    for (const listener of listeners) listener()
  }

  async function loadPage(after: string | null): Promise<void> {
    show({ isLoading: true })
    const { data, error } = await client.query(CasesQuery, { filter, orderBy, after }, fresh)
    if (!data?.cases || !data.all) return show({ isLoading: false, ...(error && { error }) })
    const { nodes, pageInfo, corrected } = data.cases
    const before = after === null ? [] : (list.state.rows ?? [])
    const known = new Set(before.map(({ id }) => id))
    const rows = [...before, ...nodes.filter(({ id }) => !known.has(id)).map(rowOf)]
    const { error: _, ...state } = list.state
    list.state = state
    show({
      rows,
      totalCount: data.all.totalCount,
      corrected,
      next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
      arrived: after === null ? new Set() : list.state.arrived.difference(new Set(rows.map(({ id }) => id))),
      isLoading: false,
    })
  }

  async function update(changed: ReadonlyMap<string, number>): Promise<void> {
    const ids = [...changed.keys()]
    for (const [id, version] of changed) asked.set(id, version)
    const variables = { changed: { ...filter, id: ids }, filter, orderBy }
    const { data, error } = await client.query(ChangedCasesQuery, variables, fresh)
    const { rows = [], arrived } = list.state
    if (!data?.changed || !data.all) {
      missed = null
      return show({ ...(error && { error }) })
    }
    const matching = new Map(unmask(ListedCase, data.changed.nodes).map((row) => [row.id, row]))
    const gone = new Set(ids.filter((id) => !matching.has(id)))
    const shown = new Set(rows.map(({ id }) => id))
    onLeaving(gone)
    show({
      rows: rows.filter(({ id }) => !gone.has(id)).map((row) => latest(row, matching.get(row.id))),
      arrived: new Set([...arrived, ...matching.keys()]).difference(shown).difference(gone),
      totalCount: data.all.totalCount,
    })
  }

  function catchUp() {
    const changed = missed
    missed = new Map()
    if (!list.state.rows) return list.begin()
    if (!changed) return void list.reload()
    if (changed.size > 0) void update(changed)
  }

  const list: CaseList = {
    state: {
      ...(initialRows && { rows: initialRows }),
      totalCount: 0,
      arrived: new Set(),
      next: null,
      isLoading: false,
    },
    place: { scrolled: 0, opened: null },
    leaveAt: (place) => void Object.assign(list.place, place),
    subscribe(listener) {
      const isFirst = listeners.size === 0
      listeners.add(listener)
      if (isFirst) catchUp()
      return () => listeners.delete(listener)
    },
    begin() {
      if (!list.state.rows && !list.state.isLoading) void loadPage(null)
    },
    reload: () => loadPage(null),
    loadMore: () => loadPage(list.state.next),
    applyChanges(changed) {
      const shown = new Map(list.state.rows?.map(({ id, version }) => [id, version]))
      for (const [id, version] of changed ?? []) {
        if (version > Math.max(shown.get(id) ?? 0, asked.get(id) ?? 0)) missed?.set(id, version)
      }
      if (!changed || (missed && missed.size > maximumChanged)) missed = null
      if (listeners.size > 0) catchUp()
    },
    mark(id, unread) {
      const { rows } = list.state
      if (!rows?.some((row) => row.id === id && row.unread !== unread)) return
      show({ rows: rows.map((row) => (row.id === id ? { ...row, unread } : row)) })
    },
  }
  return list
}

function latest(row: ListedRow, changed: ListedCaseFragment | undefined): ListedRow {
  return changed && changed.version > row.version ? { ...changed, match: row.match } : row
}

function rowOf(node: FragmentType<typeof ListedCase> & Pick<ListedRow, 'match'>): ListedRow {
  return { ...unmask(ListedCase, node), match: node.match }
}
