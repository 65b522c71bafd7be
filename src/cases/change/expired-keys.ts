import { batched } from '../../database/batched.ts'
import { citusWrite } from '../../database/citus/citus-write.ts'
import { removal } from '../../database/expired-rows.ts'

/** Whether a key is too old to count. */
export const isExpired = `created_at < statement_timestamp() - interval '24 hours'`

/** Removes expired idempotency keys. */
export const expiredKeys = removal('idempotency_keys', { key: 'ctid', condition: isExpired, orderBy: 'created_at' })

interface KeyToRemove {
  tokenHash: string
  key: string
  /** See shardKeyOf. */
  shardKey: number
}

/** Removes the key of a request if it is expired. */
export const removeExpired = batched(
  `
delete from idempotency_keys i
using unnest($1::text[], $2::text[]) with ordinality as k (token_hash, key, ordinal)
where i.token_hash = decode(k.token_hash, 'hex') and i.key = k.key and ${isExpired}
returning k.ordinal::int`,
  {},
  (requests: readonly KeyToRemove[]) => [requests.map(({ tokenHash }) => tokenHash), requests.map(({ key }) => key)],
  {
    writes: true,
    maxBatchSize: 1,
    onCitus: citusWrite<KeyToRemove>('remove_expired', {
      sent: 'token_hash text, key text',
      recordOf: ({ tokenHash, key }) => ({ token_hash: tokenHash, key }),
      shardKey: ({ shardKey }) => shardKey,
      body: `
delete from idempotency_keys
where shard_key = k_shard_key and token_hash = decode(s.token_hash, 'hex') and key = s.key and ${isExpired};
if found then
  return next;
end if;`,
    }),
  },
)
