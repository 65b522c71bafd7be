import type { IncomingMessage } from 'node:http'
import type { IssuedSession, Issuer } from './issuer/issuer.ts'
import { type Caller, type Credentials, hashToken, type SecretCredentials } from './viewer.ts'

/** Reads the credentials or the secret of a request. */
export function readCaller(
  request: IncomingMessage,
  query: URLSearchParams,
  issuer: Issuer | undefined,
): Pick<Caller, 'credentials' | 'hasBearer' | 'secret'> {
  return {
    credentials: readCredentials(request, query, issuer),
    hasBearer: issuer !== undefined && isBearer(request) && !hasSecret(request),
    secret: readSecret(request, query),
  }
}

/**
 * Reads the credentials from headers and query parameters. Each may be sent either way, and repeatedly with the same
 * value. An empty value counts as missing. Returns null if a credential is missing or contradicts itself, or beside a secret.
 */
function readCredentials(
  request: IncomingMessage,
  query: URLSearchParams,
  issuer: Issuer | undefined,
): Credentials | null {
  if (hasSecret(request)) return null
  const touchpoints = [...header(request, 'service-touchpoint'), ...query.getAll('touchpoint')]
  const tokens = [...header(request, 'service-token'), ...query.getAll('token')]
  if (issuer && isBearer(request)) return readBearer(request, touchpoints, tokens, issuer)
  const touchpoint = single(touchpoints)
  const token = single(tokens)
  return touchpoint === null || token === null ? null : { touchpoint, tokenHash: hashToken(token) }
}

/** Reads a touchpoint and its secret. Null if there are none, or beside a token. A secret is never read from the query. */
function readSecret(request: IncomingMessage, query: URLSearchParams): SecretCredentials | null {
  if (!hasSecret(request)) return null
  const touchpoint = single([...header(request, 'service-touchpoint'), ...query.getAll('touchpoint')])
  const secret = single(header(request, 'service-secret'))
  const tokens = [...header(request, 'service-token'), ...query.getAll('token')]
  const hasToken = isBearer(request) || tokens.some((token) => token !== '')
  return touchpoint === null || secret === null || hasToken ? null : { touchpoint, secretHash: hashToken(secret) }
}

function hasSecret(request: IncomingMessage): boolean {
  return (
    request.headers['service-secret'] !== undefined && header(request, 'service-secret').some((text) => text !== '')
  )
}

function isBearer({ headers }: IncomingMessage): boolean {
  return headers.authorization !== undefined && /^bearer\s+\S/i.test(headers.authorization)
}

/** A JWT names its touchpoint. One that is sent as well is compared with it, like that of a token. */
function readBearer(
  request: IncomingMessage,
  touchpoints: string[],
  tokens: string[],
  issuer: Issuer,
): Credentials | null {
  const jwt = /^bearer +([\w.-]+)$/i.exec(single(header(request, 'authorization')) ?? '')?.[1]
  const sent = touchpoints.filter((touchpoint) => touchpoint !== '')
  const touchpoint = single(sent)
  if (jwt === undefined || tokens.some((token) => token !== '') || (sent.length > 0 && touchpoint === null)) return null
  const tokenHash = hashToken(jwt)
  const issued = issuer.remembered(tokenHash)
  return issued ? credentialsOf(issued, touchpoint) : { touchpoint: touchpoint ?? '', tokenHash, jwt }
}

/** The credentials of the session of a JWT, and the touchpoint that was sent with it. */
export function credentialsOf(issued: IssuedSession, touchpoint: string | null): Credentials {
  return { touchpoint: touchpoint ?? issued.touchpoint, tokenHash: issued.tokenHash, issued }
}

function single(values: string[]): string | null {
  if (values.length === 1) return values[0] || null
  const [value, ...others] = new Set(values.filter((text) => text !== ''))
  return value === undefined || others.length > 0 ? null : value
}

function header(request: IncomingMessage, name: string): string[] {
  const value = request.headers[name]
  if (value === undefined) return []
  // Node joins repeated headers with commas, but a touchpoint's code may contain a comma. Of Authorization, it drops all but one.
  if (name !== 'authorization' && typeof value === 'string' && !value.includes(',')) return [decodeHeader(value)]
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
