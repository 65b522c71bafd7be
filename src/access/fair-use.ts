import { LRUCache } from 'lru-cache'
import type { RateLimits } from '../config.ts'
import { Quota, type Window } from './quota.ts'
import { type Place, Suspects } from './suspects.ts'
import type { Credentials } from './viewer.ts'

/** So that the memory stays bounded; the least recently used go first. */
const maximumSessions = 100_000
const maximumTouchpoints = 10_000

/** A token with a touchpoint as they were sent: with another touchpoint, a session's token is as good as none. */
interface Session extends Window {
  /** Whether the database has ever let it in. Until then it is remembered while its requests run, no longer. */
  proven: boolean
  /** Whether the database let it in when it was asked last. */
  good: boolean
  /** How many of its requests run. */
  visits: number
}

/** A request that was let in. */
export interface Visit {
  readonly key: string
  readonly session: Session
  readonly touchpoint: string
  /** Whether the touchpoint's quota was used for it. */
  counted: boolean
  /** Where nobody knew its credentials, until they are judged. */
  place: Place | undefined
}

/** What a session, a touchpoint, and an address with wrong credentials may use a minute: docs/adr/0010-fair-use.md. */
export class FairUse {
  readonly #session: Quota
  readonly #touchpoint: Quota
  readonly #suspects: Suspects
  readonly #now: () => number
  readonly #proven = new LRUCache<string, Session>({ max: maximumSessions })
  readonly #unproven = new Map<string, Session>()
  readonly #touchpoints = new LRUCache<string, Window>({ max: maximumTouchpoints })

  /** `now` gives milliseconds on a clock that never goes back. */
  constructor({ session, touchpoint, failures }: RateLimits, now: () => number) {
    this.#session = new Quota('session', session, `A session may send ${session} requests a minute.`)
    this.#touchpoint = new Quota('touchpoint', touchpoint, `A touchpoint may send ${touchpoint} requests a minute.`)
    this.#suspects = new Suspects(failures, now)
    this.#now = now
  }

  /** Lets a request in before anything is done for it, or throws RATE_LIMITED. Every visit must be left. */
  enter(credentials: Credentials, address: string): Visit | Promise<Visit> {
    const now = this.#now()
    this.#suspects.require(address)
    const { touchpoint } = credentials
    const key = credentials.tokenHash.toString('latin1') + touchpoint
    const session = this.#proven.get(key) ?? this.#unproven.get(key) ?? this.#begin(key)
    this.#session.require(session, now)
    if (session.good) this.#touchpoint.require(this.#windowOf(touchpoint), now)

    this.#session.use(session, now)
    session.visits++
    const visit: Visit = { key, session, touchpoint, counted: false, place: undefined }
    credentials.judged = (good) => this.#judge(visit, good)
    if (session.good) this.#count(visit)
    return session.proven ? visit : this.#suspect(visit, address)
  }

  leave(visit: Visit): void {
    const { key, session } = visit
    this.#close(visit, false)
    if (--session.visits === 0 && !session.proven) this.#unproven.delete(key)
  }

  /** The headers that tell a session what remains to it; none for what is no session. */
  headersOf({ session }: Visit): Record<string, string> | undefined {
    if (!session.good) return undefined
    return { 'ratelimit-policy': this.#session.policy, ratelimit: this.#session.state(session, this.#now()) }
  }

  #suspect(visit: Visit, address: string): Visit | Promise<Visit> {
    const seat = (place: Place): Visit => {
      visit.place = place
      return visit
    }
    const place = this.#suspects.enter(address)
    if (!(place instanceof Promise)) return seat(place)
    return place.then(seat, (error: unknown) => {
      this.leave(visit)
      throw error
    })
  }

  #judge(visit: Visit, good: boolean): void {
    const { key, session } = visit
    // A session that was let in before and has ended guesses nothing: only what was never proven counts as a failure.
    this.#close(visit, !good)
    session.good = good
    if (!good) return
    this.#count(visit)
    if (session.proven) return
    session.proven = true
    this.#unproven.delete(key)
    this.#proven.set(key, session)
  }

  /** Uses the touchpoint's quota once for a request, and only for sessions: others could use it up. */
  #count(visit: Visit): void {
    if (visit.counted) return
    visit.counted = true
    this.#touchpoint.use(this.#windowOf(visit.touchpoint), this.#now())
  }

  #close(visit: Visit, failed: boolean): void {
    visit.place?.close(failed)
    visit.place = undefined
  }

  #begin(key: string): Session {
    const session = { used: 0, endsAt: 0, proven: false, good: false, visits: 0 }
    this.#unproven.set(key, session)
    return session
  }

  #windowOf(touchpoint: string): Window {
    let window = this.#touchpoints.get(touchpoint)
    if (!window) this.#touchpoints.set(touchpoint, (window = { used: 0, endsAt: 0 }))
    return window
  }
}
