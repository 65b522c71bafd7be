import type { JWTPayload } from 'jose'
import { isValidPostgresText } from '../../database/valid-text.ts'
import type { IssuerSettings } from '../../settings/issuer-settings.ts'
import { emailKey } from '../../people/email.ts'
import { type LoginKind, loginKinds } from '../../login-kinds.ts'
import { firstnameProblem } from '../../people/registration.rules.ts'
import { RejectedJwt } from './rejection.ts'

/** The claims of a JWT that fulfils all rules of the issuer. */
export interface VerifiedClaims extends JWTPayload {
  iat: number
  exp: number
  sub: string
}

/** Who a JWT says that the caller is. */
export interface ClaimedIdentity {
  subject: string
  /** The session at the issuer. Empty if the JWT names none. */
  sid: string
  touchpoint: string
  login: LoginKind
  personClaim: IssuerSettings['personClaim']
  /** Null if the issuer has not verified it, or if no person can have it. */
  email: string | null
  emailKey: string | null
  /** Null if no person can have it. */
  firstname: string | null
  /** In seconds since 1970, like the next one. */
  issuedAt: number
  expiresAt: number
}

/** Reads the claims by the settings. Throws a RejectedJwt if one that is necessary is missing. */
export function identityOf(claims: VerifiedClaims, issuer: IssuerSettings): ClaimedIdentity {
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
