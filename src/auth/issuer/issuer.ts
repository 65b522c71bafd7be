import { LRUCache } from 'lru-cache'
import type { Database } from '../../database/database.ts'
import { IssuerKeys, type IssuerKeysOptions, type KeySet } from './issuer-keys.ts'
import { lastUse } from './issuer-session.rules.ts'
import { decideRegistered, openIssuerSession } from './open-session.ts'
import { RejectedJwt, type RejectionRule } from './rejection.ts'
import { proveIdentity } from './verify-jwt.ts'

/** Bounds the memory. The least recently used JWT is dropped first, and judged again when it is used. */
const maximumRemembered = 50_000
const logIntervalMs = 60_000

/** The session of a JWT that this process has accepted. */
export interface IssuedSession {
  readonly touchpoint: string
  readonly tokenHash: string
  /** In milliseconds since 1970. */
  readonly expiresAt: number
  readonly keys: KeySet
  /** Whether a request found that the session is no longer valid, so that the JWT has to be judged again. */
  isOver: boolean
}

interface IssuerOptions extends IssuerKeysOptions {
  database: Database
  /** How long a new session may be unused, in seconds. Null if it has no idle limit. */
  idleSeconds: number | null
}

/** Accepts the JWTs of the issuer: each becomes a session on first use, and is remembered. */
export class Issuer {
  readonly #options: IssuerOptions
  readonly #keys: IssuerKeys
  readonly #rejections = new Map<RejectionRule, { number: number; loggedAt: number }>()
  /** By the SHA-256 of the JWT. With `max`, the cache would allocate all of its entries at once. */
  readonly #remembered = new LRUCache<string, IssuedSession>({ maxSize: maximumRemembered, sizeCalculation: () => 1 })

  constructor(options: IssuerOptions) {
    this.#options = options
    this.#keys = new IssuerKeys(options)
  }

  /** The session of a JWT that was accepted before and is not expired, by the hash of the JWT. Does not ask the database. */
  remembered(jwtHash: string): IssuedSession | undefined {
    const session = this.#remembered.get(jwtHash)
    return session && isUsable(session, this.#keys.current) ? session : undefined
  }

  /** The session of a JWT; null if it is rejected. Throws UNAVAILABLE if the process has never got the keys of the issuer. */
  async session(jwt: string, hash: string): Promise<IssuedSession | null> {
    const result = await this.#unlessRejected(async () => {
      const known = this.#remembered.get(hash)
      // A request may only have waited for the keys.
      if (known && isUsable(known, await this.#keys.load())) return known
      const { identity, keys } = await proveIdentity(jwt, this.#options.issuer, this.#keys)
      const tokenHash = await openIssuerSession(this.#options.database, identity, this.#options)
      const expiresAt = lastUse(identity).getTime()
      return { touchpoint: identity.touchpoint, tokenHash, expiresAt, keys, isOver: false }
    })
    if (result instanceof RejectedJwt) {
      this.#remembered.delete(hash)
      return null
    }
    this.#remembered.set(hash, result)
    return result
  }

  /**
   * Identifies the person of a JWT by the same rules as a request with it, and registers the person if the touchpoint may do so,
   * but creates no session. For the desk's own login. Throws UNAVAILABLE if the process has never got the keys of the issuer.
   */
  async identify(jwt: string) {
    const result = await this.#unlessRejected(async () => {
      const { identity } = await proveIdentity(jwt, this.#options.issuer, this.#keys)
      const decision = await decideRegistered(this.#options.database, identity)
      if (decision.kind === 'rejected') throw new RejectedJwt(decision.rule)
      const { touchpoint, login } = identity
      return { touchpoint, login, personId: decision.personId, expiresAt: lastUse(identity) }
    })
    return result instanceof RejectedJwt ? { rejectedBy: result.rule } : result
  }

  async #unlessRejected<Result>(work: () => Promise<Result>): Promise<Result | RejectedJwt> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RejectedJwt)) throw error
      this.#log(error.rule)
      return error
    }
  }

  /** Logs rejections at most once a minute for each rule, because everyone can cause them. */
  #log(rule: RejectionRule): void {
    const now = this.#options.now()
    const count = this.#rejections.get(rule) ?? { number: 0, loggedAt: -Infinity }
    this.#rejections.set(rule, count)
    count.number++
    if (now - count.loggedAt < logIntervalMs) return
    // The number since the last line.
    this.#options.log.warn({ rule, rejected: count.number }, 'JWTs were rejected.')
    count.number = 0
    count.loggedAt = now
  }
}

function isUsable(session: IssuedSession, keys: KeySet | undefined): boolean {
  return !session.isOver && session.keys === keys && session.expiresAt > Date.now()
}
