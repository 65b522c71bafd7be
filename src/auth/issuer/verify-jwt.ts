import { decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { isValidPostgresText } from '../../database/statements/valid-text.ts'
import { loginKinds } from '../../login-kinds.ts'
import { emailKey } from '../../people/email.ts'
import { firstnameProblem } from '../registration.rules.ts'
import type { IssuerSettings } from '../../settings/issuer-settings.ts'
import type { JwtIdentity } from './issuer-facts.ts'
import type { IssuerKeys, KeySet } from './issuer-keys.ts'
import { clockSkewSeconds } from './issuer-session.rules.ts'
import { RejectedJwt, type RejectionRule } from './rejection.ts'

/** In characters, of which each is a byte. */
const maximumLength = 8 * 1024
const maximumLifetimeSeconds = 24 * 3600

/**
 * What a JWT claims, and the keys that prove it. Renews the keys if its key is not among them. Throws a RejectedJwt, or UNAVAILABLE if
 * the process has never got the keys of the issuer.
 */
export async function proveIdentity(jwt: string, issuer: IssuerSettings, issuerKeys: IssuerKeys) {
  const keys = await issuerKeys.load()
  try {
    return { identity: await identityOf(jwt, issuer, keys), keys }
  } catch (error) {
    if (!(error instanceof RejectedJwt && error.rule === 'key')) throw error
    const renewed = await issuerKeys.renew()
    if (renewed === keys) throw error
    return { identity: await identityOf(jwt, issuer, renewed), keys: renewed }
  }
}

/** Checks a JWT, and reads its claims by the settings. Throws a RejectedJwt. */
export async function identityOf(jwt: string, issuer: IssuerSettings, keys: KeySet): Promise<JwtIdentity> {
  const claims = await verify(jwt, issuer, keys)
  const { sub, sid = '', iat, exp } = claims
  if (typeof sid !== 'string' || !isValidId(sub) || !isValidId(sid)) throw new RejectedJwt('claims')
  const touchpoint = textOf(issuer.touchpointClaims.map((name) => claims[name]).find((value) => value !== undefined))
  if (touchpoint === null) throw new RejectedJwt('touchpoint')
  const claimed = issuer.login ?? claims[issuer.loginClaim]
  const login = loginKinds.find((kind) => kind === claimed)
  if (!login) throw new RejectedJwt('login')
  const email = claims['email_verified'] === true ? textOf(claims['email']) : null
  if (issuer.personClaim === 'email' && email === null) throw new RejectedJwt('email')
  return {
    issuer: issuer.url,
    subject: sub,
    sid,
    touchpoint,
    login,
    personClaim: issuer.personClaim,
    email,
    emailKey: email === null ? null : emailKey(email),
    firstname: firstnameOf(claims['given_name']),
    issuedAt: iat,
    expiresAt: exp,
  }
}

async function verify(jwt: string, issuer: IssuerSettings, keys: KeySet) {
  if (jwt.length > maximumLength) throw new RejectedJwt('size')
  // jose understands one extension, b64. An issuer has no reason to send it.
  if ('crit' in headerOf(jwt)) throw new RejectedJwt('critical')
  const { payload } = await jwtVerify<{ iat: number; exp: number; sub: string }>(jwt, keys, {
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

function headerOf(jwt: string) {
  try {
    return decodeProtectedHeader(jwt)
  } catch {
    throw new RejectedJwt('format')
  }
}

/** OpenID Connect limits `sub` to 255 characters. Longer values do not fit into the index of sessions. */
function isValidId(id: string): boolean {
  return Buffer.byteLength(id) <= 255 && isValidPostgresText(id)
}

function firstnameOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  return firstnameProblem(text) === null ? text : null
}

/** Null if the value is no text that PostgreSQL stores. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && isValidPostgresText(value) ? value : null
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
