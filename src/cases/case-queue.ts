import { RequestError } from '../errors.ts'

const longestQueue = 1_000
/** How many changes of one case one session may have waiting. */
const longestShare = 250
/** From this length on, only who may change the case gets a place: telling that costs a statement. */
const busyLength = 100

interface Queue {
  last: Promise<unknown>
  length: number
  shares: Map<string, number>
}

/**
 * Changes of one case follow one another within the process: losers of a race would only burn statements and
 * connections. Correctness does not rest on it, the version does that.
 */
export class CaseQueue {
  #queues = new Map<number, Queue>()

  /** How many changes wait for another one of their case. */
  get waiting(): number {
    return this.#queues.values().reduce((sum, { length }) => sum + length - 1, 0)
  }

  /** Whether so many wait that a caller must be known to be allowed to change the case before it takes a place. */
  isBusy(caseId: number): boolean {
    return (this.#queues.get(caseId)?.length ?? 0) >= busyLength
  }

  async run<Result>(caseId: number, tokenHash: string, change: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(caseId) ?? { last: Promise.resolve(), length: 0, shares: new Map<string, number>() }
    const share = queue.shares.get(tokenHash) ?? 0
    if (queue.length >= longestQueue) {
      throw new RequestError('UNAVAILABLE', 'Too many changes to this case are waiting. Nothing was written.')
    }
    if (share >= longestShare) {
      throw new RequestError(
        'UNAVAILABLE',
        'Too many changes to this case by this session are waiting. Nothing was written.',
      )
    }
    this.#queues.set(caseId, queue)
    queue.length++
    queue.shares.set(tokenHash, share + 1)
    const result = queue.last.then(change)
    queue.last = result.catch(() => {})
    try {
      return await result
    } finally {
      if (--queue.length === 0) this.#queues.delete(caseId)
      const left = (queue.shares.get(tokenHash) ?? 0) - 1
      if (left > 0) queue.shares.set(tokenHash, left)
      else queue.shares.delete(tokenHash)
    }
  }
}
