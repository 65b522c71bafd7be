import { setTimeout as sleep } from 'node:timers/promises'

/** The maximum number of large queries of one session that run or wait. */
const maximumLength = 20

interface Queue {
  last: Promise<unknown>
  length: number
}

/**
 * Runs the large queries of a session one after another, with a pause after each as long as it took, so that they leave
 * time for others.
 */
export class LargeQueries {
  readonly #queues = new Map<string, Queue>()

  /** Undefined if too many queries of the session are waiting. */
  run<Result>(session: string, query: () => Promise<Result> | Result): Promise<Result> | undefined {
    const queue = this.#queues.get(session) ?? { last: Promise.resolve(), length: 0 }
    if (queue.length >= maximumLength) return undefined
    queue.length++
    this.#queues.set(session, queue)
    let startedAt = 0
    const result = queue.last.then(() => {
      startedAt = performance.now()
      return query()
    })
    queue.last = result
      .then(
        () => null,
        () => null,
      )
      .then(async () => {
        if (queue.length > 1) await sleep(performance.now() - startedAt)
        if (--queue.length === 0) this.#queues.delete(session)
      })
    return result
  }
}
