import { batched, type Loader } from '../../database/batched.ts'
import { citusWrite } from '../../database/citus/citus-write.ts'
import { shardKeyOf } from '../../database/citus/shard-key.ts'
import { typed } from '../../database/columns.ts'
import { isValidPostgresText } from '../../database/valid-text.ts'
import { RequestError } from '../../errors.ts'
import { requestHash } from './request-hash.ts'

/** A mutation with an idempotency key. Hashes are SHA-256 in hexadecimal. */
export interface KeyedRequest {
  tokenHash: string
  key: string
  requestHash: string
  /** See shardKeyOf. */
  shardKey: number
}

/** What the first request with a key returned. */
export interface StoredOutcome {
  /** Null if the operation found no case or had problems. */
  caseId: number | null
  /** The version of the case that the first response contained. */
  version: number | null
  /** Whether the caller may see this version of the case. Creations can be of cases that their creator cannot see. */
  visible: boolean
  /** As JSON. Not jsonb, which rejects NUL characters and lone surrogates in the paths of problems. */
  problems: string | null
}

/** An outcome to store. `answer` is what `configure` answered, as JSON. */
type OutcomeToStore = KeyedRequest & StoredOutcome & { answer?: string | null }

/** The outcome as it is stored with its key. */
export interface StoredKey extends StoredOutcome {
  requestHash: string
  isExpired: boolean
}

/** The input fields that make a request repeatable. */
export interface RepeatableInput {
  idempotencyKey?: string | null | undefined
  dryRun?: boolean | null | undefined
}

const maximumKeyLength = 255

/**
 * The request if its input has a key and is no dry run. Requests are the same if the operation and what is requested are
 * the same (request-hash.ts). Throws BAD_USER_INPUT for an invalid key.
 */
export function keyedRequest(
  tokenHash: string,
  { idempotencyKey: key, dryRun }: RepeatableInput,
  operation: string,
  requested: object,
  caseId: number | null = null,
): KeyedRequest | null {
  if (key == null) return null
  if (key === '' || key.length > maximumKeyLength || !isValidPostgresText(key)) {
    const limits = `must have 1 to ${maximumKeyLength} characters, without NUL characters or lone surrogates`
    throw new RequestError('BAD_USER_INPUT', `idempotencyKey ${limits}.`)
  }
  if (dryRun) return null
  const shardKey = shardKeyOf({ tokenHash, caseId, idempotencyKey: key })
  return { tokenHash, key, requestHash: requestHash(operation, requested), shardKey }
}

const isExpired = `created_at < statement_timestamp() - interval '24 hours'`

/** The column of `storedKeySelect`. */
export const storedKeyColumn = typed<StoredKey | null>('json | null')

/**
 * The stored key of a request in SQL, as a part of the load of its facts: from the keys `k` with the column
 * `idempotency_key`, and `live_sessions v`. Null if the request has no key, or if it is the first one.
 */
export const storedKeySelect = `(
    select json_build_object(
      'requestHash', encode(i.request_hash, 'hex'),
      'isExpired', i.${isExpired},
      'caseId', i.case_id, 'version', i.version, 'visible', i.visible, 'problems', i.problems)
    from idempotency_keys i
    where k.idempotency_key is not null and i.token_hash = v.token_hash and i.key = k.idempotency_key
  ) as stored_key`

/** The stored key as a row that a load reads from a shard on Citus. */
export const storedKeyRow = {
  idempotency_keys: `shard_key = $shard_key and token_hash = decode($token_hash, 'hex') and key = $idempotency_key`,
}

/** Removes the key of a request if it is expired. */
export const removeExpired = batched(
  `
delete from idempotency_keys i
using unnest($1::text[], $2::text[]) with ordinality as k (token_hash, key, ordinal)
where i.token_hash = decode(k.token_hash, 'hex') and i.key = k.key and ${isExpired}
returning k.ordinal::int`,
  {},
  (requests: readonly KeyedRequest[]) => [requests.map(({ tokenHash }) => tokenHash), requests.map(({ key }) => key)],
  {
    writes: true,
    maxBatchSize: 1,
    onCitus: citusWrite<KeyedRequest>('remove_expired', {
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

/**
 * The outcome of the first request with the key; null if this is the first one. Removes an expired one. Throws CONFLICT if
 * the first request was another one.
 */
export async function firstOutcome(
  db: Loader,
  keyed: KeyedRequest | null,
  { storedKey }: { storedKey: StoredKey | null },
): Promise<StoredOutcome | null> {
  if (!keyed || !storedKey) return null
  if (storedKey.isExpired) {
    await db.load(removeExpired, keyed)
    return null
  }
  if (storedKey.requestHash === keyed.requestHash) return storedKey
  throw new RequestError('CONFLICT', 'The idempotency key was already used for a different request.')
}

/**
 * Stores the outcomes of requests that wrote nothing else. Returns no row if another request with the key came first. Every
 * statement inserts keys in the same order, because two that wait for each other's keys would deadlock.
 */
export const storeOutcome = batched(
  `
with sent as materialized (
  select distinct on (token_hash, key) *
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::int[], $6::text[], $7::text[])
    with ordinality as s (token_hash, key, request_hash, case_id, version, problems, answer, ordinal)
  order by token_hash, key, ordinal
), stored as (
  insert into idempotency_keys (token_hash, key, request_hash, case_id, version, problems, answer, created_at)
  select decode(token_hash, 'hex'), key, decode(request_hash, 'hex'), case_id, version, problems, answer,
    statement_timestamp()
  from sent
  order by token_hash, key
  on conflict do nothing
  returning token_hash, key
)
select sent.ordinal::int
from sent join stored on stored.token_hash = decode(sent.token_hash, 'hex') and stored.key = sent.key`,
  {},
  (outcomes: readonly OutcomeToStore[]) => [
    outcomes.map(({ tokenHash }) => tokenHash),
    outcomes.map(({ key }) => key),
    outcomes.map(({ requestHash }) => requestHash),
    outcomes.map(({ caseId }) => caseId),
    outcomes.map(({ version }) => version),
    outcomes.map(({ problems }) => problems),
    outcomes.map(({ answer }) => answer ?? null),
  ],
  {
    writes: true,
    onCitus: citusWrite<OutcomeToStore>('store_outcome', {
      sent: 'token_hash text, key text, request_hash text, case_id bigint, version int, problems text, answer text',
      recordOf: ({ tokenHash, key, requestHash, caseId, version, problems, answer }) => ({
        token_hash: tokenHash,
        key,
        request_hash: requestHash,
        case_id: caseId,
        version,
        problems,
        answer,
      }),
      shardKey: ({ shardKey }) => shardKey,
      body: `
insert into idempotency_keys (
  shard_key, token_hash, key, request_hash, case_id, version, problems, answer, created_at)
values (k_shard_key, decode(s.token_hash, 'hex'), s.key, decode(s.request_hash, 'hex'), s.case_id, s.version, s.problems,
  s.answer, statement_timestamp())
on conflict do nothing;
if found then
  return next;
end if;`,
    }),
  },
)

/** Another request stored the key first. Rolls back what the transaction has written. */
export class KeyTaken extends Error {}

/** The result of an attempt in a transaction that was rolled back because another request stored the key first. */
export function nullIfKeyTaken(error: unknown): null {
  if (error instanceof KeyTaken) return null
  throw error
}
