import { hash } from 'node:crypto'
import { RequestError } from '../errors.ts'
import type { LoginKind } from '../people/people.entity.ts'

/** What a request brings to say who calls. */
export interface Credentials {
  touchpoint: string
  /** Its SHA-256 in hexadecimal. */
  tokenHash: string
}

/** Who is calling: the columns of live_sessions that the first statement of every operation loads. */
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

/** The part of a request's context that says who calls. */
export interface Caller {
  /** Null if they are missing or contradict one another. */
  credentials: Credentials | null
  /** Null if the database refused the credentials; undefined until it has been asked. */
  viewer?: Viewer | null | undefined
}

/** Throws UNAUTHENTICATED if the request has no usable credentials. */
export function requireCredentials({ credentials }: Caller): Credentials {
  return credentials ?? refuse()
}

/**
 * Checks what was loaded by the caller's token and sets the context's viewer. Throws UNAUTHENTICATED if nothing was
 * found, or if the token belongs to another touchpoint.
 */
export function requireViewer<Facts extends { viewer: Viewer }>(context: Caller, facts: Facts | undefined): Facts {
  const accepted = facts?.viewer.touchpoint_code === context.credentials?.touchpoint ? facts : undefined
  context.viewer = accepted?.viewer ?? null
  return accepted ?? refuse()
}

function refuse(): never {
  // One message for all reasons: to name the reason would help attackers guess.
  throw new RequestError(
    'UNAUTHENTICATED',
    'A valid touchpoint and session token are required. Send them in the headers Service-Touchpoint and ' +
      'Service-Token, or in the query parameters touchpoint and token.',
  )
}
