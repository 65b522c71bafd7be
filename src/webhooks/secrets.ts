import { randomBytes } from 'node:crypto'
import { batched, type Loader } from '../database/statements/batched.ts'
import { columns, type RowOf } from '../database/statements/columns.ts'
import { type Queryable, statement } from '../database/statements/statement.ts'
import { removal } from '../database/expired-rows.ts'

// The key is in base64. No answer contains it.
const secretColumns = columns({ id: 'uuid', createdAt: 'timestamptz', expiresAt: 'timestamptz | null', key: 'text' })
export type ListedSecret = RowOf<typeof secretColumns>

/** The valid secrets of an endpoint, the current one first. */
export const secretsOfEndpoint = batched(
  `
select k.ordinal::int, s.id, s.created_at, s.expires_at, encode(s.key, 'base64') as key
from unnest($1::bigint[]) with ordinality as k (id, ordinal)
join webhook_secrets s on s.endpoint_id = k.id and (s.expires_at is null or s.expires_at > statement_timestamp())
order by k.ordinal, s.expires_at desc nulls first, s.id`,
  secretColumns,
  (ids: readonly number[]) => [ids],
)

const insert = statement(
  `insert into webhook_secrets (endpoint_id, key) values ($1::bigint, decode($2, 'base64')) returning id`,
  { id: 'uuid' },
)

/** Adds a secret of 256 random bits to an endpoint, and returns it as its receiver configures it. */
export async function addSecret(db: Queryable, endpointId: number): Promise<{ id: string; secret: string }> {
  const key = randomBytes(32).toString('base64')
  const [row] = await db.run(insert, [endpointId, key])
  return { id: row!.id, secret: secretText({ key }) }
}

/** A secret as receivers configure it (Standard Webhooks 1.0.0). */
export function secretText({ key }: Pick<ListedSecret, 'key'>): string {
  return `whsec_${key}`
}

/** The keys that sign what an endpoint gets, the current one first. */
export async function keysOf(db: Loader, endpointId: number): Promise<Buffer[]> {
  return (await db.loadAll(secretsOfEndpoint, endpointId)).map(({ key }) => Buffer.from(key, 'base64'))
}

/** Removes expired secrets. There are few, so that no index is needed. */
export const expiredSecrets = removal('webhook_secrets', 'expires_at < statement_timestamp()', 'expires_at')

/** The secrets of an endpoint sign for at most so many more seconds. */
export const expireSecrets = statement(
  `
update webhook_secrets
set expires_at = least(expires_at, statement_timestamp() + make_interval(secs => $2::int))
where endpoint_id = $1::bigint`,
)
