import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ShownCase } from '../../cases/change/open-case'
import { isAway } from '../../cases/live/away'
import { useViewer } from '../../session/viewer'
import { latestComments, latestEvent } from './entries'

/** What others have written since the page was opened, and whether the viewer has seen it. */
export interface News {
  /** The ID of the first comment. Undefined if there is none. */
  first: string | undefined
  /** How many of them are not seen. */
  unseen: number
}

interface Position {
  /** When the newest comment was added that was seen before what is new. */
  after: string
  /** When the newest comment was added that was seen. */
  seen: string
}

/** Marks what others write to an open case as new, until more is new. `onSeen` is called with the version that was seen. */
export function useNews(of: ShownCase, onSeen: (version: number) => void): News {
  const viewer = useViewer()
  const comments = latestComments(of)
  const newest = comments.at(-1)
  const [position, setPosition] = useState<Position>(() => {
    const at = newest?.createdAt ?? ''
    return { after: at, seen: at }
  })
  const isByOther = ({ author }: (typeof comments)[number]) =>
    author.email !== viewer.email || author.login !== viewer.login
  const others = comments.filter(isByOther)
  const unseen = others.filter(({ createdAt }) => createdAt > position.seen)
  // What comes after all was seen is new instead of it.
  const after = unseen.length > 0 && position.seen > position.after ? position.seen : position.after
  if (after !== position.after) setPosition({ ...position, after })
  useSeen(newest?.id, () => {
    if (newest) setPosition((before) => ({ ...before, seen: newest.createdAt }))
    onSeen(of.version)
  })
  return { first: others.find(({ createdAt }) => createdAt > after)?.id, unseen: unseen.length }
}

/** For the element of a conversation, which begins at its end. What others do moves nothing. When the viewer writes, its end is shown. */
export function useSteady(of: ShownCase, pending: number): RefObject<HTMLElement | null> {
  const conversation = useRef<HTMLElement>(null)
  const viewer = useViewer()
  const event = latestEvent(of)
  const last = useRef<Shown>({ event: event?.id, pending, entry: undefined, below: 0 })
  useLayoutEffect(() => {
    const element = conversation.current
    if (!element) return
    const before = last.current
    const isByOther = event?.id !== before.event && event?.actor?.email !== viewer.email
    if (pending > before.pending) element.scrollTo({ top: 0 })
    else if (isByOther && before.entry?.isConnected) element.scrollBy(0, before.below - below(element, before.entry))
    const entry = [...element.querySelectorAll('.entries > li:not(.pending)')].at(-1)
    last.current = { event: event?.id, pending, entry, below: entry ? below(element, entry) : 0 }
  })
  return conversation
}

/** What was shown last. */
interface Shown {
  /** The ID of the last change. */
  event: string | undefined
  /** How many messages were on their way. */
  pending: number
  /** The last entry, and how much was below it, in pixels. */
  entry: Element | undefined
  below: number
}

/** How much of a conversation is below an entry, in pixels. */
function below(conversation: HTMLElement, entry: Element): number {
  const content = conversation.firstElementChild?.getBoundingClientRect().bottom ?? 0
  return content - entry.getBoundingClientRect().bottom
}

const seenMs = 1_000

/** Calls the function when a comment has been in view for a second, and somebody is there. */
function useSeen(commentId: string | undefined, onSeen: () => void): void {
  const seen = useEffectEvent(onSeen)
  useEffect(() => {
    const element = entryOf(commentId)
    if (!element) return
    let isInView = false
    let timer: ReturnType<typeof setTimeout> | undefined
    function follow() {
      clearTimeout(timer)
      if (isInView && !document.hidden) timer = setTimeout(look, seenMs)
    }
    function look() {
      if (isAway()) follow()
      else seen()
    }
    // The end of a long one counts, as it is the last that is read.
    const observer = new IntersectionObserver((entries) => {
      isInView = entries.at(-1)?.isIntersecting ?? false
      follow()
    })
    observer.observe(element.querySelector('.end') ?? element)
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('visibilitychange', follow)
    }
  }, [commentId])
}

export function entryOf(commentId: string | undefined): HTMLElement | null {
  return commentId === undefined ? null : document.querySelector(`[data-comment="${commentId}"]`)
}
