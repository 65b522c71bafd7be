import { randomBytes } from 'node:crypto'
import { batched } from '../database/batched.ts'
import { columns, type RowOf, typed } from '../database/columns.ts'
import type { Database } from '../database/database.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { NotFoundError, UsageError } from '../errors.ts'
import { hashToken } from './viewer.ts'

/** So that they can be rotated. */
export const maximumSecrets = 2

const lock = statement(`select code from touchpoints where code = any($1::text[]) order by code for no key update`, {
  code: 'text',
})

/** Until the transaction ends, no other one adds a secret to these touchpoints. Returns the codes of those that exist. */
export async function lockTouchpoints(transaction: Queryable, codes: readonly string[]): Promise<string[]> {
  return (await transaction.run(lock, [codes])).map(({ code }) => code)
}

const countValid = statement(
  'select count(*) as valid from touchpoint_secrets where touchpoint_code = $1 and revoked_at is null',
  { valid: 'bigint' },
)
const insert = statement(
  'insert into touchpoint_secrets (touchpoint_code, secret_hash) values ($1, decode($2, $$hex$$)) returning id, created_at',
  { id: 'uuid', createdAt: 'timestamptz' },
  { writes: true },
)

export interface CreatedSecret {
  id: string
  /** Shown once: only its hash is stored. */
  secret: string
  createdAt: Date
}

/** Throws a NotFoundError if there is no such touchpoint, and a UsageError if it has two valid secrets. */
export function createTouchpointSecret(database: Database, code: string): Promise<CreatedSecret> {
  return database.transaction(async (transaction) => {
    await requireTouchpoint(transaction, code)
    const [count] = await transaction.run(countValid, [code])
    if (count!.valid >= maximumSecrets) {
      const limit = `The touchpoint ${JSON.stringify(code)} has ${maximumSecrets} valid secrets, which is the maximum.`
      throw new UsageError(`${limit} Revoke one of "touchpoint secret list ${code}" first.`)
    }
    const secret = `cgs_${randomBytes(32).toString('base64url')}`
    const [created] = await transaction.run(insert, [code, hashToken(secret)])
    return { ...created!, secret }
  })
}

async function requireTouchpoint(transaction: Queryable, code: string): Promise<void> {
  const [found] = await lockTouchpoints(transaction, [code])
  if (found === undefined) throw new NotFoundError(`There is no touchpoint ${JSON.stringify(code)}.`)
}

const secretColumns = columns({ id: 'uuid', createdAt: 'timestamptz', lastUsedAt: 'timestamptz | null' })
export type TouchpointSecret = RowOf<typeof secretColumns>

export interface ListedSecret {
  id: string
  state: 'valid' | 'revoked'
  touchpoint: string
  createdAt: Date
  lastUsedAt: Date | null
}

const list = statement(
  `
select id, case when revoked_at is null then 'valid' else 'revoked' end as state, touchpoint_code as touchpoint, created_at,
  last_used_at
from touchpoint_secrets
where $1::text is null or touchpoint_code = $1
order by touchpoint_code collate "C", created_at, id`,
  {
    id: 'uuid',
    state: typed<ListedSecret['state']>('text'),
    touchpoint: 'text',
    createdAt: 'timestamptz',
    lastUsedAt: 'timestamptz | null',
  },
)

/** The secrets of a touchpoint or of all, the oldest first. Throws a NotFoundError if there is no such touchpoint. */
export function listTouchpointSecrets(database: Database, code: string | null): Promise<ListedSecret[]> {
  return database.transaction(async (transaction) => {
    if (code !== null) await requireTouchpoint(transaction, code)
    return transaction.run(list, [code])
  })
}

/** The valid secrets of a touchpoint, the oldest first. */
export const secretsOfTouchpoint = batched(
  `
select k.ordinal::int, s.id, s.created_at, s.last_used_at
from unnest($1::text[]) with ordinality as k (code, ordinal)
join touchpoint_secrets s on s.touchpoint_code = k.code and s.revoked_at is null
order by k.ordinal, s.created_at, s.id`,
  secretColumns,
  (codes: readonly string[]) => [codes],
)

const revoke = statement(
  `
update touchpoint_secrets set revoked_at = coalesce(revoked_at, now())
where id::text = lower($1)
returning touchpoint_code`,
  { touchpointCode: 'text' },
  { writes: true },
)

/**
 * Revokes a secret permanently, and returns the code of its touchpoint. The sessions that it created stay. Revoking a revoked
 * secret changes nothing. Throws a NotFoundError if there is no such secret.
 */
export async function revokeTouchpointSecret(database: Database, id: string): Promise<string> {
  const [revoked] = await database.run(revoke, [id])
  if (!revoked) throw new NotFoundError(`There is no secret ${JSON.stringify(id)}.`)
  return revoked.touchpointCode
}
