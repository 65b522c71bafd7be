import type { AuditedValue } from '../audit/audit-event.entity.ts'
import type { Viewer } from '../auth/viewer.ts'
import type { KeyedRequest, StoredOutcome } from '../cases/change/idempotency.ts'
import { typed } from '../database/columns.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { codeOf, type Problem } from '../errors.ts'
import type { ConfigureErrorCode } from './configure.errors.ts'
import type { ConfigurationChange, ConfigureResult } from './configure-result.ts'

/** `event` is the ID of the audit event that has the changes. Null if there is none. */
type StoredChange = Omit<ConfigurationChange, 'changes'> & { event: number | null }

const insertAnswer = statement(
  `
insert into idempotency_keys (token_hash, key, request_hash, problems, answer, created_at)
values (decode($1, 'hex'), $2, decode($3, 'hex'), $4, $5, statement_timestamp())`,
  {},
  { writes: true },
)

/**
 * Stores the answer of a request with a key. `events` are the audit events of the items that changed, in their order.
 *
 * The answer contains no personal data: the changed values are in the audit events only, so that erasing a person erases them
 * there, and the messages of problems contain no address.
 */
export async function storeAnswer(
  db: Queryable,
  keyed: KeyedRequest | null,
  result: ConfigureResult,
  events: readonly number[],
): Promise<ConfigureResult> {
  if (!keyed) return result
  const { tokenHash, key, requestHash } = keyed
  const [problems, answer] =
    'problems' in result
      ? [JSON.stringify(result.problems), null]
      : [null, JSON.stringify(withoutChanges(result.changes, events))]
  await db.run(insertAnswer, [tokenHash, key, requestHash, problems, answer])
  return result
}

/** Null if a change was rolled back because another request had stored the same key first. Throws all other errors. */
export function nullIfKeyTaken(error: unknown): null {
  // On Citus, the name of the constraint has the number of the shard, and other servers report it in the message only.
  const { constraint, message } = error as { constraint?: string; message?: string }
  if (codeOf(error) === '23505' && `${constraint} ${message}`.includes('idempotency_keys_pkey')) return null
  throw error
}

function withoutChanges(changes: readonly ConfigurationChange[], events: readonly number[]): StoredChange[] {
  const left = [...events]
  return changes.map(({ changes: _changes, ...change }) => ({
    ...change,
    event: change.kind === 'UNCHANGED' ? null : (left.shift() ?? null),
  }))
}

const selectAnswer = statement(
  `select answer from idempotency_keys where token_hash = decode($1, 'hex') and key = $2`,
  { answer: 'text | null' },
)
const selectChanges = statement('select id, changes from audit_events where id = any($1::bigint[])', {
  id: 'bigint',
  changes: typed<AuditedValue[]>('jsonb'),
})

/** The first answer, in which erased values are missing. */
export async function repeatAnswer(
  db: Queryable,
  { tokenHash, key }: KeyedRequest,
  { problems }: StoredOutcome,
  viewer: Viewer,
): Promise<ConfigureResult> {
  if (problems !== null) return { problems: JSON.parse(problems) as Problem<ConfigureErrorCode>[] }
  const [row] = await db.run(selectAnswer, [tokenHash, key])
  const stored = JSON.parse(row?.answer ?? '[]') as StoredChange[]
  const ids = stored.flatMap(({ event }) => event ?? [])
  const events = new Map((await db.run(selectChanges, [ids])).map(({ id, changes }) => [id, changes]))
  const changes = stored.map(({ event, ...change }) => ({
    ...change,
    changes: (event !== null && events.get(event)) || [],
  }))
  return { viewer, changes }
}
