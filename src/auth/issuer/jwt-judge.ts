import type { IssuerSettings } from '../../settings/issuer-settings.ts'
import { identityOf } from './claims.ts'
import type { IssuerKey } from './issuer-facts.ts'
import { IssuerKeys, type IssuerKeysOptions, type KeySet } from './issuer-keys.ts'
import { RejectedJwt } from './rejection.ts'
import { verifyJwt } from './verify-jwt.ts'

/** Judges JWTs by the keys and the settings of the issuer, without the database. */
export class JwtJudge {
  readonly keys: IssuerKeys
  readonly #issuer: IssuerSettings

  constructor(options: IssuerKeysOptions) {
    this.#issuer = options.issuer
    this.keys = new IssuerKeys(options)
  }

  /** What a JWT claims, and the keys that prove it. Throws a RejectedJwt, or UNAVAILABLE if the process has never got the keys of the issuer. */
  async prove(jwt: string) {
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

  async #proveWith(jwt: string, keys: KeySet) {
    return { identity: await proveIdentity(jwt, this.#issuer, keys), keys }
  }
}

/** Throws a RejectedJwt. */
export async function proveIdentity(jwt: string, issuer: IssuerSettings, keys: KeySet): Promise<IssuerKey> {
  const claims = await verifyJwt(jwt, issuer, keys)
  return { issuer: issuer.url, ...identityOf(claims, issuer) }
}
