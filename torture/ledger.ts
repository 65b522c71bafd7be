import { type Queryable, statement } from '../src/database/statement.ts'
import type { Fate, Reply } from './client.ts'
import { type CheckResult, finding } from './report.ts'

/** A change as its client remembers it. */
export interface Entry {
  kind: 'update' | 'assign'
  caseId: number
  /** The comment of an update, which no other has; an assignment is the only one of its case. */
  text: string
  fate: Fate
}

export class Ledger {
  readonly entries: Entry[] = []
  readonly wrong: string[] = []
  #acknowledged = 0
  #updates = 0
  // Hot clients keep to the cases before it.
  #lastAssigned = 2

  /** A change that can be found again. */
  newUpdate(caseId: number): Omit<Entry, 'fate'> {
    return { kind: 'update', caseId, text: `torture ${++this.#updates}` }
  }

  /** Undefined where each of the cases has had one. */
  newAssignment(cases: number): Omit<Entry, 'fate'> | undefined {
    return this.#lastAssigned < cases ? { kind: 'assign', caseId: ++this.#lastAssigned, text: '' } : undefined
  }

  /** How many changes have been acknowledged so far. */
  get acknowledged(): number {
    return this.#acknowledged
  }

  add(entry: Omit<Entry, 'fate'>, { fate, wrong }: Reply): void {
    if (wrong !== null) this.wrong.push(wrong)
    if (fate === 'done') this.#acknowledged++
    if (fate !== 'unsent') this.entries.push({ ...entry, fate })
  }
}

interface Kept {
  caseId: number
  kind: string | null
}

const findComments = statement<{ text: string; caseId: number; kind: string | null }>(`
select c.text, c.case_id, e.kind
from case_comments c left join case_events e on e.case_id = c.case_id and e.version = c.version
where c.text like 'torture %'`)
const findAssigned = statement<{ caseId: number; count: number }>(`
select case_id, count(*) from case_events where kind = 'ASSIGNED' group by case_id`)
const findMute = statement<{ caseId: number }>(`
select e.case_id from case_events e where e.kind = 'UPDATED' and not exists (
  select from case_comments c where c.case_id = e.case_id and c.version = e.version)`)
const findTorn = statement<{ id: number; version: number; count: number }>(`
select c.id, c.version, (select count(*) from case_events e where e.case_id = c.id) as count from cases c
where c.version <> (select count(*) from case_events e where e.case_id = c.id)`)
const sumChanges = statement<{ cases: number; changes: number }>(`
select count(*) as cases, sum(version - 1) as changes from cases`)

/** Compares what the clients remember with what the database has. */
export async function audit(database: Queryable, { entries, wrong }: Ledger): Promise<CheckResult[]> {
  const comments = new Map<string, Kept[]>()
  for (const { text, caseId, kind } of await database.run(findComments)) {
    comments.set(text, [...(comments.get(text) ?? []), { caseId, kind }])
  }
  const assigned = new Map((await database.run(findAssigned)).map(({ caseId, count }) => [caseId, count]))
  const torn = await database.run(findTorn)
  const mute = await database.run(findMute)
  const [sums = { cases: 0, changes: 0 }] = await database.run(sumChanges)

  const timesWritten = ({ kind, caseId, text }: Entry): number =>
    kind === 'assign' ? (assigned.get(caseId) ?? 0) : (comments.get(text) ?? []).length
  const isWhole = (entry: Entry): boolean =>
    entry.kind === 'assign' ||
    (comments.get(entry.text) ?? []).every(({ caseId, kind }) => caseId === entry.caseId && kind === 'UPDATED')
  const of = (fate: Fate) => entries.filter((entry) => entry.fate === fate)
  const ofKind = (kind: Entry['kind']) => of('done').filter((entry) => entry.kind === kind)
  const name = ({ kind, caseId, text }: Entry) => `${kind} of case ${caseId} ${text}`
  const isThere = (entry: Entry) => timesWritten(entry) === 1 && isWhole(entry)
  const unknown = of('unknown')
  const written = unknown.filter((entry) => timesWritten(entry) > 0).length
  const changes = of('done').length + written

  return [
    finding(
      'acknowledged updates are there once, with event and comment',
      ofKind('update'),
      (entry) => !isThere(entry),
      name,
    ),
    finding('acknowledged assignments are there once, with event', ofKind('assign'), (entry) => !isThere(entry), name),
    finding('changes that were answered 503 are absent', of('refused'), (entry) => timesWritten(entry) > 0, name),
    {
      ...finding(
        'changes without an answer are whole or absent',
        unknown,
        (entry) => timesWritten(entry) > 1 || !isWhole(entry),
        name,
      ),
      beside: `${written} whole, ${unknown.length - written} absent`,
    },
    { claim: 'updates have comments', tried: changes, lost: mute.length, first: JSON.stringify(mute[0]) },
    {
      claim: "a case's version is its number of events",
      tried: sums.cases,
      lost: torn.length,
      first: JSON.stringify(torn[0]),
    },
    {
      claim: 'versions add up to the changes that were made',
      tried: changes,
      lost: Math.abs(sums.changes - changes),
      first: `${sums.changes} in the database`,
    },
    { claim: 'no answer is another one than promised', tried: entries.length, lost: wrong.length, first: wrong[0] },
  ]
}
