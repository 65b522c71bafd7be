const firstMs = 500

/** How long to wait after a number of failures in a row: twice as long after each, shortened by up to half at random. */
export function backoffMs(failures: number, maximumMs: number): number {
  return Math.min(firstMs * 2 ** failures, maximumMs) * (1 - Math.random() / 2)
}

/** How long a response asks to wait, in milliseconds. 0 if it does not ask. */
export function retryAfterMs(response: Response | undefined): number {
  const value = response?.headers.get('Retry-After') ?? ''
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Math.max(ms, 0) || 0
}

/** Rejects with the reason of the signal as soon as it is aborted. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
