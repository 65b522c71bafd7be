import { RequestError } from '../errors/request-error.ts'
import type { Queryable } from './statements/statement.ts'

const maximumWaitMs = 5_000
/** What waits for the session must not be rejected because of one slow statement. */
const maximumPauseMs = 1_000

interface QueueLimits {
  /** What is run, for error messages. */
  work: string
  /** How much runs at a time. Of a session, only one piece does. */
  inTotal: number
  waiting: number
  /** How long a session pauses of which more waits, as a multiple of the time that its last work took. */
  pause: number
}

interface Session {
  /** Whether its work runs, or it pauses. */
  isBusy: boolean
  waiting: (() => void)[]
}

/**
 * Runs the work of sessions in turn: the session that was served least recently comes first. While more of a session waits, it
 * pauses after each piece of work, so that it leaves time for others.
 */
export class FairQueue {
  readonly #limits: QueueLimits
  /** The sessions with work that runs or waits, in the order in which they have to be served. */
  readonly #sessions = new Map<string, Session>()
  #running = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  get sessions(): number {
    return this.#sessions.size
  }

  get waiting(): number {
    return this.#sessions.values().reduce((sum, { waiting }) => sum + waiting.length, 0)
  }

  /** The server for statements of the session, which throw the errors of `run`, and the excess of the response: its caller may leave. */
  limit(name: string, server: Queryable, response: { excess: Error | undefined }): Queryable {
    return {
      run: (statement, values) =>
        this.run(name, () => {
          if (response.excess) throw response.excess
          return server.run(statement, values)
        }),
    }
  }

  /**
   * Runs work when it is the session's turn. Throws RATE_LIMITED if too much of the session waits, and after waiting for 5 s or the
   * given time: RATE_LIMITED because of the session's own work, otherwise UNAVAILABLE.
   */
  async run<Result>(name: string, work: () => Promise<Result> | Result, waitMs = maximumWaitMs): Promise<Result> {
    const session = this.#sessions.get(name) ?? { isBusy: false, waiting: [] }
    this.#sessions.set(name, session)
    if (session.isBusy || this.#running >= this.#limits.inTotal) await this.#turn(session, waitMs)
    else this.#begin(session)
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      this.#running--
      this.#sessions.delete(name)
      this.#sessions.set(name, session)
      const pause = Math.min(this.#limits.pause * (performance.now() - startedAt), maximumPauseMs)
      if (session.waiting.length > 0) setTimeout(() => this.#end(session), pause)
      else session.isBusy = false
      this.#startWaiting()
    }
  }

  #begin(session: Session): void {
    this.#running++
    session.isBusy = true
  }

  #end(session: Session): void {
    session.isBusy = false
    this.#startWaiting()
  }

  #turn(session: Session, waitMs: number): Promise<void> {
    const { waiting } = session
    if (waiting.length >= this.#limits.waiting) {
      const message = `Too many ${this.#limits.work} of this session are waiting. ${nothingWritten}`
      throw new RequestError('RATE_LIMITED', message)
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        this.#begin(session)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(this.#waitedTooLong(session))
      }, waitMs)
      waiting.push(start)
    })
  }

  /** Sessions without work are forgotten. */
  #startWaiting(): void {
    for (const [name, { isBusy, waiting }] of this.#sessions) {
      if (isBusy) continue
      if (waiting.length === 0) this.#sessions.delete(name)
      else if (this.#running < this.#limits.inTotal) waiting.shift()!()
    }
  }

  #waitedTooLong({ isBusy }: Session): RequestError {
    const { work } = this.#limits
    return isBusy
      ? new RequestError('RATE_LIMITED', `The ${work} of this session take too much time. ${nothingWritten}`)
      : new RequestError('UNAVAILABLE', `Too many ${work} are waiting. ${nothingWritten}`)
  }
}

const nothingWritten = 'Nothing was written.'
