import { decodeProtectedHeader, errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import type { IssuerSettings } from '../../settings/issuer-settings.ts'
import type { VerifiedClaims } from './claims.ts'
import { clockSkewSeconds } from './issuer-session.rules.ts'
import { RejectedJwt, type RejectionRule } from './rejection.ts'

/** In characters, of which each is a byte. */
const maximumLength = 8 * 1024
const maximumLifetimeSeconds = 24 * 3600

/** Checks a JWT without the database. Throws a RejectedJwt. */
export async function verifyJwt(jwt: string, issuer: IssuerSettings, keys: JWTVerifyGetKey): Promise<VerifiedClaims> {
  checkHeader(jwt)
  const { payload } = await jwtVerify<VerifiedClaims>(jwt, keys, {
    algorithms: issuer.algorithms,
    issuer: issuer.url,
    audience: issuer.audience,
    ...(issuer.tokenType !== undefined && { typ: issuer.tokenType }),
    requiredClaims: ['exp', 'iat', 'sub'],
    clockTolerance: clockSkewSeconds,
  }).catch((error: unknown) => {
    throw rejectionOf(error)
  })
  const { iat, exp, sub } = payload
  if (typeof sub !== 'string' || sub === '') throw new RejectedJwt('claims')
  if (iat > Date.now() / 1000 + clockSkewSeconds) throw new RejectedJwt('notYetValid')
  if (exp - iat > maximumLifetimeSeconds) throw new RejectedJwt('lifetime')
  return payload
}

function checkHeader(jwt: string): void {
  if (jwt.length > maximumLength) throw new RejectedJwt('size')
  // jose understands one extension, b64. An issuer has no reason to send it.
  if ('crit' in headerOf(jwt)) throw new RejectedJwt('critical')
}

function headerOf(jwt: string) {
  try {
    return decodeProtectedHeader(jwt)
  } catch {
    throw new RejectedJwt('format')
  }
}

const ruleOfClaim: Record<string, RejectionRule> = {
  typ: 'type',
  iss: 'issuer',
  aud: 'audience',
  nbf: 'notYetValid',
}

/** The rejection for an error of jose. Other errors come from a key that the issuer publishes but that cannot be used. */
function rejectionOf(error: unknown): RejectedJwt {
  if (error instanceof errors.JWTExpired) return new RejectedJwt('expired')
  if (error instanceof errors.JWTClaimValidationFailed) {
    return new RejectedJwt((error.reason === 'check_failed' && ruleOfClaim[error.claim]) || 'claims')
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return new RejectedJwt('algorithm')
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) {
    return new RejectedJwt('key')
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return new RejectedJwt('signature')
  return new RejectedJwt(error instanceof errors.JOSEError ? 'format' : 'key')
}
