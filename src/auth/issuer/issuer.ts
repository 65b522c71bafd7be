import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import type { IssuerSettings } from '../../settings/issuer-settings.ts'
import type { LoginKind } from '../../people/people.entity.ts'
import type { IssuedSession } from './issued-session.ts'
import type { KeySet } from './issuer-keys.ts'
import { lastUse } from './issuer-session.rules.ts'
import { JwtJudge } from './jwt-judge.ts'
import { decideRegistered, openIssuerSession, type OpenOptions } from './open-session.ts'
import { RejectedJwt, type RejectionRule } from './rejection.ts'
import { RejectionLog } from './rejection-log.ts'

/** Bounds the memory. The least recently used JWT is dropped first, and judged again when it is used. */
const maximumRemembered = 50_000

export interface IssuerOptions extends OpenOptions {
  issuer: IssuerSettings
  database: Database
  log: Logger
  /** A monotonic clock in milliseconds. */
  now: () => number
}

/** The person that a JWT identifies, or the rule that rejects it. */
export type Identified =
  { touchpoint: string; login: LoginKind; personId: number; expiresAt: Date } | { rejectedBy: RejectionRule }

/** Accepts the JWTs of the issuer: each becomes a session on first use, and is remembered. */
export class Issuer {
  readonly #options: IssuerOptions
  readonly #judge: JwtJudge
  readonly #rejections: RejectionLog
  /** By the SHA-256 of the JWT. With `max`, the cache would allocate all of its entries at once. */
  readonly #remembered = new LRUCache<string, IssuedSession>({ maxSize: maximumRemembered, sizeCalculation: () => 1 })
  /** Concurrent first uses of a JWT are one. */
  readonly #opening = new Map<string, Promise<IssuedSession | null>>()

  constructor(options: IssuerOptions) {
    this.#options = options
    this.#judge = new JwtJudge(options)
    this.#rejections = new RejectionLog(options.log, options.now)
  }

  /** The session of a JWT that was accepted before and is not expired, by the hash of the JWT. Does not ask the database. */
  remembered(jwtHash: string): IssuedSession | undefined {
    const session = this.#remembered.get(jwtHash)
    return session && isUsable(session, this.#judge.keys.current) ? session : undefined
  }

  /** The session of a JWT, with the hash of the JWT; null if it is rejected. Throws UNAVAILABLE if the process has never got the keys of the issuer. */
  async session(jwt: string, hash: string): Promise<IssuedSession | null> {
    let opening = this.#opening.get(hash)
    if (!opening) {
      opening = this.#open(jwt, hash).finally(() => this.#opening.delete(hash))
      this.#opening.set(hash, opening)
    }
    return opening
  }

  /**
   * Identifies the person of a JWT by the same rules as a request with it, and registers the person if the touchpoint may do so,
   * but creates no session. For the desk's own login. Throws UNAVAILABLE if the process has never got the keys of the issuer.
   */
  async identify(jwt: string): Promise<Identified> {
    const result = await this.#unlessRejected(async () => {
      const { identity } = await this.#judge.prove(jwt)
      const decision = await decideRegistered(this.#options.database, identity)
      if (decision.kind === 'rejected') throw new RejectedJwt(decision.rule)
      const { touchpoint, login } = identity
      return { touchpoint, login, personId: decision.personId, expiresAt: lastUse(identity) }
    })
    return result instanceof RejectedJwt ? { rejectedBy: result.rule } : result
  }

  async #open(jwt: string, hash: string): Promise<IssuedSession | null> {
    const result = await this.#unlessRejected(async () => {
      const known = this.#remembered.get(hash)
      // A request may only have waited for the keys.
      if (known && isUsable(known, await this.#judge.keys.load())) return known
      const { identity, keys } = await this.#judge.prove(jwt)
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

  async #unlessRejected<Result>(work: () => Promise<Result>): Promise<Result | RejectedJwt> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RejectedJwt)) throw error
      this.#rejections.count(error.rule)
      return error
    }
  }
}

function isUsable(session: IssuedSession, keys: KeySet | undefined): boolean {
  return !session.isOver && session.keys === keys && session.expiresAt > Date.now()
}
