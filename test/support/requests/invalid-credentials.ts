import { randomBytes } from 'node:crypto'
import { type Credentials, credentialHeaders, olga, oona, paula } from './credentials.ts'

export interface SentCredentials {
  headers: Record<string, string>
  query: Record<string, string>
}

export const expired: Credentials = { token: 'demo-expired', touchpoint: 'desk' }
export const revoked: Credentials = { token: 'demo-revoked', touchpoint: 'desk' }
export const inactive: Credentials = { token: 'demo-inactive', touchpoint: 'desk' }

/** The import data for the sessions above. The test itself has to revoke the revoked one. */
export const invalidSessionData = {
  sessions: [
    { token: revoked.token, touchpointCode: 'desk', login: 'OPERATOR', email: 'olga@example.com' },
    { token: inactive.token, touchpointCode: 'desk', login: 'OPERATOR', email: 'otto@example.com' },
  ],
}

const inHeaders = (caller: Credentials): SentCredentials => ({ headers: credentialHeaders(caller), query: {} })

/** A token that no session has. */
export const unknown = inHeaders({ token: randomBytes(32).toString('base64url'), touchpoint: 'desk' })

/** Well-formed credentials that are rejected after asking the database, each for another reason. */
export const invalidSessions: Record<string, SentCredentials> = {
  expired: inHeaders(expired),
  revoked: inHeaders(revoked),
  'of a blocked person': inHeaders(oona),
  'of an inactive person': inHeaders(inactive),
  "with another session's touchpoint": inHeaders({ ...olga, touchpoint: 'web' }),
  'with no such touchpoint': inHeaders({ ...olga, touchpoint: 'nowhere' }),
}

/** Credentials that are rejected without asking the database. */
export const incompleteCredentials: Record<string, SentCredentials> = {
  none: { headers: {}, query: {} },
  'a token alone': { headers: { 'service-token': olga.token }, query: {} },
  'a touchpoint alone': { headers: { 'service-touchpoint': olga.touchpoint }, query: {} },
  'a header and a query parameter with two tokens': { headers: credentialHeaders(olga), query: { token: paula.token } },
  'a header and a query parameter with two touchpoints': {
    headers: credentialHeaders(olga),
    query: { touchpoint: 'web' },
  },
}
