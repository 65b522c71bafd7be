import type { Configuration, CustomFetch } from 'openid-client'
import type { DeskClient } from '../settings/desk-settings.ts'
import type { IssuerSettings } from '../settings/issuer-settings.ts'
import { AddressPolicy } from '../outgoing/address-policy.ts'
import { send } from '../outgoing/send.ts'

/** What ties the response of the issuer to the browser that asked for it. */
export interface SignInChecks {
  state: string
  nonce: string
  verifier: string
}

/** After this time, changes of the issuer's endpoints apply. */
const rediscoverAfterMs = 3_600_000

/** Signs people in by OpenID Connect: the authorisation code flow with PKCE. */
export interface IssuerClient {
  /** The address at which the person signs in. The issuer leads back to `redirectUri`. */
  begin(redirectUri: string): Promise<{ url: URL; checks: SignInChecks }>
  /** The access token for the address that the issuer has led back to. Throws an error of openid-client. */
  complete(address: URL, checks: SignInChecks): Promise<string>
}

/** `now` is a monotonic clock in milliseconds. */
export function issuerClient(issuer: IssuerSettings, client: DeskClient, now: () => number): IssuerClient {
  const { id, secret, parameters } = client
  const { scope: _scope, ...tokenParameters } = parameters
  const policy = new AddressPolicy(issuer.allowedNetworks)
  let discovered: { at: number; configuration: Promise<Configuration> } | undefined

  const fetchAllowed: CustomFetch = async (url, { method, headers, body }) => {
    const response = await send(url, { policy, method, headers, ...(body && { body: String(body) }) })
    return new Response(response.body.toString(), {
      status: response.status,
      headers: response.headers as Record<string, string>,
    })
  }

  async function discover(): Promise<Configuration> {
    const { allowInsecureRequests, customFetch, discovery, None } = await import('openid-client')
    return discovery(new URL(issuer.url), id, secret, secret === undefined ? None() : undefined, {
      // The policy allows http in some networks.
      execute: [allowInsecureRequests],
      [customFetch]: fetchAllowed,
    })
  }

  function configuration(): Promise<Configuration> {
    if (discovered && now() - discovered.at <= rediscoverAfterMs) return discovered.configuration
    const discovering = { at: now(), configuration: discover() }
    discovered = discovering
    discovering.configuration.catch(() => {
      if (discovered === discovering) discovered = undefined
    })
    return discovering.configuration
  }

  return {
    async begin(redirectUri) {
      const oidc = await import('openid-client')
      const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
      const url = oidc.buildAuthorizationUrl(await configuration(), {
        ...parameters,
        redirect_uri: redirectUri,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { url, checks: { state, nonce, verifier } }
    },
    async complete(address, { state, nonce, verifier }) {
      const oidc = await import('openid-client')
      const expected = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier }
      return (await oidc.authorizationCodeGrant(await configuration(), address, expected, tokenParameters)).access_token
    },
  }
}
