import { batchedBy, type Loader } from '../database/batched.ts'
import { typed } from '../database/columns.ts'
import { removal } from '../database/expired-rows.ts'
import { LostRace } from '../database/retry.ts'
import { statement } from '../database/statement.ts'
import type { Problem } from '../errors/problems.ts'
import { RequestError } from '../errors/request-error.ts'
import type { KeyedRequest } from './keyed-request.ts'

/** What is stored of the answer to the first request with a key. */
export interface StoredAnswer {
  /** Null if the operation found no case or had problems. */
  caseId: number | null
  /** The version of the case that the answer contained. */
  version: number | null
  /** Since when somebody waited for an answer to the case. */
  customerWaitingSince: Date | null
  /** Whether the caller may see this version of the case. Creations can be of cases that their creator cannot see. */
  visible: boolean
  /** As JSON. Not jsonb, which rejects NUL characters and lone surrogates in the paths of problems. */
  problems: string | null
  /** As JSON. What an operation answered that changes no case. */
  answer: string | null
}

/** The row of a key, as loads return it. */
export interface StoredKey extends Omit<StoredAnswer, 'customerWaitingSince'> {
  requestHash: string
  isExpired: boolean
  /** In ISO 8601. */
  customerWaitingSince: string | null
}

/** What an attempt found: problems, or an answer. */
export type Attempted<Answer, Code> =
  | { problems: Problem<Code>[] }
  /** `isStored`: with what was written, so was the key. */
  | { answer: Answer; isStored?: boolean }

/** The steps of a mutation that can have a key. They throw LostRace if another request came first. */
export interface Steps<Request, Db, Facts, Answer, Code> {
  /** Loads what the mutation is decided on, and the stored key. */
  load(request: Request, db: Db): Promise<Facts>
  /** Decides and writes. */
  attempt(request: Request, db: Db, facts: Facts): Promise<Attempted<Answer, Code>>
  /** Returns the first answer, if the caller may still see it. */
  repeat(request: Request, db: Db, facts: Facts, first: StoredAnswer): Promise<NoInfer<Answered<Answer, Code>>>
  /** What to store of an answer. Problems are stored without it. */
  encode(answer: NoInfer<Answer>): Partial<StoredAnswer>
}

type Answered<Answer, Code> = { problems: Problem<Code>[] } | Answer

/**
 * The answer to a request: that of the first request with its key, or that of an attempt, which is then stored with the key.
 * Throws CONFLICT if the first request was another one, and LostRace if another request with the key came first.
 */
export async function answerOnce<
  Request extends { keyed: KeyedRequest | null },
  Db extends Loader,
  Facts extends { storedKey: StoredKey | null },
  Answer,
  Code,
>(
  request: Request,
  db: Db,
  { load, attempt, repeat, encode }: Steps<Request, Db, Facts, Answer, Code>,
): Promise<Answered<Answer, Code>> {
  const { keyed } = request
  const facts = await load(request, db)
  const first = keyed && (await firstAnswer(db, keyed, facts.storedKey))
  if (first) return repeat(request, db, facts, first)
  const attempted = await attempt(request, db, facts)
  if ('problems' in attempted) {
    if (keyed) await store(db, keyed, { problems: JSON.stringify(attempted.problems) })
    return attempted
  }
  if (keyed && !attempted.isStored) await store(db, keyed, encode(attempted.answer))
  return attempted.answer
}

/** The problems that the first request had. Null if it had none. */
export function problemsIn<Code>({ problems }: StoredAnswer): { problems: Problem<Code>[] } | null {
  return problems === null ? null : { problems: JSON.parse(problems) as Problem<Code>[] }
}

/** Removes an expired key. */
async function firstAnswer(
  db: Loader,
  { tokenHash, key, requestHash }: KeyedRequest,
  stored: StoredKey | null,
): Promise<StoredAnswer | null> {
  if (!stored) return null
  if (stored.isExpired) {
    await db.run(removeExpired, [tokenHash, key])
    return null
  }
  if (stored.requestHash === requestHash) {
    const { customerWaitingSince: since } = stored
    return { ...stored, customerWaitingSince: since === null ? null : new Date(since) }
  }
  throw new RequestError('CONFLICT', 'The idempotency key was already used for a different request.')
}

const nothing: StoredAnswer = {
  caseId: null,
  version: null,
  customerWaitingSince: null,
  visible: true,
  problems: null,
  answer: null,
}

async function store(db: Loader, keyed: KeyedRequest, answer: Partial<StoredAnswer>): Promise<void> {
  if (!(await db.load(storedAnswers, { ...keyed, ...nothing, ...answer }))) throw new LostRace()
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
    select json_build_object(
      'requestHash', encode(i.request_hash, 'hex'),
      'isExpired', i.${isExpired},
      'caseId', i.case_id, 'version', i.version, 'customerWaitingSince', i.customer_waiting_since, 'visible', i.visible, 'problems', i.problems, 'answer', i.answer)
    from idempotency_keys i
    where k.idempotency_key is not null and i.token_hash = v.token_hash and i.key = k.idempotency_key
  ) as stored_key`

/**
 * Stores the keys of rows that have one, in SQL, unless another request stored a key first. `values`: an expression for each
 * other column. Every statement stores keys in the same order, because two that wait for each other's keys would deadlock.
 */
export const storingKeys = (from: string, values: Readonly<Record<string, string>>) => `
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
  {
    tokenHash: 'text',
    key: 'text',
    requestHash: 'text',
    caseId: 'bigint | null',
    version: 'int | null',
    customerWaitingSince: 'timestamptz | null',
    problems: 'text | null',
    answer: 'text | null',
  },
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
), stored as (${storingKeys('sent', {
    case_id: 'case_id',
    version: 'version',
    customer_waiting_since: 'customer_waiting_since',
    problems: 'problems',
    answer: 'answer',
  })}
  returning token_hash, key
)
select sent.ordinal::int
from sent join stored on stored.token_hash = decode(sent.token_hash, 'hex') and stored.key = sent.key`,
  {},
)
