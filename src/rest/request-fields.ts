import { RequestError } from '../errors.ts'
import { booleanParameter } from './query-parameters.ts'
import type { RestRequest } from './route.ts'

/** The input fields of every change that can be sent twice: `Idempotency-Key` and `?dryRun=true`. */
export function requestFields({ headers, query }: RestRequest) {
  return {
    idempotencyKey: idempotencyKey(headers['idempotency-key']),
    dryRun: booleanParameter(query, 'dryRun'),
  }
}

/** The input fields of every change of an existing case: also `If-Match`. */
export function changeFields(request: RestRequest) {
  return { expectedVersion: expectedVersion(request.headers['if-match']), ...requestFields(request) }
}

export function isDryRun(query: URLSearchParams): boolean {
  return query.get('dryRun') === 'true'
}

/** A strong tag of a case: its version, after which the tag of a representation continues with a dot. */
const caseTag = /^"([1-9]\d{0,8})(?:\.[\w.-]*)?"$/
/** Versions start at 1. */
const noVersion = 0

/** The version in If-Match. Weak tags and tags of other resources match no version (RFC 9110, section 13.1.1). */
function expectedVersion(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  const matches = ifMatch.split(',').flatMap((tag) => caseTag.exec(tag.trim())?.[1] ?? [])
  const [version = noVersion, ...others] = new Set(matches.map(Number))
  if (others.length > 0) throw new RequestError('BAD_USER_INPUT', 'If-Match must not have tags of several versions.')
  return version
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
