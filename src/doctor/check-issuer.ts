import { fetchKeys } from '../auth/issuer/issuer-keys.ts'
import type { IssuerSettings } from '../settings/issuer-settings.ts'
import { OutgoingError } from '../outgoing/send.ts'
import { type CheckResult, failure, ok } from './check-result.ts'

/** Checks that the keys of the issuer can be fetched and used. */
export async function checkIssuer(issuer: IssuerSettings): Promise<CheckResult> {
  try {
    const { keys } = await fetchKeys(issuer)
    const usable = keys.filter(
      ({ use = 'sig', alg }) => use === 'sig' && (alg === undefined || issuer.algorithms.includes(alg)),
    )
    const found = `The issuer ${issuer.url} publishes ${keys.length} keys`
    if (usable.length > 0) return ok('issuer', `${found}, ${usable.length} of which can verify JWTs.`)
    const advice = `Add the algorithm of its signatures to OIDC_ALGORITHMS, or change it at the issuer.`
    return failure('issuer', `${found}, none of which has an algorithm of OIDC_ALGORITHMS.`, advice)
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    const advice =
      'Without these keys, requests with JWTs get 503 after a restart. Check OIDC_ISSUER, and OIDC_ALLOWED_NETWORKS if the ' +
      'issuer has no public address or no https.'
    return failure('issuer', error.message, advice)
  }
}
