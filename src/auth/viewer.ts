import { hash } from 'node:crypto'
import { RequestError } from '../errors.ts'
import type { LoginKind } from '../people/people.entity.ts'

/** What a request brings to say who calls. */
export interface Credentials {
  touchpoint: string
  /** Its SHA-256 in hexadecimal. */
  tokenHash: string
  /** The request that they came with, where it is counted. */
  visit?: Judged
}

/** Who wants to know whether the database lets credentials in; told each time. */
export interface Judged {
  judged(good: boolean): void
}

/** Who is calling: the columns that every statement which begins a request takes from live_sessions. */
export interface Viewer {
  touchpoint_code: string
  person_id: number
  login: LoginKind
  firstname: string
  email: string
  /** The catalogue's revision in the same snapshot. */
  revision: string
}

/** Tokens are kept and compared as their SHA-256 only, here in hexadecimal: a buffer a request would cost thrice as much. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}

/** Throws UNAUTHENTICATED where a request brought no credentials, or contradictory ones. */
export function requireCredentials(credentials: Credentials | null): Credentials {
  return credentials ?? refuse()
}

/** Takes the row that was loaded by a caller's token; throws UNAUTHENTICATED where it does not let the caller in. */
export function requireViewer<Row extends Viewer>(row: Row | undefined, credentials: Credentials): Row {
  const good = row?.touchpoint_code === credentials.touchpoint
  credentials.visit?.judged(good)
  return row && good ? row : refuse()
}

function refuse(): never {
  // One message for every reason: which of them it is would help only someone who guesses.
  throw new RequestError(
    'UNAUTHENTICATED',
    'A valid touchpoint (Service-Touchpoint) and session token (Service-Token) must be sent, as headers or as the ' +
      'query parameters touchpoint and token.',
  )
}
