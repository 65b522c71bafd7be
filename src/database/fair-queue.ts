import { LRUCache } from 'lru-cache'
import { RequestError } from '../errors.ts'
import type { Queryable } from './statement.ts'

/** How many statements of a session run at a time, unless it has used up its budget. */
const concurrencyPerSession = 2
/** The database time that a session may use at once, in milliseconds, and how much of each second it gets back. */
const budgetMs = 500
const refill = 0.25
const maximumUseMs = 5_000
/** The number of sessions whose use is remembered. */
const maximumSessions = 10_000
/** How many statements of a session may wait, and for how long. */
const maximumWaiting = 100
const maximumWaitMs = 5_000

interface Running {
  token: string
  startedAt: number
}

/**
 * Runs statements whose time depends on what the caller asks for, such as searches. Each session runs two at a time.
 * Sessions that have used up their budget of database time share one statement at a time. The session that was served
 * least recently comes first.
 */
export class FairQueue {
  readonly #slots: number
  readonly #running = new Set<Running>()
  /** The waiting statements of sessions, the least recently served session first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  /** The database time that sessions have used, until `at`. */
  readonly #uses = new LRUCache<string, { ms: number; at: number }>({ max: maximumSessions })

  /** `slots`: how many statements of all sessions run at a time. */
  constructor(slots: number) {
    this.#slots = slots
  }

  /** The number of waiting statements. */
  get waiting(): number {
    return this.#waiting.values().reduce((sum, { length }) => sum + length, 0)
  }

  /** The server for statements of the session. They throw UNAVAILABLE if too many wait, or after waiting for 5 s. */
  limit(token: string, server: Queryable): Queryable {
    return { run: (statement, values) => this.run(token, () => server.run(statement, values)) }
  }

  /** The same for other work. */
  async run<Result>(token: string, work: () => Promise<Result>): Promise<Result> {
    const running = await this.#turn(token)
    try {
      return await work()
    } finally {
      this.#end(running)
    }
  }

  #turn(token: string): Running | Promise<Running> {
    const queue = this.#waiting.get(token) ?? []
    if (queue.length === 0 && this.#mayStart(token)) return this.#begin(token)
    if (queue.length >= maximumWaiting) throw tooManyWaiting()
    this.#waiting.set(token, queue)
    return new Promise((resolve, reject) => {
      const waiting = () => {
        clearTimeout(timer)
        resolve(this.#begin(token))
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1)
        if (queue.length === 0) this.#waiting.delete(token)
        reject(tooManyWaiting())
      }, maximumWaitMs)
      queue.push(waiting)
    })
  }

  #mayStart(token: string): boolean {
    if (this.#running.size >= this.#slots) return false
    const running = [...this.#running]
    if (this.#isOverBudget(token)) return !running.some((each) => this.#isOverBudget(each.token))
    return running.filter((each) => each.token === token).length < concurrencyPerSession
  }

  #isOverBudget(token: string): boolean {
    const now = performance.now()
    const own = [...this.#running].filter((each) => each.token === token)
    return own.reduce((ms, { startedAt }) => ms + now - startedAt, this.#used(token, now)) > budgetMs
  }

  /** The database time of the session's earlier statements, less what it got back. */
  #used(token: string, now: number): number {
    const use = this.#uses.get(token)
    return use ? Math.max(0, use.ms - (now - use.at) * refill) : 0
  }

  #begin(token: string): Running {
    const running = { token, startedAt: performance.now() }
    this.#running.add(running)
    return running
  }

  #end(running: Running): void {
    const { token, startedAt } = running
    const now = performance.now()
    this.#running.delete(running)
    this.#uses.set(token, { ms: Math.min(maximumUseMs, this.#used(token, now) + now - startedAt), at: now })
    for (const [waitingToken, queue] of this.#waiting) {
      if (this.#running.size >= this.#slots) return
      if (!this.#mayStart(waitingToken)) continue
      // The session comes last from now on. The loop gets to it again.
      this.#waiting.delete(waitingToken)
      const start = queue.shift()!
      if (queue.length > 0) this.#waiting.set(waitingToken, queue)
      start()
    }
  }
}

function tooManyWaiting(): RequestError {
  return new RequestError('UNAVAILABLE', 'Too many lists of this session are waiting. Nothing was written.')
}
