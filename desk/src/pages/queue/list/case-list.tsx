import { Button } from '../../../ui/elements/button'
import { Checkbox } from '../../../ui/elements/inputs'
import { useCallback, useLayoutEffect } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useMarkRead } from '../../../cases/change/mark-read'
import { toast } from '../../../ui/display/toasts'
import { useWindowEvent } from '../../../ui/display/window-event'
import type { ListedCaseFragment } from '../../../gql/graphql'
import { RequestProblem } from '../../../ui/form/problems/problem-list'
import { useShortcut } from '../../layout/shortcuts'
import { Skeleton } from '../../../ui/display/skeleton'
import type { CaseList as List, ListState } from './case-list-store'
import { CaseRow } from './case-row'
import { Columns } from './columns'
import { useAskWhoIsPresent } from './presence'
import { selectedCase, useSelection } from './selection'

interface Properties {
  list: List
  state: ListState
}

/** The cases that match, which stay where they are while they change. */
export function CaseList({ list, state }: Properties) {
  const { rows, arrived, next, isLoading, error } = state
  usePlace(list, rows !== undefined)
  useShortcut('j', () => focusCase(1))
  useShortcut('k', () => focusCase(-1))
  useShortcut('x', selectFocused)
  useAskWhoIsPresent(rows !== undefined)
  useMarkKey(rows ?? [])
  const open = useCallback((id: string) => list.leaveAt({ opened: id }), [list])
  if (error && !rows) return <RequestProblem error={error} onRetry={list.reload} />
  if (!rows) return <Skeleton rows={15} />
  return (
    <>
      <div aria-live="polite" className="arrived">
        {arrived.size > 0 && (
          <button type="button" onClick={list.reload}>
            {arrived.size === 1 ? 'Show 1 new case' : `Show ${arrived.size.toLocaleString()} new cases`}
          </button>
        )}
      </div>
      <output className="empty">{rows.length === 0 && arrived.size === 0 && <EmptyList />}</output>
      {rows.length > 0 && (
        <table aria-label="Cases" className="case-rows">
          <thead>
            <Columns />
          </thead>
          <tbody>
            {rows.map((row) => (
              <CaseRow key={row.id} of={row} onOpen={open} />
            ))}
          </tbody>
        </table>
      )}
      {error && <RequestProblem error={error} onRetry={next === null ? list.reload : list.loadMore} />}
      {next !== null && (
        <div className="more-cases">
          <Button onClick={list.loadMore} loading={isLoading}>
            Load more
          </Button>
        </div>
      )}
    </>
  )
}

/** Shows the list where the viewer left it, with the focus on the case that was opened. */
function usePlace(list: List, isLoaded: boolean): void {
  useLayoutEffect(() => {
    if (!isLoaded) return
    window.scrollTo(0, list.place.scrolled)
    const row = document.querySelector(`[data-case-row="${list.place.opened ?? ''}"] a`)
    if (row instanceof HTMLElement) row.focus({ preventScroll: true })
  }, [list, isLoaded])
  useWindowEvent('scroll', () => list.leaveAt({ scrolled: window.scrollY }))
}

/** Moves the focus to a case in the list: from the row that contains it, or to the first case. */
function focusCase(step: 1 | -1): void {
  const rows = [...document.querySelectorAll('[data-case-row]')]
  const current = rows.findIndex((row) => row.contains(document.activeElement))
  const next = current === -1 ? 0 : Math.min(Math.max(current + step, 0), rows.length - 1)
  const link = rows[next]?.querySelector('a')
  link?.focus()
  link?.scrollIntoView({ block: 'nearest' })
}

function selectFocused(): void {
  const row = document.activeElement?.closest('[data-case-row]')
  row?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click()
}

/** The key that marks the selected cases as read, else the one with the focus. If all are read, it marks them as unread. */
function useMarkKey(rows: readonly ListedCaseFragment[]): void {
  const { cases } = useSelection()
  const markRead = useMarkRead()
  useShortcut('u', async () => {
    const row = document.activeElement?.closest<HTMLElement>('[data-case-row]')
    const chosen = rows.filter(({ id }) => (cases.size > 0 ? cases.has(id) : id === row?.dataset['caseRow']))
    if (chosen.length === 0) return
    const isUnread = chosen.every(({ unread }) => !unread)
    const others = chosen.filter(({ unread }) => unread !== isUnread)
    const count = await markRead(others, isUnread)
    const subject = chosen.length === 1 ? 'Marked' : `${count.toLocaleString()} marked`
    if (count === others.length) toast(`${subject} as ${isUnread ? 'unread' : 'read'}.`)
  })
}

/** Selects the rows that are shown. */
export function SelectShown({ of }: { of: readonly ListedCaseFragment[] }) {
  const selection = useSelection()
  const cases = of.map(selectedCase)
  if (cases.length === 0) return null
  const count = cases.filter(({ id }) => selection.cases.has(id)).length
  return (
    <Checkbox
      aria-label="Select all cases shown"
      checked={count === cases.length}
      indeterminate={count > 0 && count < cases.length}
      onChange={({ target }) => selection.select(cases, target.checked)}
    />
  )
}

/** What an empty list means, and what to do. */
function EmptyList() {
  const [parameters] = useSearchParams()
  const words = ['text', 'customer'].flatMap((name) => {
    const value = parameters.get(name)
    return value === null ? [] : [[name, value]]
  })
  const everywhere = new URLSearchParams([...words, ['status', 'any']]).toString()
  if (parameters.toString() === 'assigned=me') {
    return (
      <>
        No case is assigned to you. Take the next one, or look for one.
        <Link href="/?assigned=nobody">Show the unassigned cases</Link>
      </>
    )
  }
  return (
    <>
      {parameters.size === 0 ? 'There are no open cases. New ones appear here by themselves.' : 'No case matches.'}
      {words.length > 0 && parameters.toString() !== everywhere && (
        <Link href={`/?${everywhere}`}>Search without the other filters</Link>
      )}
      {parameters.size > 0 && <Link href="/">Show every open case</Link>}
    </>
  )
}
