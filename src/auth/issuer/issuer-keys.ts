import { createLocalJWKSet, type JSONWebKeySet } from 'jose'
import type { Logger } from 'pino'
import { RequestError } from '../../errors/request-error.ts'
import type { IssuerSettings } from '../../settings/issuer-settings.ts'
import { AddressPolicy } from '../../outgoing/address-policy.ts'
import { fetchJson, OutgoingError } from '../../outgoing/send.ts'

/** The public keys of the issuer at one time. Another object if they have changed. */
export type KeySet = ReturnType<typeof createLocalJWKSet>

/** However many JWTs arrive, the keys are fetched at most once in this time. Keys in use are refreshed as often. */
const refreshAfterMs = 30_000
/** Requests wait for keys that are older, unless the issuer did not respond. */
const waitAfterMs = 60_000

export interface IssuerKeysOptions {
  issuer: IssuerSettings
  log: Logger
  /** A monotonic clock in milliseconds. */
  now: () => number
}

/**
 * The keys of the issuer. They are refreshed while they are in use, so that a key that the issuer has withdrawn is soon refused
 * by every process. If the issuer does not respond, the last known keys stay valid.
 */
export class IssuerKeys {
  readonly #options: IssuerKeysOptions
  #keys: KeySet | undefined
  /** The content of the keys, to see whether they have changed. */
  #content = ''
  #refreshedAt = -Infinity
  #attemptedAt = -Infinity
  #isAway = false
  #refreshing: Promise<void> | undefined

  constructor(options: IssuerKeysOptions) {
    this.#options = options
  }

  /** The keys, or undefined if a request has to wait for them. */
  get current(): KeySet | undefined {
    const age = this.#options.now() - this.#refreshedAt
    if (age > refreshAfterMs) void this.#refresh()
    return age > waitAfterMs && !this.#isAway ? undefined : this.#keys
  }

  /** Throws UNAVAILABLE if the process has never got any keys. */
  async load(): Promise<KeySet> {
    return this.current ?? (await this.renew())
  }

  /** The keys after a refresh, if one is due. For a JWT whose key is not among those that are known. */
  async renew(): Promise<KeySet> {
    await this.#refresh()
    if (this.#keys) return this.#keys
    throw new RequestError('UNAVAILABLE', 'The keys of the issuer could not be fetched. Nothing was written.')
  }

  /** Undefined if the last attempt was too recent. Never rejects. */
  #refresh(): Promise<void> | undefined {
    const now = this.#options.now()
    if (this.#refreshing || now - this.#attemptedAt < refreshAfterMs) return this.#refreshing
    this.#attemptedAt = now
    this.#refreshing = this.#fetch().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  async #fetch(): Promise<void> {
    const { issuer, log, now } = this.#options
    try {
      const jwks = await fetchKeys(issuer)
      // Equal for the same keys in another order.
      const content = jwks.keys
        .map((key) => JSON.stringify(key))
        .sort()
        .join()
      if (content !== this.#content) {
        this.#keys = createLocalJWKSet(jwks)
        this.#content = content
      }
      this.#isAway = false
      this.#refreshedAt = now()
    } catch (err) {
      this.#isAway = true
      log.warn({ err }, 'The keys of the issuer could not be fetched.')
    }
  }
}

/** Fetches the keys by OpenID Connect discovery. Throws an OutgoingError. */
export async function fetchKeys(issuer: IssuerSettings): Promise<JSONWebKeySet> {
  const policy = new AddressPolicy(issuer.allowedNetworks)
  const url = `${issuer.url.replace(/\/$/, '')}/.well-known/openid-configuration`
  const { issuer: name, jwks_uri: keysUrl } = await fetchJson(url, policy)
  if (name !== issuer.url) {
    throw new OutgoingError(`Cannot use the response of ${url}: its "issuer" is not exactly OIDC_ISSUER.`)
  }
  if (typeof keysUrl !== 'string' || !URL.canParse(keysUrl)) {
    throw new OutgoingError(`Cannot use the response of ${url}: its "jwks_uri" is not a URL.`)
  }
  const jwks = (await fetchJson(keysUrl, policy)) as unknown as JSONWebKeySet
  try {
    createLocalJWKSet(jwks)
  } catch {
    throw new OutgoingError(`Cannot use the response of ${keysUrl}: it is not a JSON Web Key Set.`)
  }
  return jwks
}
