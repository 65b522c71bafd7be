import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Encoding } from './encoded-variants.ts'
import type { Answer } from './send.ts'

/** A strong tag, which names these bytes. */
export function etagOf(body: string | Buffer): string {
  return `"${hash('sha256', body, 'base64url')}"`
}

/** The tag of the same, compressed: other bytes have another strong tag (RFC 9110, section 8.8.3.3). */
export function etagIn(etag: string, encoding: Encoding): string {
  return `${etag.slice(0, -1)}.${encoding}"`
}

/** The answer, or that the caller has it already. */
export function unlessKnown({ headers }: IncomingMessage, answer: Answer): Answer {
  const etag = knownTag(headers['if-none-match'], answer.headers['etag'])
  return etag === undefined ? answer : { status: 304, headers: { ...answer.headers, etag }, body: undefined }
}

/**
 * Which of the caller's tags, if any, is the answer's, in whatever encoding the caller has it: what was not changed need
 * not be sent again because it would be sent otherwise now.
 */
function knownTag(ifNoneMatch: string | undefined, etag: string | undefined): string | undefined {
  if (etag === undefined || ifNoneMatch === undefined) return undefined
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return etag
  const current = [etag, etagIn(etag, 'br'), etagIn(etag, 'gzip')]
  return ifNoneMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .find((tag) => current.includes(tag))
}
