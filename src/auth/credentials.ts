import type { IncomingMessage } from 'node:http'
import { type Credentials, hashToken } from './viewer.ts'

/**
 * Reads the credentials from headers and query parameters. Each may be sent either way, and repeatedly with the same
 * value. An empty value counts as missing. Returns null if a credential is missing or contradicts itself.
 */
export function readCredentials(request: IncomingMessage, query: URLSearchParams): Credentials | null {
  const touchpoint = single([...header(request, 'service-touchpoint'), ...query.getAll('touchpoint')])
  const token = single([...header(request, 'service-token'), ...query.getAll('token')])
  return touchpoint === null || token === null ? null : { touchpoint, tokenHash: hashToken(token) }
}

function single(values: string[]): string | null {
  if (values.length === 1) return values[0] || null
  const [value, ...others] = new Set(values.filter((text) => text !== ''))
  return value === undefined || others.length > 0 ? null : value
}

function header(request: IncomingMessage, name: string): string[] {
  const value = request.headers[name]
  if (value === undefined) return []
  // Node joins repeated headers with commas, but a touchpoint's code may contain a comma.
  if (typeof value === 'string' && !value.includes(',')) return [decodeHeader(value)]
  const values = request.rawHeaders.filter((_, i, raw) => i % 2 === 1 && raw[i - 1]?.toLowerCase() === name)
  return values.map(decodeHeader)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Node decodes headers as Latin-1. Clients send non-ASCII characters as Latin-1 or UTF-8. */
function decodeHeader(value: string): string {
  if (/^[\x20-\x7e]*$/.test(value)) return value
  try {
    return utf8.decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}
