import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { ShownCase } from '../change/open-case'
import { useViewer } from '../session/viewer'
import { latestComments } from './entries'
import { entryOf, useSeen } from './use-seen'

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

/** For the element of a conversation, which begins at its end. What others write moves nothing. The end of the conversation is shown when the viewer has written. */
export function useSteady(of: ShownCase, pending: number): RefObject<HTMLElement | null> {
  const conversation = useRef<HTMLElement>(null)
  const viewer = useViewer()
  const newest = latestComments(of).at(-1)
  const last = useRef({ id: newest?.id, below: 0, pending })
  useLayoutEffect(() => {
    const element = conversation.current
    if (!element) return
    const before = last.current
    const entry = entryOf(before.id)
    const isByOther = newest?.author.email !== viewer.email
    if (pending > before.pending) element.scrollTo({ top: 0 })
    else if (entry && newest?.id !== before.id && isByOther) element.scrollBy(0, before.below - below(element, entry))
    const now = entryOf(newest?.id)
    last.current = { id: newest?.id, below: now ? below(element, now) : 0, pending }
  })
  return conversation
}

/** How much of a conversation is below an entry, in pixels. */
function below(conversation: HTMLElement, entry: HTMLElement): number {
  const content = conversation.firstElementChild?.getBoundingClientRect().bottom ?? 0
  return content - entry.getBoundingClientRect().bottom
}
