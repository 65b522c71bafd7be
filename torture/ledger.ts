import { columns, type RowOf } from '../src/database/statements/columns.ts'
import { type Queryable, statement } from '../src/database/statements/statement.ts'
import { checkEach, type CheckResult } from './check-result.ts'
import type { Outcome, Reply } from './client.ts'

/** A change as its client knows it. */
export interface Entry {
  kind: 'update' | 'assign'
  caseId: number
  /** The comment of an update, which is unique. An assignment is the only one of its case and has no comment. */
  text: string
  outcome: Outcome
}

/** Records every change that clients send, so that it can be compared with the database. */
export class Ledger {
  readonly entries: Entry[] = []
  readonly violations: string[] = []
  #acknowledged = 0
  #updates = 0
  // Cases 1 and 2 are for updates only.
  #lastAssigned = 2

  newUpdate(caseId: number): Omit<Entry, 'outcome'> {
    return { kind: 'update', caseId, text: `torture ${++this.#updates}` }
  }

  /** Returns undefined if every case has been assigned. */
  newAssignment(cases: number): Omit<Entry, 'outcome'> | undefined {
    return this.#lastAssigned < cases ? { kind: 'assign', caseId: ++this.#lastAssigned, text: '' } : undefined
  }

  /** The number of changes that have been acknowledged so far. */
  get acknowledged(): number {
    return this.#acknowledged
  }

  add(entry: Omit<Entry, 'outcome'>, { outcome, violation }: Reply): void {
    if (violation !== null) this.violations.push(violation)
    if (outcome === 'acknowledged') this.#acknowledged++
    if (outcome !== 'unsent') this.entries.push({ ...entry, outcome })
  }
}

const storedComment = columns({
  text: 'text',
  caseId: 'bigint',
  /** The kind of its event; null if it has none. */
  kind: 'text | null',
})
type StoredComment = Omit<RowOf<typeof storedComment>, 'text'>

const findComments = statement(
  `
select c.text, c.case_id, e.kind
from case_comments c left join case_events e on e.case_id = c.case_id and e.version = c.version
where c.text like 'torture %'`,
  storedComment,
)
const countAssignments = statement(
  `select case_id, count(*) from case_events where kind = 'ASSIGNED' group by case_id`,
  { caseId: 'bigint', count: 'bigint' },
)
const findUpdatesWithoutComment = statement(
  `
select e.case_id from case_events e where e.kind = 'UPDATED' and not exists (
  select from case_comments c where c.case_id = e.case_id and c.version = e.version)`,
  { caseId: 'bigint' },
)
const findWrongVersions = statement(
  `
select c.id, c.version, (select count(*) from case_events e where e.case_id = c.id) as count from cases c
where c.version <> (select count(*) from case_events e where e.case_id = c.id)`,
  { id: 'bigint', version: 'int', count: 'bigint' },
)
const sumChanges = statement(`select count(*) as cases, coalesce(sum(version - 1), 0) as changes from cases`, {
  cases: 'bigint',
  changes: 'bigint',
})

/** Compares the ledger with the database. */
export async function audit(database: Queryable, { entries, violations }: Ledger): Promise<CheckResult[]> {
  const comments = new Map<string, StoredComment[]>()
  for (const { text, caseId, kind } of await database.run(findComments)) {
    comments.set(text, [...(comments.get(text) ?? []), { caseId, kind }])
  }
  const assignments = new Map((await database.run(countAssignments)).map(({ caseId, count }) => [caseId, count]))
  const wrongVersions = await database.run(findWrongVersions)
  const withoutComment = await database.run(findUpdatesWithoutComment)
  const [sums = { cases: 0, changes: 0 }] = await database.run(sumChanges)

  const timesWritten = ({ kind, caseId, text }: Entry): number =>
    kind === 'assign' ? (assignments.get(caseId) ?? 0) : (comments.get(text) ?? []).length
  const isComplete = (entry: Entry): boolean =>
    entry.kind === 'assign' ||
    (comments.get(entry.text) ?? []).every(({ caseId, kind }) => caseId === entry.caseId && kind === 'UPDATED')
  const isStoredOnce = (entry: Entry) => timesWritten(entry) === 1 && isComplete(entry)
  const isStoredTwiceOrInPart = (entry: Entry) => timesWritten(entry) > 1 || !isComplete(entry)
  const describe = ({ kind, caseId, text }: Entry) => `${kind} of case ${caseId} ${text}`
  const withOutcome = (outcome: Outcome) => entries.filter((entry) => entry.outcome === outcome)

  const acknowledged = withOutcome('acknowledged')
  const ofKind = (kind: Entry['kind']) => acknowledged.filter((entry) => entry.kind === kind)
  const unknown = withOutcome('unknown')
  const written = unknown.filter((entry) => timesWritten(entry) > 0).length
  const changes = acknowledged.length + written

  return [
    checkEach(
      'an acknowledged update is stored once, with event and comment',
      ofKind('update'),
      (entry) => !isStoredOnce(entry),
      describe,
    ),
    checkEach(
      'an acknowledged assignment is stored once, with event',
      ofKind('assign'),
      (entry) => !isStoredOnce(entry),
      describe,
    ),
    checkEach(
      'a change rejected with 503 is not stored',
      withOutcome('rejected'),
      (entry) => timesWritten(entry) > 0,
      describe,
    ),
    {
      ...checkEach(
        'a change with unknown outcome is stored completely or not at all',
        unknown,
        isStoredTwiceOrInPart,
        describe,
      ),
      note: `${written} stored, ${unknown.length - written} not stored`,
    },
    {
      claim: 'every update has its comment',
      checked: changes,
      violations: withoutComment.length,
      example: JSON.stringify(withoutComment[0]),
    },
    {
      claim: 'the version of a case is its number of events',
      checked: sums.cases,
      violations: wrongVersions.length,
      example: JSON.stringify(wrongVersions[0]),
    },
    {
      claim: 'the versions add up to the number of changes',
      checked: changes,
      violations: Math.abs(sums.changes - changes),
      example: `${sums.changes} in the database`,
    },
    {
      claim: 'every response is one that the API allows',
      checked: entries.length,
      violations: violations.length,
      example: violations[0],
    },
  ]
}
