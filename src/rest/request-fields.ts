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

const token = "[\\w!#$%&'*+.^`|~-]+"
const quoted = '"(?:[^"\\\\]|\\\\.)*"'
const elements = new RegExp(`(?:${quoted}?|[^",])+`, 'g')
const preference = new RegExp(`^\\s*(${token})\\s*(?:=\\s*(${token}|${quoted})\\s*)?(?:;|$)`)

/** The value of a preference in a Prefer header (RFC 7240), of which the first occurrence counts. Undefined if it is missing. */
function preferred(prefer: string, wanted: string): string | undefined {
  for (const element of prefer.match(elements) ?? []) {
    const [, name, value = ''] = preference.exec(element) ?? []
    if (name?.toLowerCase() === wanted) return value.replaceAll(/^"|"$|\\(?=.)/g, '').toLowerCase()
  }
  return undefined
}

/** The preference `handling`. Undefined if it is missing or unknown. */
export function preferredHandling(prefer: string): 'strict' | 'lenient' | undefined {
  const value = preferred(prefer, 'handling')
  return value === 'strict' || value === 'lenient' ? value : undefined
}

const maximumWait = 30

/** The preference `wait`: how many seconds the response may be held, at most 30. Undefined if it is missing or no number. */
export function preferredWait(prefer: string): number | undefined {
  const value = preferred(prefer, 'wait')
  return value !== undefined && /^\d{1,9}$/.test(value) ? Math.min(Number(value), maximumWait) : undefined
}
