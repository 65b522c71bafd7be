import type { IncomingMessage } from 'node:http'
import type { IssuedSession, Issuer } from './issuer/issuer.ts'
import { type Caller, type Credentials, hashToken } from '../viewer/viewer.ts'

/**
 * Reads the credentials or the secret of a request. The credentials are in headers and query parameters. Each may be sent either
 * way, and repeatedly with the same value. An empty value counts as missing. The credentials are null if one is missing or
 * contradicts itself, or beside a secret. A secret is never read from the query. It is null beside a token.
 */
export function readCaller(
  request: IncomingMessage,
  query: URLSearchParams,
  issuer: Issuer | undefined,
): Pick<Caller, 'credentials' | 'hasBearer' | 'secret'> {
  const secrets = header(request, 'service-secret').filter(isSent)
  const touchpoints = [...header(request, 'service-touchpoint'), ...query.getAll('touchpoint')].filter(isSent)
  const tokens = [...header(request, 'service-token'), ...query.getAll('token')].filter(isSent)
  const [touchpoint, token] = [single(touchpoints), single(tokens)]
  if (secrets.length > 0) {
    const secret = isBearer(request) || tokens.length > 0 ? null : single(secrets)
    const isUsable = touchpoint !== null && secret !== null
    return {
      credentials: null,
      hasBearer: false,
      secret: isUsable ? { touchpoint, secretHash: hashToken(secret) } : null,
    }
  }
  if (issuer && isBearer(request)) {
    const isAlone = tokens.length === 0 && (touchpoints.length === 0 || touchpoint !== null)
    return { credentials: isAlone ? readJwt(request, touchpoint, issuer) : null, hasBearer: true, secret: null }
  }
  const credentials = touchpoint === null || token === null ? null : { touchpoint, tokenHash: hashToken(token) }
  return { credentials, hasBearer: false, secret: null }
}

const isSent = (value: string) => value !== ''

function isBearer({ headers }: IncomingMessage): boolean {
  return headers.authorization !== undefined && /^bearer\s+\S/i.test(headers.authorization)
}

/** A JWT names its touchpoint. One that is sent as well is compared with it, like that of a token. */
function readJwt(request: IncomingMessage, touchpoint: string | null, issuer: Issuer): Credentials | null {
  const jwt = /^bearer +([\w.-]+)$/i.exec(single(header(request, 'authorization').filter(isSent)) ?? '')?.[1]
  if (jwt === undefined) return null
  const tokenHash = hashToken(jwt)
  const issued = issuer.remembered(tokenHash)
  return issued ? credentialsOf(issued, touchpoint) : { touchpoint: touchpoint ?? '', tokenHash, jwt }
}

/** The credentials of the session of a JWT, and the touchpoint that was sent with it. */
export function credentialsOf(issued: IssuedSession, touchpoint: string | null): Credentials {
  return { touchpoint: touchpoint ?? issued.touchpoint, tokenHash: issued.tokenHash, issued }
}

/** The value that was sent. Null if there is none, or if there are different ones. */
function single([value, ...others]: string[]): string | null {
  return value === undefined || others.some((other) => other !== value) ? null : value
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
