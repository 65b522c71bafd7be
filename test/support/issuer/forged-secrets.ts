import { hash, randomBytes } from 'node:crypto'

/** What an attacker without valid credentials may know. */
export interface Known {
  touchpoint: string
  otherTouchpoint: string
  /** A token of another touchpoint's session, one that is revoked and one that is expired. */
  tokens: { elsewhere: string; revoked: string; expired: string }
  /** A secret of another touchpoint, and one that is revoked. */
  secrets: { elsewhere: string; revoked: string }
}

/** A request's headers and query. */
export interface Sent {
  headers: Record<string, string>
  query?: Record<string, string>
}

export const newSecret = () => `cgs_${randomBytes(32).toString('base64url')}`
export const newToken = () => randomBytes(32).toString('base64url')

/** Wrong tokens, for any operation. */
export function wrongTokens({ touchpoint, otherTouchpoint, tokens }: Known): Record<string, Sent> {
  const at = (code: string, token: string): Sent => ({
    headers: { 'service-touchpoint': code, 'service-token': token },
  })
  return {
    'an unknown token': at(touchpoint, newToken()),
    'the token of another touchpoint': at(touchpoint, tokens.elsewhere),
    'a revoked token': at(touchpoint, tokens.revoked),
    'an expired token': at(touchpoint, tokens.expired),
    'the hash of a token': at(otherTouchpoint, hash('sha256', tokens.elsewhere)),
    'a token with another end': at(otherTouchpoint, `${tokens.elsewhere}x`),
    'a pattern': at(otherTouchpoint, '%'),
    'a token without a touchpoint': { headers: { 'service-token': tokens.elsewhere } },
    'two tokens': { ...at(otherTouchpoint, tokens.elsewhere), query: { token: newToken() } },
    'a token as a JWT': { headers: { authorization: `Bearer ${tokens.elsewhere}` } },
    'a token as a cookie': { headers: { cookie: `token=${tokens.elsewhere}`, 'service-touchpoint': otherTouchpoint } },
  }
}

/** Wrong secrets, for the creation of a session. */
export function wrongSecrets({ touchpoint, otherTouchpoint, tokens, secrets }: Known): Record<string, Sent> {
  const at = (code: string, secret: string): Sent => ({
    headers: { 'service-touchpoint': code, 'service-secret': secret },
  })
  return {
    'an unknown secret': at(touchpoint, newSecret()),
    'the secret of another touchpoint': at(touchpoint, secrets.elsewhere),
    'a revoked secret': at(touchpoint, secrets.revoked),
    'the hash of a secret': at(otherTouchpoint, hash('sha256', secrets.elsewhere)),
    'a secret without a touchpoint': { headers: { 'service-secret': secrets.elsewhere } },
    'a token as a secret': at(otherTouchpoint, tokens.elsewhere),
    'a secret as a token': { headers: { 'service-touchpoint': otherTouchpoint, 'service-token': secrets.elsewhere } },
    'a secret as a JWT': { headers: { authorization: `Bearer ${secrets.elsewhere}` } },
    'a secret in the query': { headers: {}, query: { touchpoint: otherTouchpoint, secret: secrets.elsewhere } },
    'a secret beside a token': {
      headers: {
        'service-touchpoint': otherTouchpoint,
        'service-secret': secrets.elsewhere,
        'service-token': tokens.elsewhere,
      },
    },
  }
}
