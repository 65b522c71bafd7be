import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { RequestContext } from '../../context.ts'
import { batchedBy } from '../../database/statements/batched.ts'
import { columns } from '../../database/statements/columns.ts'
import { statement } from '../../database/statements/statement.ts'
import { RequestError } from '../../errors/request-error.ts'
import type { RelyingParty } from '../../settings/desk-settings.ts'
import { type OpenedSession, openSession } from '../sessions/stored-sessions.ts'
import { loadRecognition, recognitionColumns, recognitionSelect, useChallenge } from './challenges.ts'
import { canSignIn } from './invitations.ts'
import { requestOptions, verifyAssertion } from './webauthn.ts'

/** What the browser needs to sign in. */
export async function signInOptions({ services }: RequestContext, relyingParty: RelyingParty) {
  return requestOptions(relyingParty, await loadRecognition(services.database))
}

// Guesses take at most two connections, and have no part in the statements of others.
const byCredential = batchedBy(
  { credentialId: 'text' },
  (keys) => `
select k.ordinal::int, y.id, y.person_id, y.touchpoint_code, encode(y.public_key, 'hex') as public_key, ${recognitionSelect}
from ${keys}
join passkeys y on y.credential_id = decode(k.credential_id, 'hex')
cross join challenge_key c`,
  columns({
    id: 'uuid',
    personId: 'bigint',
    touchpointCode: 'text',
    publicKey: 'text',
    ...recognitionColumns,
  }),
  { maxStatements: 1 },
)

// An erasure locks the person before it removes the passkeys.
const holdPerson = statement(`select p.id from persons p where p.id = $1::bigint and ${canSignIn} for key share`, {
  id: 'bigint',
})
const lockPasskey = statement('select counter from passkeys where id = $1::uuid for update', { counter: 'bigint' })
const noteUse = statement(
  'update passkeys set counter = $2::bigint, last_used_at = statement_timestamp() where id = $1::uuid',
)

/** Signs in with a passkey. Throws UNAUTHENTICATED, with one message for all reasons. */
export async function signInWithPasskey(
  { services }: RequestContext,
  relyingParty: RelyingParty,
  response: AuthenticationResponseJSON,
): Promise<OpenedSession> {
  const { database, sessionLimits, log } = services
  const credentialId = Buffer.from(response.id, 'base64url').toString('hex')
  const stored = await database.load(byCredential, { credentialId })
  const verified = stored && (await verifyAssertion(relyingParty, stored, { response, stored }))
  if (!verified) refusePasskey()
  const { id: passkeyId, personId, touchpointCode } = stored
  const { lifetime: seconds, idleTimeout: idleSeconds } = sessionLimits
  return database.transaction(async (db) => {
    if ((await db.run(holdPerson, [personId])).length === 0) refusePasskey()
    if (!(await useChallenge(db, verified.answered))) refusePasskey()
    const [locked] = await db.run(lockPasskey, [passkeyId])
    if (!locked) refusePasskey()
    if (!hasAdvanced(locked.counter, verified.counter)) {
      const fields = { passkeyId, personId, counter: verified.counter, lastCounter: locked.counter }
      log.warn(fields, 'The signature counter of a passkey went back. The passkey may have been copied.')
      refusePasskey()
    }
    await db.run(noteUse, [passkeyId, verified.counter])
    return openSession(db, { personId, touchpointCode, origin: 'PASSKEY', seconds, idleSeconds, passkeyId })
  })
}

/** Authenticators that do not count always send 0. */
function hasAdvanced(last: number, counter: number): boolean {
  return counter > last || (counter === 0 && last === 0)
}

function refusePasskey(): never {
  throw new RequestError('UNAUTHENTICATED', 'The passkey was not accepted.')
}
