import { RequestError } from '../../errors/request-error.ts'

const maxLength = 1_000
const maxLengthPerSession = 250
/** A queue of this length is busy: callers must prove that they may change the case, which costs a statement. */
const busyLength = 100

interface Queue {
  last: Promise<unknown>
  /** The session of each change, by the hash of its token, in their order. */
  sessions: string[]
}

/**
 * Runs changes of the same case one after another within the process, so that losers of a race do not waste statements
 * and connections. Correctness depends on the case's version alone.
 */
export class CaseQueue {
  /** How many changes were not written because another change came first. */
  lostRaces = 0
  /** How many changes locked their case, because others came first several times. */
  locks = 0
  #queues = new Map<number, Queue>()
  /** The IDs of the cases that `takeNextCase` is taking. */
  #taken = new Set<number>()

  /** The number of changes that wait for another change of the same case. */
  get waiting(): number {
    return this.#queues.values().reduce((sum, { sessions }) => sum + sessions.length - 1, 0)
  }

  /** Whether only callers who may change the case should be let into its queue. */
  isBusy(caseId: number): boolean {
    return (this.#queues.get(caseId)?.sessions.length ?? 0) >= busyLength
  }

  /** Runs a change that takes a case which waits in a group. Null if another one is taking it. */
  async unlessTaken<Result>(caseId: number, take: () => Promise<Result>): Promise<Result | null> {
    if (this.#taken.has(caseId)) return null
    this.#taken.add(caseId)
    return take().finally(() => this.#taken.delete(caseId))
  }

  /** Throws UNAVAILABLE if the queue is full. */
  async run<Result>(caseId: number, tokenHash: string, change: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(caseId) ?? { last: Promise.resolve(), sessions: [] }
    const { sessions } = queue
    if (sessions.length >= maxLength) {
      throw new RequestError('UNAVAILABLE', 'Too many changes to this case are waiting. Nothing was written.')
    }
    if (sessions.filter((each) => each === tokenHash).length >= maxLengthPerSession) {
      throw new RequestError(
        'UNAVAILABLE',
        'Too many changes to this case by this session are waiting. Nothing was written.',
      )
    }
    this.#queues.set(caseId, queue)
    sessions.push(tokenHash)
    const result = queue.last.then(change)
    queue.last = result.catch(() => {})
    try {
      return await result
    } finally {
      // Changes end in the order in which they began to wait.
      sessions.shift()
      if (sessions.length === 0) this.#queues.delete(caseId)
    }
  }
}
