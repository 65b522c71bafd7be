import { hash } from 'node:crypto'
import { columns, type RowOf, typed } from '../database/statements/columns.ts'
import { selectList } from '../database/statements/entity-columns.ts'
import { RequestError } from '../errors/request-error.ts'
import type { LoginKind } from '../login-kinds.ts'

export interface Credentials {
  touchpoint: string
  /** The token's SHA-256 in hexadecimal. */
  tokenHash: string
  /** A JWT whose session is not known yet. Until then, `tokenHash` is that of the JWT, which is no session's. */
  jwt?: string
  /** The session of a JWT. `isOver`: a request found that it is no longer valid, so that the JWT has to be judged again. */
  issued?: { isOver: boolean }
}

/** A touchpoint and one of its secrets, hashed. Accepted only to create a session. */
interface SecretCredentials {
  touchpoint: string
  /** The secret's SHA-256 in hexadecimal. */
  secretHash: string
}

/** The columns of the view live_sessions that the first statement of every operation loads. */
export const viewerColumns = columns({
  touchpointCode: 'text',
  personId: 'bigint',
  login: typed<LoginKind>('text'),
  firstname: 'text',
  email: 'text',
  /** The catalogue's revision in the same snapshot. */
  revision: 'uuid',
})

/** The select list of `viewerColumns`, from the view `live_sessions v`. */
export const viewerSelect = selectList('v', viewerColumns)

/** The select list of the viewer that a person would be at a touchpoint, from `persons p` and `catalogue_revision r`. */
export function selectViewerOf(touchpointCode: string): string {
  return `${touchpointCode} as touchpoint_code, p.id as person_id, p.kind as login, p.firstname, p.email, r.revision`
}

/** The person and the touchpoint of a valid session. */
export type Viewer = RowOf<typeof viewerColumns>

/** Only operators and parties see and change cases. */
export function worksOnCases({ login }: Viewer): boolean {
  return login === 'OPERATOR' || login === 'PARTY'
}

/** Only operators see internal comments, and the email addresses of others. */
export function canSeeInternal(viewer: Viewer): boolean {
  return viewer.login === 'OPERATOR'
}

/** Only admins configure the service. */
export function isAdmin(viewer: Viewer): boolean {
  return viewer.login === 'ADMIN'
}

/** The part of a request's context that identifies the caller. */
export interface Caller {
  /** Null if they are missing or contradict one another. */
  credentials: Credentials | null
  /** Whether the request has a bearer token, and an issuer is configured. */
  hasBearer?: boolean
  /** Null if the request has no usable secret. With a secret, there are no credentials. */
  secret?: SecretCredentials | null | undefined
  /** The SHA-256 in hexadecimal of the token of an invitation, which is the only credential of the request. */
  invitationHash?: string
  /** Whether the secret was accepted; undefined until it has been checked. */
  isSecretAccepted?: boolean
  /** The session that the request has created. */
  created?: Credentials
  /** Null if the credentials were rejected; undefined until they have been checked. */
  viewer?: Viewer | null | undefined
  /** The load of the viewer. The operations of the request share it, even if it fails. */
  identified?: Promise<{ viewer: Viewer } | undefined>
}

/** Tokens and secrets are stored and compared only as their SHA-256. In hexadecimal, because buffers cost three times as much CPU. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}

/** Throws UNAUTHENTICATED if the request has no usable credentials. */
export function requireCredentials(caller: Caller): Credentials {
  return caller.credentials ?? throwUnauthenticated(caller)
}

/** Throws UNAUTHENTICATED if the request has no usable secret of a touchpoint. */
export function requireSecret({ secret }: Caller): SecretCredentials {
  return secret ?? throwSecretRejected()
}

/** Throws UNAUTHENTICATED. One message for all reasons. */
export function throwSecretRejected(): never {
  throw new RequestError(
    'UNAUTHENTICATED',
    'A valid touchpoint and one of its secrets are required. Send them in the headers Service-Touchpoint and ' +
      'Service-Secret, without a session token.',
  )
}

/**
 * Checks the facts that were loaded by the caller's token, and sets the context's viewer. Throws UNAUTHENTICATED if nothing was
 * found, or if the token belongs to another touchpoint.
 */
export function requireViewer<Facts extends { viewer: Viewer }>(context: Caller, facts: Facts | undefined): Facts {
  const accepted = facts?.viewer.touchpointCode === context.credentials?.touchpoint ? facts : undefined
  // A viewer that was accepted earlier in the request stays, because resolvers read it.
  context.viewer = accepted?.viewer ?? context.viewer ?? null
  return accepted ?? throwUnauthenticated(context)
}

/** Throws UNAUTHENTICATED. */
export function throwUnauthenticated({ hasBearer }: Caller): never {
  // One message for all reasons: naming the reason would help attackers guess.
  throw new RequestError(
    'UNAUTHENTICATED',
    hasBearer
      ? 'A valid access token is required. Send it in the header Authorization with the scheme Bearer, and no other credentials.'
      : 'A valid touchpoint and session token are required. Send them in the headers Service-Touchpoint and ' +
          'Service-Token, or in the query parameters touchpoint and token.',
  )
}
