import { randomBytes } from 'node:crypto'
import { type Actor, writeAudit } from '../../audit/write-audit.ts'
import { batched } from '../../database/statements/batched.ts'
import { columns, type RowOf, typed } from '../../database/statements/columns.ts'
import type { Database } from '../../database/database.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'
import { NotFoundError } from '../../errors/usage-error.ts'
import type { IssueTouchpointSecretErrorCode, touchpointSecretErrors } from './touchpoint-secret.errors.ts'
import { hashToken } from '../../viewer/viewer.ts'
import type { RequestContext } from '../../context.ts'
import { searchableText } from '../../database/statements/valid-text.ts'
import type { Problem } from '../../errors/problems.ts'
import { uuidOf } from '../../node-id.ts'
import { phase } from '../../observability/telemetry.ts'
import { requireAdmin } from '../../viewer/authenticate.ts'

export const secretColumns = columns({ id: 'uuid', createdAt: 'timestamptz', lastUsedAt: 'timestamptz | null' })

/** Two, so that secrets can be rotated. */
export const maximumSecrets = 2

const lock = statement(`select code from touchpoints where code = any($1::text[]) order by code for no key update`, {
  code: 'text',
})

/** Until the transaction ends, no other one adds a secret to these touchpoints. Returns the codes of those that exist. */
export async function lockTouchpoints(transaction: Queryable, codes: readonly string[]): Promise<string[]> {
  return (await transaction.run(lock, [codes])).map(({ code }) => code)
}

// Returns no row if the touchpoint has as many valid secrets as it may.
const insert = statement(
  `
insert into touchpoint_secrets (touchpoint_code, secret_hash)
select $1, decode($2, 'hex')
where (select count(*) from touchpoint_secrets where touchpoint_code = $1 and revoked_at is null) < ${maximumSecrets}
returning id, created_at, last_used_at`,
  secretColumns,
)

export interface IssuedSecret {
  /** Shown once: only its hash is stored. */
  secret: string
  touchpointSecret: RowOf<typeof secretColumns>
}

/** Returns a code of `issueTouchpointSecret` if there is no such touchpoint, or if it has as many secrets as it may. */
export function issueSecret(database: Database, actor: Actor, code: string) {
  return database.transaction(async (transaction): Promise<IssuedSecret | IssueTouchpointSecretErrorCode> => {
    const [touchpoint] = await lockTouchpoints(transaction, [code])
    if (touchpoint === undefined) return 'invalidId'
    const secret = `cgs_${randomBytes(32).toString('base64url')}`
    const [issued] = await transaction.run(insert, [code, hashToken(secret)])
    if (!issued) return 'tooManySecrets'
    const changes = [{ path: ['secrets'], from: null, to: `secret:${issued.id}` }]
    await writeAudit(transaction, actor, [{ action: 'SECRET_ISSUED', target: `touchpoint:${code}`, changes }])
    return { secret, touchpointSecret: issued }
  })
}

const list = statement(
  `
select id, case when revoked_at is null then 'valid' else 'revoked' end as state, touchpoint_code as touchpoint, created_at,
  last_used_at
from touchpoint_secrets
where $1::text is null or touchpoint_code = $1
order by touchpoint_code collate "C", created_at, id`,
  { ...secretColumns, state: typed<'valid' | 'revoked'>('text'), touchpoint: 'text' },
)

/** The secrets of a touchpoint or of all, the oldest first. Throws a NotFoundError if there is no such touchpoint. */
export function listTouchpointSecrets(database: Database, code: string | null) {
  return database.transaction(async (transaction) => {
    if (code !== null && (await lockTouchpoints(transaction, [code])).length === 0) {
      throw new NotFoundError(`There is no touchpoint ${JSON.stringify(code)}.`)
    }
    return transaction.run(list, [code])
  })
}

export const secretsOfTouchpoint = batched(
  `
select k.ordinal::int, s.id, s.created_at, s.last_used_at
from unnest($1::text[]) with ordinality as k (code, ordinal)
join touchpoint_secrets s on s.touchpoint_code = k.code and s.revoked_at is null
order by k.ordinal, s.created_at, s.id`,
  secretColumns,
  (codes: readonly string[]) => [codes],
)

const find = statement(
  'select touchpoint_code, revoked_at is not null as is_revoked from touchpoint_secrets where id = $1::uuid for update',
  { touchpointCode: 'text', isRevoked: 'boolean' },
)
const revoke = statement('update touchpoint_secrets set revoked_at = now() where id = $1::uuid')

/**
 * Revokes a secret permanently, and returns the code of its touchpoint. The sessions that it created stay. Revoking a revoked
 * secret changes nothing. Null if there is no such secret, or if it belongs to another touchpoint than the given one.
 */
export async function revokeSecret(
  database: Database,
  actor: Actor,
  id: string,
  ofTouchpoint?: string | null,
): Promise<string | null> {
  const uuid = uuidOf('secret', id)
  if (uuid === undefined) return null
  return database.transaction(async (transaction) => {
    const [found] = await transaction.run(find, [uuid])
    const code = found?.touchpointCode
    if (code === undefined || code !== (ofTouchpoint ?? code)) return null
    if (found?.isRevoked) return code
    await transaction.run(revoke, [uuid])
    const changes = [{ path: ['secrets'], from: `secret:${uuid}`, to: null }]
    await writeAudit(transaction, actor, [{ action: 'SECRET_REVOKED', target: `touchpoint:${code}`, changes }])
    return code
  })
}

const reasons = {
  invalidId: 'touchpointCode must be the code of a touchpoint.',
  tooManySecrets: `The touchpoint has ${maximumSecrets} valid secrets, which is the maximum. Revoke one first.`,
}

/** Issues a secret of a touchpoint, which is returned only once. Login: admin. */
export async function issueTouchpointSecret(context: RequestContext, { touchpointCode }: { touchpointCode: string }) {
  const { viewer, services, telemetry } = await requireAdmin(context)
  const code = searchableText(touchpointCode)
  const issued =
    code === null ? 'invalidId' : await phase(telemetry, 'write', () => issueSecret(services.database, viewer, code))
  if (typeof issued !== 'string') return { viewer, ...issued }
  return { problems: [{ code: issued, message: reasons[issued], path: ['touchpointCode'] }] }
}

const unknownSecret = {
  code: 'invalidId',
  message:
    'secretId must be the ID of a secret of the touchpoint, such as "secret:3f0c8d3e-6a5b-4f0e-9c39-0c6f8d0f7a11".',
  path: ['secretId'],
} satisfies Problem<keyof typeof touchpointSecretErrors.revokeTouchpointSecret>

/** Revokes a secret of a touchpoint. The sessions that it created stay. Login: admin. */
export async function revokeTouchpointSecret(
  context: RequestContext,
  { secretId, touchpointCode }: { secretId: string; touchpointCode?: string | null | undefined },
) {
  const { viewer, services, telemetry } = await requireAdmin(context)
  const owner = await phase(telemetry, 'write', () => revokeSecret(services.database, viewer, secretId, touchpointCode))
  return owner === null ? { problems: [unknownSecret] } : { viewer }
}
