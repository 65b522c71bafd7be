import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { fetchKeys } from '../auth/issuer/issuer-keys.ts'
import { OutgoingError } from '../outgoing/send.ts'
import type { Config } from '../settings/config.ts'
import type { IssuerSettings } from '../settings/issuer-settings.ts'
import { isLoopback } from '../settings/loopback.ts'
import { type CheckResult, failure, ok, warning } from './check-result.ts'

/** Finds combinations of valid settings that cannot work or are risky. */
export function* checkConfiguration(config: Config): Generator<CheckResult> {
  const { store, host, graphiql, rateLimits, trustedProxies, desk, deskSignIn, relyingParty } = config
  const check = 'configuration'
  const onServer = store.kind === 'postgresql'
  if (!onServer && !isLoopback(host)) {
    const message = `HOST ${host} accepts connections from other machines, but the embedded store is for development.`
    yield warning(check, message, 'Set HOST to 127.0.0.1, or DATABASE_URL to a PostgreSQL server.')
  }
  if (onServer && graphiql) {
    const advice = 'Set GRAPHIQL to off if you do not trust all callers.'
    yield warning(check, 'The GraphQL playground is open to everyone.', advice)
  }
  if (onServer && !rateLimits) {
    const message = 'Requests are not limited: a single caller can use up the whole service.'
    yield warning(check, message, 'Set RATE_LIMIT to on, unless a proxy limits requests.')
  }
  if (onServer && desk && !relyingParty && !deskSignIn.secret && !deskSignIn.client) {
    const message = 'DESK_URL is not set: people can sign in to the desk only with session tokens.'
    yield warning(check, message, 'Set DESK_URL to the address of the desk, such as https://cases.example.com/desk.')
  }
  if (trustedProxies > 0 && !isLoopback(host)) {
    const message = `TRUST_PROXY is set: callers that bypass the proxy and reach HOST ${host} can forge their address.`
    yield warning(check, message, 'Use a firewall to accept connections from the proxy only.')
  }
}

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

const mebibyte = 1024 * 1024
/** In MiB. PGlite soon fails below the first. */
const minimumSpace = { failure: 64, warning: 1024 }

/** Checks the folder of the embedded store without creating or locking it. */
export function* checkStore(folder: string): Generator<CheckResult> {
  if (!existsSync(folder)) {
    const message = `There is no embedded store in DATA_DIR ${folder} yet.`
    return yield warning('store', message, 'Start the service to create one, or set DATA_DIR or DATABASE_URL.')
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    const advice = 'Give the user who runs Casegate access to the folder, or set DATA_DIR to another one.'
    return yield failure('store', `DATA_DIR ${folder} is not a folder that this user can write to.`, advice)
  }
  const { bavail, bsize } = statfsSync(folder)
  const message = 'Acknowledged changes survive a crash of the process, but not of the machine.'
  yield checkFolderSpace(folder, Math.floor((bavail * bsize) / mebibyte))
  yield warning('durability', message, 'Set DATABASE_URL to a PostgreSQL server for data that you need to keep.')
}

/** `free` is in MiB. */
export function checkFolderSpace(folder: string, free: number): CheckResult {
  const message = `The disk of DATA_DIR ${folder} has ${free.toLocaleString('en')} MiB left.`
  const advice = 'Free up space, or stop Casegate, move the folder and set DATA_DIR.'
  if (free < minimumSpace.failure) return failure('store', message, advice)
  if (free < minimumSpace.warning) return warning('store', message, advice)
  return ok('store', message)
}
