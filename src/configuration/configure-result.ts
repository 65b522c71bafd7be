import type { AuditedValue } from '../audit/audit-event.entity.ts'
import type { Viewer } from '../auth/viewer.ts'
import { problemsIn, type StoredAnswer } from '../cases/change/answer-once.ts'
import { typed } from '../database/columns.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { InternalError } from '../errors/internal-error.ts'
import type { Problem } from '../errors/problems.ts'
import type { ConfigureErrorCode } from './configure.errors.ts'
import type { Impact } from './plan/impact.ts'

/** What happened to an item of the input, or would happen. */
export interface ConfigurationChange {
  path: string[]
  kind: 'CREATED' | 'UPDATED' | 'UNCHANGED'
  /** After the change. */
  version: number
  changes: AuditedValue[]
  impact: Impact[]
  /** The ID of the audit event that has the changes. Null if there is none. */
  event: number | null
}

export interface Configured {
  viewer: Viewer
  changes: ConfigurationChange[]
  /** After the change. Null for a dry run. */
  revision: string | null
}

export type ConfigureResult = { problems: Problem<ConfigureErrorCode>[] } | Configured

/**
 * What to store of an answer. It contains no personal data: the changed values are in the audit events only, so that erasing
 * a person erases them there, and the messages of problems contain no address.
 */
export function encode({ changes, revision }: Configured): Partial<StoredAnswer> {
  return { answer: JSON.stringify({ changes: changes.map((change) => ({ ...change, changes: [] })), revision }) }
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
  const { changes, revision } = JSON.parse(first.answer) as Omit<Configured, 'viewer'>
  const rows = await db.run(selectChanges, [changes.flatMap(({ event }) => event ?? [])])
  const stored = new Map<number | null, AuditedValue[]>(rows.map(({ id, changes }) => [id, changes]))
  return {
    viewer,
    changes: changes.map((change) => ({ ...change, changes: stored.get(change.event) ?? [] })),
    revision,
  }
}
