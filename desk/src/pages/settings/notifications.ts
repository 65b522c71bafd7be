import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { useLocation } from 'wouter'
import { graphql } from '../../gql'
import { titleOf } from '../../cases/labels/case-title'
import { atIntervals, isAway } from '../../cases/live/away'
import { useCaseEvents } from '../../cases/live/case-news'
import type { CaseEvent } from '../../cases/live/follow-cases'
import { usePreferences } from '../../session/preferences'
import { useViewer } from '../../session/viewer'

/** Whether the browser can ask for notifications. It cannot over plain http from another machine. */
export const canNotify = (): boolean => 'Notification' in window && isSecureContext

const OwnOpenCasesQuery = graphql(`
  query OwnOpenCases {
    cases(first: 100, filter: { assignedToMe: true, closed: false }) {
      nodes {
        id
        ...TitledCase
      }
    }
  }
`)

/** Tells the viewer over the browser what others have done with the viewer's cases, if the viewer wants it. */
export function useNotifications(): void {
  const viewer = useViewer()
  const [{ notifies, playsSound }] = usePreferences()
  const [path, navigate] = useLocation()
  const [, id] = /^\/cases\/(\d+)$/.exec(path) ?? []
  useVisible(id)
  const isOn = notifies && canNotify() && Notification.permission === 'granted'
  const titles = useOwnTitles(isOn)

  useCaseEvents((event, isFirst) => {
    if (!isOn) return
    const own = titles.get(event.caseId)
    const title = event.case ? titleOf(event.case) : own
    if (event.case?.assignee?.email === viewer.email && title !== undefined) titles.set(event.caseId, title)
    else titles.delete(event.caseId)
    const text = textOf(event, viewer.email, own !== undefined)
    if (isFirst && text !== undefined && title !== undefined) void show(event, text, title)
  })

  async function show(event: CaseEvent, text: string, title: string): Promise<void> {
    if (await isVisible(event.caseId)) return
    try {
      // One that the browser shows already is replaced.
      const notification = new Notification(text, { body: title, tag: event.id, silent: !playsSound })
      notification.addEventListener('click', () => {
        window.focus()
        navigate(`/cases/${event.caseId}`)
        notification.close()
      })
    } catch {
      // Browsers of phones show none for a page.
    }
  }
}

/** What an event means for the person with this address. Undefined if it is not told. `wasOwn`: the person had the case. */
function textOf(event: CaseEvent, email: string, wasOwn: boolean): string | undefined {
  const { actor, changes, comments, case: of } = event
  if (actor?.email === email) return undefined
  const who = actor?.firstname ?? 'An import'
  const assignee = changes.find(({ path }) => path.join('.') === 'assignee')
  if (assignee?.to === email) return `${who} assigned a case to you`
  if (assignee?.from === email || (of === null && wasOwn)) return `${who} took a case from you`
  const isOwn = of?.assignee?.email === email
  const isAnswer = comments.some(({ author, internal }) => !internal && author.email === of?.party?.email)
  return isOwn && isAnswer ? `${of.party?.firstname} wrote` : undefined
}

/** The titles of the viewer's open cases by their IDs, for a case that the viewer can no longer see. */
function useOwnTitles(isOn: boolean): Map<string, string> {
  const [titles] = useState(() => new Map<string, string>())
  const [{ data }] = useQuery({ query: OwnOpenCasesQuery, pause: !isOn })
  useEffect(() => {
    for (const node of data?.cases?.nodes ?? []) titles.set(node.id, titleOf(node))
  }, [data, titles])
  return titles
}

const lockName = (id: string) => `case ${id} is visible`

const checkMs = 5_000

/** Lets the other tabs of the browser know that this one shows a case to somebody. */
function useVisible(id: string | undefined): void {
  useEffect(() => {
    if (id === undefined || !isSecureContext) return
    let leave: (() => void) | undefined
    function turn() {
      if (isAway() === (leave === undefined)) return
      leave?.()
      leave = undefined
      if (isAway()) return
      const { promise, resolve } = Promise.withResolvers<void>()
      leave = resolve
      void navigator.locks.request(lockName(id!), { mode: 'shared' }, () => promise)
    }
    turn()
    const end = atIntervals(checkMs, turn)
    return () => {
      leave?.()
      end()
    }
  }, [id])
}

/** Whether a tab of the browser shows the case where the viewer sees it. */
async function isVisible(id: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === lockName(id))
}
