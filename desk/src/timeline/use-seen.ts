import { useEffect, useEffectEvent } from 'react'
import { isAway } from '../live/away'

const seenMs = 1_000

/** Calls the function when a comment has been in view for a second, and somebody is there. */
export function useSeen(commentId: string | undefined, onSeen: () => void): void {
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
