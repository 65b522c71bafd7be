import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react'
import { useClient } from 'urql'
import { type CaseEvent, type CaseFollower, caseFollower } from './follow-cases'

const FollowerContext = createContext<CaseFollower | null>(null)

interface Properties {
  session: string
  /** Taken before anything was loaded, so that no change is missed. */
  cursor: string
  children: ReactNode
}

/** Follows the changes of cases for the pages in it. */
export function FollowCases({ session, cursor, children }: Properties) {
  const client = useClient()
  // The session and its client are those of the page until the person signs out.
  const [follower] = useState(() => caseFollower({ session, client, cursor }))
  useEffect(() => follower.start(), [follower])
  return <FollowerContext value={follower}>{children}</FollowerContext>
}

/** Calls the function for each event at once, also while the page is hidden. `isFirst`: no other tab of the browser has it first. */
export function useCaseEvents(onEvent: (event: CaseEvent, isFirst: boolean) => void): void {
  const follower = useContext(FollowerContext)
  const handle = useEffectEvent(onEvent)
  useEffect(
    () => follower?.listen(({ change, isFirst = false }) => change && handle(change.event, isFirst)),
    [follower],
  )
}

/** The versions of the cases that have changed, by their IDs. Null if any case may have changed. */
export type ChangedCases = ReadonlyMap<string, number> | null

/** A change is shown soon, and those that follow it in an interval together. */
const soonMs = 200
const intervalMs = 3_000
/** With more, everything is loaded again. */
export const maximumChanged = 100

/** Calls the function for changes of cases, at intervals, and not while the page is hidden. */
export function useCaseNews(onNews: (changed: ChangedCases) => void): void {
  const follower = useContext(FollowerContext)
  const handle = useEffectEvent(onNews)
  useEffect(() => {
    let changed: Map<string, number> | null = new Map()
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = -Infinity

    function report() {
      timer = undefined
      if (document.hidden || changed?.size === 0) return
      const reported = changed
      changed = new Map()
      last = performance.now()
      handle(reported)
    }
    const schedule = () => void (timer ??= setTimeout(report, Math.max(soonMs, last + intervalMs - performance.now())))
    const stopListening = follower?.listen(({ change }) => {
      if (change) changed?.set(change.caseId, change.version)
      if (!change || (changed && changed.size > maximumChanged)) changed = null
      schedule()
    })
    document.addEventListener('visibilitychange', schedule)
    return () => {
      stopListening?.()
      document.removeEventListener('visibilitychange', schedule)
      clearTimeout(timer)
    }
  }, [follower])
}
