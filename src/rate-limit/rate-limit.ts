import { LRUCache } from 'lru-cache'

const windowMs = 60_000
/** Bounds the memory; the least recently used window is dropped first. */
const maximumWindows = 50_000

/** A limit after a request was counted. */
export interface LimitState {
  maximum: number
  remaining: number
  /** Until the end of the window. */
  secondsLeft: number
  isExceeded: boolean
  /** What it counts, for the error message. */
  scope: string
}

/**
 * Counts the requests of each subject per minute, in the memory of this process. A window starts with its first request.
 * Requests over the limit are not counted. `now` is a monotonic clock in milliseconds.
 */
export function rateLimit(scope: string, maximum: number, now: () => number): (subject: string) => LimitState {
  /** With `max`, the cache would allocate all of its entries at once. */
  const windows = new LRUCache<string, { used: number; endsAt: number }>({
    maxSize: maximumWindows,
    sizeCalculation: () => 1,
  })
  return (subject) => {
    const at = now()
    let window = windows.get(subject)
    if (!window || window.endsAt <= at) {
      window = { used: 0, endsAt: at + windowMs }
      windows.set(subject, window)
    }
    const isExceeded = window.used >= maximum
    if (!isExceeded) window.used++
    const secondsLeft = Math.ceil((window.endsAt - at) / 1000)
    return { maximum, remaining: maximum - window.used, secondsLeft, isExceeded, scope }
  }
}
