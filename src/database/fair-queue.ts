import { LRUCache } from 'lru-cache'
import { RequestError } from '../errors.ts'
import type { Queryable } from './statement.ts'

/** How many statements of a session run at a time. */
const concurrencyPerSession = 2
/** The milliseconds that a session may use at once, and how much of each second it gets back. */
const budgetMs = 500
const refill = 1 / 3
const maximumUseMs = 5_000
/** The share of the slots that sessions over their budget may use. */
const shareOverBudget = 1 / 4
/** The number of sessions whose use is remembered. */
const maximumSessions = 10_000
/** How many statements of a session may wait, and for how long. */
const maximumWaiting = 1_000
const maximumWaitMs = 5_000

interface Session {
  running: number
  waiting: (() => void)[]
  /** What it had used at the time `at`, less what it had got back. */
  usedMs: number
  at: number
}

/**
 * Runs statements whose time depends on what the caller asks for, such as searches. Each session runs two at a time. The
 * session that has used least comes first. Sessions over their budget share some of the slots.
 */
export class FairQueue {
  readonly #slots: number
  readonly #slotsOverBudget: number
  /** With `max`, the cache would allocate all of its entries at once. */
  readonly #sessions = new LRUCache<string, Session>({ maxSize: maximumSessions, sizeCalculation: () => 1 })
  /** The sessions with running statements. */
  readonly #running = new Set<Session>()
  /** The sessions with waiting statements. The one that was served last is the last one. */
  readonly #waiting = new Set<Session>()
  #timer: NodeJS.Timeout | undefined

  /** `slots`: how many statements of all sessions run at a time. */
  constructor(slots: number) {
    this.#slots = slots
    this.#slotsOverBudget = Math.ceil(slots * shareOverBudget)
  }

  /** The number of waiting statements. */
  get waiting(): number {
    return this.#waiting.values().reduce((sum, { waiting }) => sum + waiting.length, 0)
  }

  /**
   * The server for statements of the session. They throw RATE_LIMITED if too many of the session wait, and after waiting
   * for 5 s: RATE_LIMITED because of the session's own statements, otherwise UNAVAILABLE.
   */
  limit(token: string, server: Queryable): Queryable {
    return { run: (statement, values) => this.run(token, () => server.run(statement, values)) }
  }

  /** The same for other work. */
  async run<Result>(token: string, work: () => Promise<Result>): Promise<Result> {
    const session = this.#sessionOf(token)
    await this.#turn(session)
    try {
      return await work()
    } finally {
      this.#count(session, -1)
      this.#startWaiting()
    }
  }

  #sessionOf(token: string): Session {
    const known = this.#sessions.get(token)
    if (known) return known
    const session = { running: 0, waiting: [], usedMs: 0, at: performance.now() }
    this.#sessions.set(token, session)
    return session
  }

  #turn(session: Session): Promise<void> {
    const { waiting } = session
    if (waiting.length >= maximumWaiting) {
      throw new RequestError('RATE_LIMITED', 'Too many lists of this session are waiting. Nothing was written.')
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1)
        if (waiting.length === 0) this.#waiting.delete(session)
        reject(waitedTooLong(session))
      }, maximumWaitMs)
      waiting.push(start)
      this.#waiting.add(session)
      this.#startWaiting()
    })
  }

  #startWaiting(): void {
    clearTimeout(this.#timer)
    for (let session = this.#next(); session; session = this.#next()) {
      const start = session.waiting.shift()!
      this.#waiting.delete(session)
      if (session.waiting.length > 0) this.#waiting.add(session)
      this.#count(session, 1)
      start()
    }
    const untilBudget = Math.min(...this.#waiting.values().map(msUntilBudget))
    if (untilBudget < maximumWaitMs) this.#timer = setTimeout(() => this.#startWaiting(), Math.ceil(untilBudget))
  }

  /** The session whose statement may start. */
  #next(): Session | undefined {
    if (sum(this.#running) >= this.#slots) return undefined
    const first = this.#waiting
      .values()
      .filter(({ running }) => running < concurrencyPerSession)
      .reduce<Session | undefined>((best, each) => (best && useOf(best) <= useOf(each) ? best : each), undefined)
    if (!first || !isOverBudget(first)) return first
    return sum(this.#running.values().filter(isOverBudget)) < this.#slotsOverBudget ? first : undefined
  }

  #count(session: Session, change: 1 | -1): void {
    session.usedMs = useOf(session)
    session.at = performance.now()
    session.running += change
    if (session.running > 0) this.#running.add(session)
    else this.#running.delete(session)
  }
}

function sum(sessions: Iterable<Session>): number {
  let statements = 0
  for (const { running } of sessions) statements += running
  return statements
}

function useOf({ usedMs, at, running }: Session): number {
  const use = usedMs + (performance.now() - at) * (running - refill)
  return Math.min(Math.max(use, 0), maximumUseMs)
}

const isOverBudget = (session: Session) => useOf(session) > budgetMs

/** Infinity for sessions that do not wait for their budget, or do not get it back because they use more. */
function msUntilBudget(session: Session): number {
  const missing = useOf(session) - budgetMs
  return missing > 0 && session.running === 0 ? missing / refill : Infinity
}

function waitedTooLong(session: Session): RequestError {
  return session.running === concurrencyPerSession || isOverBudget(session)
    ? new RequestError('RATE_LIMITED', 'The lists of this session take too much time. Nothing was written.')
    : new RequestError('UNAVAILABLE', 'Too many lists are waiting. Nothing was written.')
}
