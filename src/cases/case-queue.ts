import { RequestError } from '../errors.ts'

const longestQueue = 1_000

/**
 * Changes of one case follow one another within the process: losers of a race would only burn statements and
 * connections. Correctness does not rest on it, the version does that.
 */
export class CaseQueue {
  #queues = new Map<number, { last: Promise<unknown>; length: number }>()

  /** How many changes wait for another one of their case. */
  get waiting(): number {
    return this.#queues.values().reduce((sum, { length }) => sum + length - 1, 0)
  }

  async run<Result>(caseId: number, change: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(caseId) ?? { last: Promise.resolve(), length: 0 }
    if (queue.length >= longestQueue) {
      throw new RequestError('UNAVAILABLE', 'Too many changes of this case are waiting. Nothing was written.')
    }
    this.#queues.set(caseId, queue)
    queue.length++
    const result = queue.last.then(change)
    queue.last = result.catch(() => {})
    try {
      return await result
    } finally {
      if (--queue.length === 0) this.#queues.delete(caseId)
    }
  }
}
