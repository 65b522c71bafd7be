import type { AuditedValue } from '../audit/audit-event.entity.ts'
import type { Viewer } from '../auth/viewer.ts'
import { KeyTaken, type KeyedRequest, storeOutcome, type StoredOutcome } from '../cases/change/idempotency.ts'
import type { Loader } from '../database/batched.ts'
import { typed } from '../database/columns.ts'
import { type Queryable, statement } from '../database/statement.ts'
import type { Problem } from '../errors.ts'
import type { ConfigureErrorCode } from './configure.errors.ts'
import type { ConfigurationChange, ConfigureResult } from './configure-result.ts'

/** `event` is the ID of the audit event that has the changes. Null if there is none. */
type StoredChange = Omit<ConfigurationChange, 'changes'> & { event: number | null }

/**
 * Stores the answer of a request with a key. `events` are the audit events of the items that changed, in their order.
 *
 * The answer contains no personal data: the changed values are in the audit events only, so that erasing a person erases them
 * there, and the messages of problems contain no address. Throws KeyTaken if another request stored the key first.
 */
export async function storeAnswer(
  db: Loader,
  keyed: KeyedRequest | null,
  result: ConfigureResult,
  events: readonly number[],
): Promise<ConfigureResult> {
  if (!keyed) return result
  const [problems, answer] =
    'problems' in result
      ? [JSON.stringify(result.problems), null]
      : [null, JSON.stringify(withoutChanges(result.changes, events))]
  const outcome = { caseId: null, version: null, visible: true, problems, answer }
  if (!(await db.load(storeOutcome, { ...keyed, ...outcome }))) throw new KeyTaken()
  return result
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
