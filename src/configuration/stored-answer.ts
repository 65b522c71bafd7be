import type { AuditedValue } from '../audit/audit-event.entity.ts'
import type { Viewer } from '../auth/viewer.ts'
import type { KeyedRequest, StoredOutcome } from '../cases/change/idempotency.ts'
import { KeyTaken, storeOutcome } from '../cases/change/store-outcome.ts'
import type { Loader } from '../database/batched.ts'
import { typed } from '../database/columns.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { InternalError, type Problem } from '../errors.ts'
import type { ConfigureErrorCode } from './configure.errors.ts'
import type { ConfigurationChange, ConfigureResult } from './configure-result.ts'

/** `event` is the ID of the audit event that has the changes. Null if there is none. */
type StoredChange = Omit<ConfigurationChange, 'changes'> & { event: number | null }

interface StoredAnswer {
  changes: StoredChange[]
  revision: string | null
}

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
      : [null, JSON.stringify(answerOf(result.changes, result.revision, events))]
  const outcome = { caseId: null, version: null, visible: true, problems, answer }
  if (!(await db.load(storeOutcome, { ...keyed, ...outcome }))) throw new KeyTaken()
  return result
}

function answerOf(
  changes: readonly ConfigurationChange[],
  revision: string | null,
  events: readonly number[],
): StoredAnswer {
  const left = [...events]
  const stored = changes.map(({ changes: _changes, ...change }) => ({
    ...change,
    event: change.kind === 'UNCHANGED' ? null : (left.shift() ?? null),
  }))
  return { changes: stored, revision }
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
  if (row?.answer == null) throw new InternalError('The idempotency key has no stored answer.')
  const { changes: stored, revision } = JSON.parse(row.answer) as StoredAnswer
  const ids = stored.flatMap(({ event }) => event ?? [])
  const events = new Map((await db.run(selectChanges, [ids])).map(({ id, changes }) => [id, changes]))
  const changes = stored.map(({ event, ...change }) => ({
    ...change,
    changes: (event !== null && events.get(event)) || [],
  }))
  return { viewer, changes, revision }
}
