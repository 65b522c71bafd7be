import { personTarget, writeAudit } from '../../audit/write-audit.ts'
import type { RequestContext } from '../../context.ts'
import { batchedBy } from '../../database/statements/batched.ts'
import { columns, type RowOf } from '../../database/statements/columns.ts'
import { columnsOf, selectList } from '../../database/statements/entity-columns.ts'
import { statement } from '../../database/statements/statement.ts'
import type { Problem } from '../../errors/problems.ts'
import { invalidInput } from '../../errors/request-error.ts'
import { uuidOf } from '../../node-id.ts'
import { phase } from '../../observability/telemetry.ts'
import { holdPersons } from '../../people/people.ts'
import { authenticate } from '../../viewer/authenticate.ts'
import { revocation } from '../sessions/revoke-sessions.ts'
import { isAdmin, type Viewer } from '../../viewer/viewer.ts'
import type { passkeyErrors } from './passkey.errors.ts'
import { nameProblem } from './passkey-name.ts'
import { Passkey } from './passkey.entity.ts'

/** A person has at most so many. */
export const maximumPasskeys = 10

export const passkeyColumns = columns(
  columnsOf(Passkey, 'id', 'personId', 'touchpointCode', 'name', 'createdAt', 'lastUsedAt'),
)
export type PasskeyRow = RowOf<typeof passkeyColumns>

const passkeySelect = selectList('y', passkeyColumns)

/** The passkeys of a person, the oldest first. */
export const passkeysOfPerson = batchedBy(
  { id: 'bigint' },
  (keys) => `
select k.ordinal::int, ${passkeySelect}
from ${keys} join passkeys y on y.person_id = k.id
order by k.ordinal, y.created_at, y.id`,
  passkeyColumns,
)

const byId = statement(`select ${passkeySelect} from passkeys y where y.id = $1::uuid`, passkeyColumns)

/** A passkey of the caller, or any if the caller is an admin. Null otherwise. */
export async function readPasskey(context: RequestContext, id: string): Promise<PasskeyRow | null> {
  const { viewer, services } = await authenticate(context)
  const uuid = uuidOf('passkey', id)
  const [found] = uuid === undefined ? [] : await services.database.run(byId, [uuid])
  return found && mayRemove(viewer, found) ? found : null
}

function mayRemove(viewer: Viewer, { personId }: PasskeyRow): boolean {
  return personId === viewer.personId || isAdmin(viewer)
}

const notOwn = {
  code: 'invalidId',
  message:
    'passkeyId must be the ID of a passkey of the caller, such as "passkey:3f0c8d3e-6a5b-4f0e-9c39-0c6f8d0f7a11".',
  path: ['passkeyId'],
} satisfies Problem<string & keyof (typeof passkeyErrors)[keyof typeof passkeyErrors]>
const unknown = { ...notOwn, message: `${notOwn.message} Admins can remove those of other persons.` }

const lock = statement('select id from passkeys where id = $1::uuid for update', { id: 'uuid' })
const endSessionsOf = revocation('s.passkey_id = $1::uuid')
const remove = statement('delete from passkeys where id = $1::uuid')

/** Removes a passkey, and ends the sessions that it began. For the person itself and for admins. */
export async function removePasskey(context: RequestContext, { passkeyId }: { passkeyId: string }) {
  const { viewer, services, telemetry } = await authenticate(context)
  const passkey = await readPasskey(context, passkeyId)
  if (!passkey) return { problems: [unknown] }
  const { id, personId } = passkey
  const isRemoved = await phase(telemetry, 'write', () =>
    services.database.transaction(async (db) => {
      await db.run(holdPersons, [[personId, viewer.personId]])
      if ((await db.run(lock, [id])).length === 0) return false
      const ended = (await db.run(endSessionsOf, [id])).filter(({ wasValid }) => wasValid).length
      await db.run(remove, [id])
      const changes = [
        { path: ['passkeys'], from: `passkey:${id}`, to: null },
        ...(ended > 0 ? [{ path: ['sessions'], from: ended, to: 0 }] : []),
      ]
      await writeAudit(db, viewer, [{ action: 'PASSKEY_REMOVED', target: personTarget(personId), changes }])
      return true
    }),
  )
  return isRemoved ? { viewer, passkeyId: `passkey:${id}` } : { problems: [unknown] }
}

const rename = statement(
  `
update passkeys y set name = $3
where y.id = $1::uuid and y.person_id = $2::bigint
returning ${passkeySelect}`,
  passkeyColumns,
)

/** Gives a passkey of the caller another name. Throws BAD_USER_INPUT for a name that is not valid. */
export async function renamePasskey(context: RequestContext, { passkeyId, name }: { passkeyId: string; name: string }) {
  const { viewer, services, telemetry } = await authenticate(context)
  const stored = await readPasskey(context, passkeyId)
  if (stored?.personId !== viewer.personId) return { problems: [notOwn] }
  const trimmed = name.trim()
  const problem = nameProblem(trimmed)
  if (problem !== null) throw invalidInput([{ message: `name ${problem}.`, path: ['name'] }])
  const values = [stored.id, viewer.personId, trimmed]
  const [passkey] = await phase(telemetry, 'write', () => services.database.run(rename, values))
  return passkey ? { viewer, passkey } : { problems: [notOwn] }
}
