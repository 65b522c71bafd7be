import { removal } from '../../database/expired-rows.ts'

/** Removes idempotency keys after 24 hours. */
export const expiredKeys = removal('idempotency_keys', {
  key: 'ctid',
  condition: `created_at < statement_timestamp() - interval '24 hours'`,
  orderBy: 'created_at',
})
