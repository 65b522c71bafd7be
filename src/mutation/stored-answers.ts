import { batchedBy, type Loader } from '../database/statements/batched.ts'
import { typed } from '../database/statements/columns.ts'
import { removal } from '../database/expired-rows.ts'
import { LostRace } from '../database/retry.ts'
import { statement } from '../database/statements/statement.ts'
import type { Problem } from '../errors/problems.ts'
import { RequestError } from '../errors/request-error.ts'
import type { KeyedRequest } from './keyed-request.ts'

/** The row of a key, as loads return it. Texts, because jsonb rejects NUL characters and lone surrogates in the paths of problems. */
interface StoredKey {
  requestHash: string
  isExpired: boolean
  /** JSON. Null if the operation succeeded. */
  problems: string | null
  /** JSON: what the operation answered, in a form of its choice. Null if it had problems. */
  answer: string | null
}

type Problems<Code> = { problems: Problem<Code>[] }

/**
 * What the first request with the key was answered, as the operation stored it. Undefined if this is the first request. Removes an
 * expired key. Throws CONFLICT if the first request was another one.
 */
export async function firstAnswer<Stored, Code>(
  db: Loader,
  keyed: KeyedRequest | null,
  stored: StoredKey | null,
): Promise<Problems<Code> | { answer: Stored } | undefined> {
  if (!keyed || !stored) return undefined
  if (stored.isExpired) {
    await db.run(removeExpired, [keyed.tokenHash, keyed.key])
    return undefined
  }
  if (stored.requestHash !== keyed.requestHash) {
    throw new RequestError('CONFLICT', 'The idempotency key was already used for a different request.')
  }
  const { problems, answer } = stored
  return problems === null ? { answer: JSON.parse(answer!) as Stored } : { problems: JSON.parse(problems) }
}

/**
 * Stores the answer of a request with a key that wrote nothing else. What is written in one statement stores its key in it. Throws
 * LostRace if another request with the key came first.
 */
export async function storeAnswer(db: Loader, keyed: KeyedRequest | null, answer: object | null): Promise<void> {
  if (keyed) await store(db, keyed, { problems: null, answer: JSON.stringify(answer) })
}

/** Stores the problems of a request, and returns them. Throws LostRace if another request with the key came first. */
export async function storeProblems<Code>(
  db: Loader,
  keyed: KeyedRequest | null,
  problems: Problem<Code>[],
): Promise<Problems<Code>> {
  if (keyed) await store(db, keyed, { problems: JSON.stringify(problems), answer: null })
  return { problems }
}

async function store(db: Loader, keyed: KeyedRequest, outcome: Pick<StoredKey, 'problems' | 'answer'>): Promise<void> {
  const { tokenHash, key, requestHash } = keyed
  if (!(await db.load(storedAnswers, { tokenHash, key, requestHash, ...outcome }))) throw new LostRace()
}

const isExpired = `created_at < statement_timestamp() - interval '24 hours'`

/** Removes expired keys. */
export const expiredKeys = removal('idempotency_keys', isExpired, 'created_at')

const removeExpired = statement(
  `delete from idempotency_keys where token_hash = decode($1, 'hex') and key = $2 and ${isExpired}`,
)

/** The column of `storedKeySelect`. */
export const storedKeyColumn = typed<StoredKey | null>('json | null')

/**
 * The stored key of a request in SQL, as a part of the load of its facts: from the keys `k` with the column
 * `idempotency_key`, and `live_sessions v`. Null if the request has no key, or if it is the first one.
 */
export const storedKeySelect = `(
    select json_build_object('requestHash', encode(i.request_hash, 'hex'), 'isExpired', i.${isExpired},
      'problems', i.problems, 'answer', i.answer)
    from idempotency_keys i
    where k.idempotency_key is not null and i.token_hash = v.token_hash and i.key = k.idempotency_key
  ) as stored_key`

/**
 * Stores the keys of rows that have one, in SQL, unless another request stored a key first. `values`: an expression for `answer` or
 * `problems`. Every statement stores keys in the same order, because two that wait for each other's keys would deadlock.
 */
export const storingKeys = (from: string, values: { answer: string; problems?: string }) => `
  insert into idempotency_keys (token_hash, key, request_hash, ${Object.keys(values).join(', ')}, created_at)
  select decode(token_hash, 'hex'), key, decode(request_hash, 'hex'), ${Object.values(values).join(', ')},
    statement_timestamp()
  from ${from}
  where key is not null
  order by token_hash, key, ordinal
  on conflict do nothing`

/** The columns that `storingKeys` reads. */
export function keyColumns(keyed: KeyedRequest | null) {
  return keyed && { token_hash: keyed.tokenHash, key: keyed.key, request_hash: keyed.requestHash }
}

/**
 * Stores the answers of requests that wrote nothing else. Returns no row if another request with the key came first, or if the
 * person of the session was erased. Locks the persons, as in unerasedPersons.
 */
const storedAnswers = batchedBy(
  { tokenHash: 'text', key: 'text', requestHash: 'text', problems: 'text | null', answer: 'text | null' },
  (keys) => `
with sent_keys as materialized (
  select * from ${keys}
), open as materialized (
  select v.token_hash from sessions v join persons p on p.id = v.person_id
  where v.token_hash in (select decode(token_hash, 'hex') from sent_keys) and p.erased_at is null
  order by p.id
  for key share of p
), sent as materialized (
  select distinct on (token_hash, key) *
  from sent_keys
  where decode(token_hash, 'hex') in (select token_hash from open)
  order by token_hash, key, ordinal
), stored as (${storingKeys('sent', { answer: 'answer', problems: 'problems' })}
  returning token_hash, key
)
select sent.ordinal::int
from sent join stored on stored.token_hash = decode(sent.token_hash, 'hex') and stored.key = sent.key`,
  {},
)
