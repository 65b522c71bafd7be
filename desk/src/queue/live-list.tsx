import { Button } from '@primer/react'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useClient } from 'urql'
import { type FragmentType, graphql, unmask } from '../gql'
import type { CaseFilter, ListedCaseFragment } from '../gql/graphql'
import { type ChangedCases, useCaseNews } from '../live/case-news'

const ListedCase = graphql(`
  fragment ListedCase on Case {
    id
    version
    updatedAt
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

const ChangedCasesQuery = graphql(`
  query ChangedCases($changed: CaseFilter, $filter: CaseFilter) {
    changed: cases(first: 100, filter: $changed) {
      nodes {
        id
        ...ListedCase
      }
    }
    all: cases(first: 0, filter: $filter) {
      totalCount
    }
  }
`)

/** A case after a change. Its row is null if it is no longer in the list. */
interface Change {
  version: number
  row: ListedCaseFragment | null
}

type Load = (options: { requestPolicy: 'network-only' }) => void

interface Live {
  changes: ReadonlyMap<string, Change>
  totalCount: number | undefined
  /** Adds a page of the list to those that are shown. Returns a function that removes it. */
  show(rows: readonly ListedCaseFragment[], load: Load): () => void
}

const LiveContext = createContext<Live | null>(null)

/**
 * Keeps a list of cases up to date without moving it: rows change in place, a case that no longer matches leaves, and the cases that
 * are new to the list are counted until the viewer wants to see them.
 */
export function LiveList({ filter, children }: { filter: CaseFilter; children: ReactNode }) {
  const client = useClient()
  const pages = useRef(new Map<Load, ReadonlySet<string>>())
  const [changes, setChanges] = useState<ReadonlyMap<string, Change>>(new Map())
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set())
  const [totalCount, setTotalCount] = useState<number>()

  function reload() {
    setArrived(new Set())
    setTotalCount(undefined)
    for (const load of pages.current.keys()) load({ requestPolicy: 'network-only' })
  }

  async function update(changed: ChangedCases) {
    if (!changed) return reload()
    const variables = { changed: { ...filter, id: [...changed.keys()] }, filter }
    const { data } = await client.query(ChangedCasesQuery, variables, { requestPolicy: 'network-only' })
    if (!data?.changed || !data.all) return
    const rows = new Map(unmask(ListedCase, data.changed.nodes).map((row) => [row.id, row]))
    const shown = new Set([...pages.current.values()].flatMap((ids) => [...ids]))
    const gone = [...changed.keys()].filter((id) => !rows.has(id))
    keepFocus(new Set(gone))
    setChanges((before) => {
      const after = new Map(before)
      for (const [id, version] of changed) {
        const row = rows.get(id) ?? null
        after.set(id, { row, version: row?.version ?? version })
      }
      return after
    })
    setArrived((before) => {
      const after = new Set([...before, ...rows.keys()].filter((id) => !shown.has(id)))
      for (const id of gone) after.delete(id)
      return after
    })
    setTotalCount(data.all.totalCount)
  }
  useCaseNews((changed) => void update(changed))

  const live = useMemo<Live>(
    () => ({
      changes,
      totalCount,
      show(rows, load) {
        const ids = new Set(rows.map(({ id }) => id))
        pages.current.set(load, ids)
        setArrived((before) => before.difference(ids))
        return () => void pages.current.delete(load)
      },
    }),
    [changes, totalCount],
  )
  return (
    <LiveContext value={live}>
      <div aria-live="polite">
        {arrived.size > 0 && (
          <Button size="small" onClick={reload}>
            {arrived.size === 1 ? 'Show 1 new case' : `Show ${arrived.size} new cases`}
          </Button>
        )}
      </div>
      {children}
    </LiveContext>
  )
}

/** The rows of a page of the list, after the changes since it was loaded. */
export function useLiveList(nodes: readonly FragmentType<typeof ListedCase>[] | undefined, load: Load) {
  const live = useContext(LiveContext)
  if (!live) throw new Error('The page is in no list.')
  const { changes, totalCount, show } = live
  const loaded = unmask(ListedCase, nodes)
  useEffect(() => (loaded ? show(loaded, load) : undefined), [loaded, load, show])
  const rows = (loaded ?? []).flatMap((row) => {
    const change = changes.get(row.id)
    return change && change.version > row.version ? (change.row ?? []) : row
  })
  return { rows, totalCount }
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
