/** Why a JWT is rejected, in the order of checks. Callers do not see it: the log and `session explain` name it. */
export const rejectionRules = {
  size: 'The JWT is longer than 8 KiB.',
  format: 'The text is not a signed JWT in compact form.',
  algorithm: 'The algorithm of the signature is not in OIDC_ALGORITHMS.',
  critical: 'The header has "crit", which the service does not support.',
  key: 'No usable key of the issuer matches "kid" and "alg" of the header, or more than one does.',
  signature: 'The signature does not match the key of the issuer.',
  type: 'The "typ" of the header differs from OIDC_TOKEN_TYPE.',
  claims:
    'A claim is missing or has the wrong type: "iss", "aud", "exp", "iat", "sub", "nbf" or "sid". ' +
    'Or "sub" or "sid" is longer than 255 bytes.',
  issuer: 'The claim "iss" differs from OIDC_ISSUER.',
  audience: 'The claim "aud" does not contain OIDC_AUDIENCE.',
  notYetValid: 'The claim "nbf" or "iat" is in the future.',
  expired: 'The JWT has expired.',
  lifetime: 'The time from "iat" to "exp" is longer than 24 hours.',
  touchpoint: 'The claim with the touchpoint is missing, or there is no such touchpoint.',
  login: 'The claim with the login kind is missing, or is not ADMIN, CONSUMER, OPERATOR or PARTY.',
  email: 'OIDC_PERSON_CLAIM is email, but "email" is missing or "email_verified" is not true.',
  person: 'There is no such person of this login kind, and the touchpoint may not register the person.',
  blocked: 'The person is inactive or blocked.',
  revoked: 'The JWT was issued before its session ended, or in the same second.',
  session: 'The session at the issuer belongs to another person until the JWTs of that person have expired.',
} as const

export type RejectionRule = keyof typeof rejectionRules

/** A JWT that is not accepted. Contains nothing of it. */
export class RejectedJwt extends Error {
  readonly rule: RejectionRule

  constructor(rule: RejectionRule) {
    super(rejectionRules[rule])
    this.rule = rule
  }
}
