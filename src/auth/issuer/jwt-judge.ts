import type { Logger } from 'pino'
import type { IssuerSettings } from '../../settings/issuer-settings.ts'
import { identityOf } from './claims.ts'
import type { IssuerKey } from './issuer-facts.ts'
import { IssuerKeys, type KeySet } from './issuer-keys.ts'
import { RejectedJwt } from './rejection.ts'
import { verifyJwt } from './verify-jwt.ts'

export interface JwtJudgeOptions {
  issuer: IssuerSettings
  log: Logger
  /** A monotonic clock in milliseconds. */
  now: () => number
}

/** What a JWT claims, and the keys that prove it. */
export interface ProvenIdentity {
  identity: IssuerKey
  keys: KeySet
}

/** Judges JWTs by the keys and the settings of the issuer, without the database. */
export class JwtJudge {
  readonly keys: IssuerKeys
  readonly #issuer: IssuerSettings

  constructor({ issuer, log, now }: JwtJudgeOptions) {
    this.#issuer = issuer
    this.keys = new IssuerKeys({ issuer, log, now })
  }

  /** Throws a RejectedJwt, or UNAVAILABLE if the process has never got the keys of the issuer. */
  async prove(jwt: string): Promise<ProvenIdentity> {
    const keys = await this.keys.load()
    try {
      return await this.#proveWith(jwt, keys)
    } catch (error) {
      if (!(error instanceof RejectedJwt && error.rule === 'key')) throw error
      const renewed = await this.keys.renew()
      if (renewed === keys) throw error
      return await this.#proveWith(jwt, renewed)
    }
  }

  async #proveWith(jwt: string, keys: KeySet): Promise<ProvenIdentity> {
    return { identity: await proveIdentity(jwt, this.#issuer, keys), keys }
  }
}

/** Throws a RejectedJwt. */
export async function proveIdentity(jwt: string, issuer: IssuerSettings, keys: KeySet): Promise<IssuerKey> {
  const claims = await verifyJwt(jwt, issuer, keys)
  return { issuer: issuer.url, ...identityOf(claims, issuer) }
}
