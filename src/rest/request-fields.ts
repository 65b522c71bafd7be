import { RequestError } from '../errors/request-error.ts'
import { booleanParameter } from './query-parameters.ts'
import type { RestRequest } from './route.ts'

/** The input fields of every change that can be sent twice: `Idempotency-Key` and `?dryRun=true`. */
export function requestFields({ headers, query }: RestRequest) {
  return {
    idempotencyKey: idempotencyKey(headers['idempotency-key']),
    dryRun: booleanParameter(query, 'dryRun'),
  }
}

export function isDryRun(query: URLSearchParams): boolean {
  return query.get('dryRun') === 'true'
}

const bareKey = /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]+$/
const quotedKey = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/

/** A string of structured fields (RFC 9651), or the key without quotes. */
function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const sent = String(header)
  const quoted = quotedKey.exec(sent)?.[1]
  if (quoted !== undefined) return quoted.replaceAll(/\\(.)/g, '$1')
  if (bareKey.test(sent)) return sent
  const message = 'Idempotency-Key must be one key, in quotes unless it has no spaces, commas, quotes or backslashes.'
  throw new RequestError('BAD_USER_INPUT', message)
}
