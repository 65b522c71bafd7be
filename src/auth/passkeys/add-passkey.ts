import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { personTarget, writeAudit } from '../../audit/write-audit.ts'
import type { RequestContext } from '../../context.ts'
import type { Transaction } from '../../database/database.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'
import { RequestError } from '../../errors/request-error.ts'
import type { RelyingParty } from '../../settings/desk-url.ts'
import { authenticate } from '../../viewer/authenticate.ts'
import { type OpenedSession, openSession } from '../sessions/stored-sessions.ts'
import { loadRecognition, useChallenge } from './challenges.ts'
import { canSignIn, openInvitation, takeInvitation } from './invitations.ts'
import { newName } from './passkey-name.ts'
import { maximumPasskeys } from './passkeys.ts'
import { creationOptions, type Holder, type NewCredential, verifyRegistration } from './webauthn.ts'

/** What a browser sends to register a passkey. */
export interface Registration {
  response: RegistrationResponseJSON
  /** What the browser calls itself. */
  name?: string | undefined
}

/** Throws UNAUTHENTICATED. One message for all reasons, so that nobody learns which links or passkeys there are. */
function refuseInvitation(): never {
  throw new RequestError(
    'UNAUTHENTICATED',
    'This invitation was not accepted. It may have been used, replaced or ended. Ask for a new one.',
  )
}

/** The open invitation of the request. Throws UNAUTHENTICATED if there is none. */
async function requireInvitation({ invitationHash, services }: RequestContext) {
  const found =
    invitationHash === undefined
      ? undefined
      : await services.database.load(openInvitation, { tokenHash: invitationHash })
  return found ? { ...found, purpose: `invitation ${found.id}` } : refuseInvitation()
}

/** What the page of an invitation shows, and what the browser needs to register a passkey. Throws UNAUTHENTICATED. */
export async function readInvitation(context: RequestContext, relyingParty: RelyingParty) {
  const invitation = await requireInvitation(context)
  const { login, firstname, email, expiresAt, purpose } = invitation
  const existing = await credentialsOf(context.services.database, invitation)
  const options = await creationOptions(relyingParty, invitation, { purpose, owner: invitation, existing })
  return { person: { login, firstname, email }, expiresAt, url: relyingParty.url, options }
}

/** Registers a passkey with an invitation, which ends, and opens a session with it. Throws UNAUTHENTICATED. */
export async function acceptInvitation(
  context: RequestContext,
  relyingParty: RelyingParty,
  registration: Registration,
): Promise<OpenedSession> {
  const invitation = await requireInvitation(context)
  const { response } = registration
  const credential = await verifyRegistration(relyingParty, invitation, { purpose: invitation.purpose, response })
  if (!credential) refuseInvitation()
  const { database, sessionLimits } = context.services
  const { lifetime: seconds, idleTimeout: idleSeconds } = sessionLimits
  return database.transaction(async (db) => {
    const { id, personId, touchpointCode } = invitation
    if (!(await lockPerson(db, personId))) refuseInvitation()
    if (!(await takeInvitation(db, id, context.invitationHash!))) refuseInvitation()
    const added = await addPasskey(db, invitation, credential, registration.name)
    if (typeof added !== 'object') refuseInvitation()
    return openSession(db, { personId, touchpointCode, origin: 'PASSKEY', seconds, idleSeconds, passkeyId: added.id })
  })
}

const ownPurpose = ({ personId, touchpointCode }: Holder) => `person ${personId} ${touchpointCode}`

/** What the browser needs to register another passkey of the caller. Throws BAD_USER_INPUT if the caller has too many. */
export async function ownCreationOptions(context: RequestContext, relyingParty: RelyingParty) {
  const { viewer, services } = await authenticate(context)
  const [total] = await services.database.run(countOf, [viewer.personId])
  if (total!.total >= maximumPasskeys) throw tooMany()
  const recognition = await loadRecognition(services.database)
  const existing = await credentialsOf(services.database, viewer)
  return creationOptions(relyingParty, recognition, { purpose: ownPurpose(viewer), owner: viewer, existing })
}

/** Registers another passkey of the caller for the touchpoint of the session. Returns its ID. Throws BAD_USER_INPUT. */
export async function addOwnPasskey(
  context: RequestContext,
  relyingParty: RelyingParty,
  { response, name }: Registration,
): Promise<{ id: string }> {
  const { viewer, services } = await authenticate(context)
  const recognition = await loadRecognition(services.database)
  const credential = await verifyRegistration(relyingParty, recognition, { purpose: ownPurpose(viewer), response })
  const added =
    credential &&
    (await services.database.transaction(async (db) =>
      (await lockPerson(db, viewer.personId)) ? addPasskey(db, viewer, credential, name) : undefined,
    ))
  if (added === 'tooMany') throw tooMany()
  if (!added) throw new RequestError('BAD_USER_INPUT', 'The passkey was not accepted. Nothing was written. Try again.')
  return { id: `passkey:${added.id}` }
}

function tooMany(): RequestError {
  return new RequestError(
    'BAD_USER_INPUT',
    `You have ${maximumPasskeys} passkeys, which is the maximum. Remove one first.`,
  )
}

const credentials = statement(
  `
select encode(credential_id, 'hex') as id from passkeys
where person_id = $1::bigint and touchpoint_code = $2`,
  { id: 'text' },
)

/** The IDs of the credentials of a person for a touchpoint, in hexadecimal. */
async function credentialsOf(db: Queryable, { personId, touchpointCode }: Holder) {
  return (await db.run(credentials, [personId, touchpointCode])).map(({ id }) => id)
}

const countOf = statement('select count(*)::int as total from passkeys where person_id = $1::bigint', { total: 'int' })

const openPerson = statement(`select p.id from persons p where p.id = $1::bigint and ${canSignIn} for no key update`, {
  id: 'bigint',
})

/**
 * Locks a person. Two registrations of a person follow one another, so that their number stays within the limit. An erasure waits. False
 * if the person cannot sign in any longer.
 */
async function lockPerson(db: Transaction, personId: number): Promise<boolean> {
  return (await db.run(openPerson, [personId])).length > 0
}

const insert = statement(
  `
insert into passkeys (person_id, touchpoint_code, credential_id, public_key, counter, name, created_at)
values ($1::bigint, $2, decode($3, 'hex'), decode($4, 'hex'), $5::bigint, $6, statement_timestamp())
on conflict (credential_id) do nothing
returning id`,
  { id: 'uuid' },
)

/**
 * Writes a passkey of a locked person whose response was verified, and its audit event. Undefined if the challenge was used, or if
 * somebody has the passkey. The caller rolls back then.
 */
async function addPasskey(
  db: Transaction,
  { personId, touchpointCode }: Holder,
  { credentialId, publicKey, counter, aaguid, answered }: NewCredential,
  suggestedName: string | undefined,
): Promise<{ id: string } | 'tooMany' | undefined> {
  if (!(await useChallenge(db, answered))) return undefined
  if ((await db.run(countOf, [personId]))[0]!.total >= maximumPasskeys) return 'tooMany'
  const name = newName(aaguid, suggestedName)
  const values = [personId, touchpointCode, credentialId, publicKey, counter, name]
  const [added] = await db.run(insert, values)
  if (!added) return undefined
  const changes = [{ path: ['passkeys'], from: null, to: `passkey:${added.id}` }]
  const actor = { personId, touchpointCode }
  await writeAudit(db, actor, [{ action: 'PASSKEY_ADDED', target: personTarget(personId), changes }])
  return added
}
