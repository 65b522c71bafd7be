import { randomBytes } from 'node:crypto'
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
      throw new UsageError(
        `The touchpoint ${JSON.stringify(code)} has ${maximumSecrets} valid secrets, which is the most. Revoke one first.`,
      )
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
