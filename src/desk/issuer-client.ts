import type { Configuration, CustomFetch } from 'openid-client'
import type { DeskClient } from '../settings/desk-settings.ts'
import type { IssuerSettings } from '../settings/issuer-settings.ts'
import { AddressPolicy } from '../outgoing/address-policy.ts'
import { send } from '../outgoing/send.ts'

/** What ties the response of the issuer to the browser that asked for it. */
export interface Transaction {
  state: string
  nonce: string
  verifier: string
}

/** After this time, changes of the issuer's endpoints apply. */
const rediscoverAfterMs = 3_600_000

/** Signs people in by OpenID Connect: the authorisation code flow with PKCE. */
export class IssuerClient {
  readonly #issuer: IssuerSettings
  readonly #client: DeskClient
  readonly #now: () => number
  #discovered: Promise<Configuration> | undefined
  #discoveredAt = -Infinity

  /** `now` is a monotonic clock in milliseconds. */
  constructor(issuer: IssuerSettings, client: DeskClient, now: () => number) {
    this.#issuer = issuer
    this.#client = client
    this.#now = now
  }

  /** The address at which the person signs in. The issuer leads back to `redirectUri`. */
  async begin(redirectUri: string): Promise<{ url: URL; transaction: Transaction }> {
    const oidc = await import('openid-client')
    const transaction = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    }
    const { state, nonce, verifier } = transaction
    const url = oidc.buildAuthorizationUrl(await this.#configuration(), {
      ...this.#client.parameters,
      scope: this.#client.scope,
      redirect_uri: redirectUri,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return { url, transaction }
  }

  /** The access token for the address that the issuer has led back to. Throws an error of openid-client. */
  async complete(address: URL, { state, nonce, verifier }: Transaction): Promise<string> {
    const oidc = await import('openid-client')
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier }
    const { parameters } = this.#client
    return (await oidc.authorizationCodeGrant(await this.#configuration(), address, checks, parameters)).access_token
  }

  #configuration(): Promise<Configuration> {
    const now = this.#now()
    if (!this.#discovered || now - this.#discoveredAt > rediscoverAfterMs) {
      this.#discoveredAt = now
      const discovering = this.#discover()
      this.#discovered = discovering
      discovering.catch(() => {
        if (this.#discovered === discovering) this.#discovered = undefined
      })
    }
    return this.#discovered
  }

  async #discover(): Promise<Configuration> {
    const { allowInsecureRequests, customFetch, discovery, None } = await import('openid-client')
    const { id, secret } = this.#client
    const policy = new AddressPolicy(this.#issuer.allowedNetworks)
    const fetchAllowed: CustomFetch = async (url, { method, headers, body }) => {
      const response = await send(url, { policy, method, headers, ...(body && { body: String(body) }) })
      return new Response(response.body.toString(), {
        status: response.status,
        headers: response.headers as Record<string, string>,
      })
    }
    return discovery(new URL(this.#issuer.url), id, secret, secret === undefined ? None() : undefined, {
      // The policy allows http in some networks.
      execute: [allowInsecureRequests],
      [customFetch]: fetchAllowed,
    })
  }
}
