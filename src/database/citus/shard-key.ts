import { hash, randomInt } from 'node:crypto'

interface ShardedRequest {
  tokenHash: string
  caseId?: number | null
  idempotencyKey?: string | null
}

/**
 * The number that determines which shard has the key of a request on Citus. It is the ID of the case, so that the key
 * is stored with the change. If the request names no case, the number is computed from the key, and a new case gets an
 * ID in the same shard.
 */
export function shardKeyOf({ tokenHash, caseId, idempotencyKey }: ShardedRequest): number {
  if (caseId != null) return caseId
  if (idempotencyKey == null) return randomShardKey()
  return Number.parseInt(hash('sha256', `${tokenHash} ${idempotencyKey}`, 'hex').slice(0, 12), 16)
}

/** The same number for a stored key whose request named no case, in SQL. */
export const shardKeyInSql = `(
  'x' || left(encode(sha256(convert_to(encode(token_hash, 'hex') || ' ' || key, 'UTF8')), 'hex'), 12))::bit(48)::bigint`

/** A number for what may be in any shard. */
export const randomShardKey = () => randomInt(2 ** 47)
