import { type Viewer, viewerColumns, viewerSelect } from '../../auth/viewer.ts'
import { paddedArray } from '../../database/padded-array.ts'
import { BatchLoader } from '../../database/batch-loader.ts'
import { columns, leftJoined, type RowOf } from '../../database/columns.ts'
import { type Queryable, statement } from '../../database/statement.ts'
import { isValidPostgresText } from '../../database/valid-text.ts'
import { codeOf, RequestError } from '../../errors.ts'
import { requestHash } from './request-hash.ts'

/** A mutation with an idempotency key. Hashes are SHA-256 in hexadecimal. */
export interface KeyedRequest {
  tokenHash: string
  key: string
  requestHash: string
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
): KeyedRequest | null {
  if (key == null) return null
  if (key === '' || key.length > maximumKeyLength || !isValidPostgresText(key)) {
    const limits = `must have 1 to ${maximumKeyLength} characters, without NUL characters or lone surrogates`
    throw new RequestError('BAD_USER_INPUT', `idempotencyKey ${limits}.`)
  }
  return dryRun ? null : { tokenHash, key, requestHash: requestHash(operation, requested) }
}

const storedColumns = columns({
  requestHash: 'text',
  isExpired: 'boolean',
  caseId: 'bigint | null',
  version: 'int | null',
  visible: 'boolean',
  problems: 'text | null',
})

const storedByKey = statement(
  `
select k.ordinal::int, ${viewerSelect},
  encode(i.request_hash, 'hex') as request_hash,
  i.created_at < statement_timestamp() - interval '24 hours' as is_expired,
  i.case_id, i.version, i.visible, i.problems
from unnest($1::text[], $2::text[]) with ordinality as k (token_hash, key, ordinal)
join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')
left join idempotency_keys i on i.token_hash = v.token_hash and i.key = k.key`,
  { ordinal: 'int', viewer: viewerColumns, stored: leftJoined(storedColumns) },
)

const removeKey = statement(
  `delete from idempotency_keys
where token_hash = decode($1, 'hex') and key = $2 and created_at < statement_timestamp() - interval '24 hours'`,
  {},
  { writes: true },
)

// Every statement inserts keys in the same order: two that wait for each other's keys would deadlock.
const insertKeys = statement(
  `
with sent as materialized (
  select distinct on (token_hash, key) *
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::int[], $6::text[])
    with ordinality as s (token_hash, key, request_hash, case_id, version, problems, ordinal)
  order by token_hash, key, ordinal
), stored as (
  insert into idempotency_keys (token_hash, key, request_hash, case_id, version, problems, created_at)
  select decode(token_hash, 'hex'), key, decode(request_hash, 'hex'), case_id, version, problems, statement_timestamp()
  from sent
  order by token_hash, key
  on conflict do nothing
  returning token_hash, key
)
select sent.ordinal::int
from sent join stored on stored.token_hash = decode(sent.token_hash, 'hex') and stored.key = sent.key`,
  { ordinal: 'int' },
  { writes: true },
)

/** Whether a write failed because another request had stored the same key first. */
export function isKeyTaken(error: unknown): boolean {
  return codeOf(error) === '23505' && (error as { constraint?: unknown }).constraint === 'idempotency_keys_pkey'
}

type OutcomeToStore = KeyedRequest & StoredOutcome

type Found = { viewer: Viewer; stored: (StoredOutcome & RowOf<typeof storedColumns>) | null }

/** The outcomes of mutations with an idempotency key, for 24 hours. */
export class IdempotencyStore {
  #found: BatchLoader<KeyedRequest, Found>
  #stored: BatchLoader<OutcomeToStore, object>
  #database: Queryable

  constructor(database: Queryable) {
    this.#database = database
    this.#found = new BatchLoader((requests) => find(database, requests))
    this.#stored = new BatchLoader((outcomes) => store(database, outcomes))
  }

  /**
   * The viewer, and the outcome of the first request with this key, if any. Undefined if the token does not belong to a
   * valid session. Throws CONFLICT if the first request had another input.
   */
  async find(request: KeyedRequest, transaction?: Queryable): Promise<Found | undefined> {
    const found = transaction ? (await find(transaction, [request]))[0] : await this.#found.load(request)
    if (!found?.stored) return found
    if (found.stored.isExpired) {
      await (transaction ?? this.#database).run(removeKey, [request.tokenHash, request.key])
      return { viewer: found.viewer, stored: null }
    }
    if (found.stored.requestHash === request.requestHash) return found
    throw new RequestError('CONFLICT', 'The idempotency key was already used for a different request.')
  }

  /** Stores an outcome that wrote nothing else. Returns false if another request with the key came first. */
  async store(request: KeyedRequest, outcome: StoredOutcome, transaction?: Queryable): Promise<boolean> {
    const toStore = { ...request, ...outcome }
    const stored = transaction ? (await store(transaction, [toStore]))[0] : await this.#stored.load(toStore)
    return stored !== undefined
  }
}

function store(database: Queryable, outcomes: readonly OutcomeToStore[]) {
  return database.run(insertKeys, [
    outcomes.map(({ tokenHash }) => tokenHash),
    outcomes.map(({ key }) => key),
    outcomes.map(({ requestHash }) => requestHash),
    outcomes.map(({ caseId }) => caseId),
    outcomes.map(({ version }) => version),
    outcomes.map(({ problems }) => problems),
  ])
}

function find(database: Queryable, requests: readonly KeyedRequest[]) {
  const tokens = requests.map(({ tokenHash }) => tokenHash)
  return database.run(storedByKey, [paddedArray(tokens, null), requests.map(({ key }) => key)])
}
