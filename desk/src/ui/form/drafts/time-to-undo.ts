type End = 'over' | 'left' | 'undone'

const waiting = new Set<(end: End) => void>()
const underWay = new Set<Promise<unknown>>()

/** A time in which something can be undone. It ends at once when the page is left. */
export function waitToUndo(ms: number) {
  const { promise, resolve } = Promise.withResolvers<End>()
  const finish = (end: End) => {
    waiting.delete(finish)
    clearTimeout(timer)
    resolve(end)
  }
  const timer = setTimeout(() => finish('over'), ms)
  waiting.add(finish)
  return {
    /** Resolves at the end of the time, with what has ended it. */
    ended: promise,
    callOff: () => finish('undone'),
  }
}

/** Notes what goes on after its page was left. */
export function track<Result>(run: Promise<Result>): Promise<Result> {
  underWay.add(run)
  return run.finally(() => underWay.delete(run))
}

function beginAll(): void {
  for (const finish of waiting) finish('left')
}

/** Begins everything that could be undone, and waits until nothing that was noted is under way. */
export async function finishAll(): Promise<void> {
  beginAll()
  await Promise.allSettled(underWay)
}

window.addEventListener('pagehide', beginAll)
