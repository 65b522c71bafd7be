import { removal } from '../../database/expired-rows.ts'
import { statement } from '../../database/statement.ts'

/** Whether a key is too old to count. */
export const isExpired = `created_at < statement_timestamp() - interval '24 hours'`

/** Removes expired idempotency keys. */
export const expiredKeys = removal('idempotency_keys', isExpired, 'created_at')

/** Removes the key ($2) of a session ($1) if it is expired. */
export const removeExpired = statement(
  `delete from idempotency_keys where token_hash = decode($1, 'hex') and key = $2 and ${isExpired}`,
  undefined,
  { writes: true },
)
