import type { AuditedValue } from '../audit/audit-event.entity.ts'
import type { Viewer } from '../auth/viewer.ts'
import { problemsIn, type StoredAnswer } from '../cases/change/answer-once.ts'
import { typed } from '../database/columns.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { InternalError } from '../errors/internal-error.ts'
import type { ConfigureErrorCode } from './configure.errors.ts'
import type { ConfigurationChange, Configured, ConfigureResult } from './configure-result.ts'

interface StoredChanges {
  changes: Omit<ConfigurationChange, 'changes'>[]
  revision: string | null
}

/**
 * What to store of an answer. It contains no personal data: the changed values are in the audit events only, so that erasing
 * a person erases them there, and the messages of problems contain no address.
 */
export function encodeConfiguration({ changes, revision }: Configured): Partial<StoredAnswer> {
  const stored: StoredChanges = { changes: changes.map(({ changes: _changes, ...change }) => change), revision }
  return { answer: JSON.stringify(stored) }
}

const selectChanges = statement('select id, changes from audit_events where id = any($1::bigint[])', {
  id: 'bigint',
  changes: typed<AuditedValue[]>('jsonb'),
})

/** The first answer, in which erased values are missing. */
export async function repeat(
  _request: object,
  db: Queryable,
  { viewer }: { viewer: Viewer },
  first: StoredAnswer,
): Promise<ConfigureResult> {
  const problems = problemsIn<ConfigureErrorCode>(first)
  if (problems) return problems
  if (first.answer === null) throw new InternalError('The idempotency key has no stored answer.')
  const { changes: stored, revision } = JSON.parse(first.answer) as StoredChanges
  const ids = stored.flatMap(({ event }) => event ?? [])
  const events = new Map((await db.run(selectChanges, [ids])).map(({ id, changes }) => [id, changes]))
  const changes = stored.map((change) => ({
    ...change,
    changes: (change.event !== null && events.get(change.event)) || [],
  }))
  return { viewer, changes, revision }
}
