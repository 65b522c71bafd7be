import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { RateLimits } from '../config.ts'
import { Quota, type Sharing, type Window } from './quota.ts'
import { type Place, Suspects } from './suspects.ts'
import type { Credentials } from '../auth/viewer.ts'

/** So that the memory stays bounded; the least recently used go first. */
const maximumSessions = 100_000
const maximumTouchpoints = 10_000

/** A token with a touchpoint as they were sent: with another touchpoint, a session's token is as good as none. */
interface Session extends Window {
  readonly touchpoint: string
  /** Whether the database has ever let it in. Until then it is remembered while its requests run, no longer. */
  proven: boolean
  /** Whether the database let it in when it was asked last. */
  good: boolean
  /** How many of its requests run. */
  visits: number
}

/** A request that was let in. One object and no closures: every request has one. */
export class Visit {
  readonly token: string
  readonly session: Session
  /** Whether the touchpoint's quota was used for it. */
  counted: boolean
  /** Where nobody knew its credentials, until they are judged. */
  place: Place | undefined = undefined
  readonly #fairUse: FairUse

  constructor(fairUse: FairUse, token: string, session: Session, counted: boolean) {
    this.#fairUse = fairUse
    this.token = token
    this.session = session
    this.counted = counted
  }

  judged(good: boolean): void {
    this.#fairUse.judge(this, good)
  }

  /** Adds the headers that tell a session what remains to it, names and values in turn; none for what is no session. */
  addHeaders(headers: (string | number)[]): void {
    this.#fairUse.addHeaders(this, headers)
  }
}

interface Surroundings {
  addressOf(request: IncomingMessage): string
  /** Milliseconds on a clock that never goes back. */
  now(): number
  /** Undefined where no other process counts. */
  sharing?: Sharing | undefined
}

/** What a session, a touchpoint, and an address with wrong credentials may use a minute: docs/adr/0010-fair-use.md. */
export class FairUse {
  readonly #session: Quota
  readonly #touchpoint: Quota
  readonly #suspects: Suspects
  readonly #addressOf: (request: IncomingMessage) => string
  readonly #now: () => number
  /** By token alone: none is good for two touchpoints, and to put a key together costs half as much as all the rest. */
  readonly #proven = new LRUCache<string, Session>({ max: maximumSessions })
  /** By token and touchpoint. */
  readonly #unproven = new Map<string, Session>()
  readonly #touchpoints = new LRUCache<string, Window>({ max: maximumTouchpoints })

  constructor(limits: RateLimits, { addressOf, now, sharing }: Surroundings) {
    const { session, touchpoint, failures } = limits
    const refusal = (who: string, limit: number) => `A ${who} may send ${limit} requests a minute.`
    this.#session = new Quota('session', session, refusal('session', session), sharing)
    this.#touchpoint = new Quota('touchpoint', touchpoint, refusal('touchpoint', touchpoint), sharing)
    this.#suspects = new Suspects(failures, sharing, now)
    this.#addressOf = addressOf
    this.#now = now
  }

  /** Lets a request in before anything is done for it, or throws RATE_LIMITED. Every visit must be left. */
  enter(credentials: Credentials, request: IncomingMessage): Visit | Promise<Visit> {
    const { tokenHash: token, touchpoint } = credentials
    const known = this.#find(token, touchpoint)
    // Whoever else fails behind its address does not shut out a session that is good.
    if (!known?.good) this.#suspects.require(this.#addressOf(request))
    const session = known ?? this.#begin(token, touchpoint)
    const now = this.#now()
    this.#session.require(session, now)
    if (session.good) {
      const window = this.#windowOf(touchpoint)
      this.#touchpoint.require(window, now)
      this.#touchpoint.use(window, now)
    }
    this.#session.use(session, now)
    session.visits++
    const visit = new Visit(this, token, session, session.good)
    return session.proven ? visit : this.#suspect(visit, this.#addressOf(request))
  }

  leave(visit: Visit): void {
    const { token, session } = visit
    this.#close(visit, false)
    if (--session.visits === 0 && !session.proven) this.#unproven.delete(token + session.touchpoint)
  }

  judge(visit: Visit, good: boolean): void {
    const { token, session } = visit
    // A session that was let in before and has ended guesses nothing: only what was never proven counts as a failure.
    this.#close(visit, !good)
    session.good = good
    if (!good) return
    // Only sessions use up the touchpoint's quota, once a request: others could use up all of it.
    if (!visit.counted) this.#touchpoint.use(this.#windowOf(session.touchpoint), this.#now())
    visit.counted = true
    if (session.proven) return
    session.proven = true
    session.key = token
    this.#unproven.delete(token + session.touchpoint)
    this.#proven.set(token, session)
  }

  addHeaders({ session }: Visit, headers: (string | number)[]): void {
    if (!session.good) return
    headers.push('ratelimit-policy', this.#session.policy, 'ratelimit', this.#session.state(session, this.#now()))
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

  #close(visit: Visit, failed: boolean): void {
    visit.place?.close(failed)
    visit.place = undefined
  }

  #find(token: string, touchpoint: string): Session | undefined {
    const proven = this.#proven.get(token)
    return proven?.touchpoint === touchpoint ? proven : this.#unproven.get(token + touchpoint)
  }

  #begin(token: string, touchpoint: string): Session {
    const session = { key: '', used: 0, shared: 0, endsAt: 0, touchpoint, proven: false, good: false, visits: 0 }
    this.#unproven.set(token + touchpoint, session)
    return session
  }

  #windowOf(touchpoint: string): Window {
    let window = this.#touchpoints.get(touchpoint)
    if (!window) this.#touchpoints.set(touchpoint, (window = { key: touchpoint, used: 0, shared: 0, endsAt: 0 }))
    return window
  }
}
