import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { CatalogueStore } from '../../catalogue/catalogue-store.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Transaction } from '../../database/database.ts'
import { columns, type RowOf } from '../../database/statements/columns.ts'
import { columnsOf, selectList } from '../../database/statements/entity-columns.ts'
import { statement } from '../../database/statements/statement.ts'
import { isClosed } from '../../catalogue/available.rules.ts'
import { codesWithPolicy, policyOf } from '../../catalogue/service-level.ts'
import { dueTimesOf, withoutOldNews } from '../../sla/deadlines.rules.ts'
import { Case } from '../case.entity.ts'
import { caseDeadlines } from '../values/case-deadlines.rules.ts'

/** Cases that are read at once. */
const batchSize = 500
const attempts = 5

const fingerprints = new WeakMap<Catalogue, string>()

/** Identifies all that deadlines follow from. Empty if no policy applies to any case. */
export function fingerprintOf(catalogue: Catalogue): string {
  let found = fingerprints.get(catalogue)
  if (found === undefined) {
    const applied = [...catalogue.typeCategories].flatMap(([key, { slaPolicyCode }]) =>
      slaPolicyCode === null ? [] : [[key, slaPolicyCode]],
    )
    const { slaPolicies, calendars, statuses } = catalogue
    const followed = [
      applied,
      valuesOf(slaPolicies, 'code', 'calendarCode', 'goals'),
      valuesOf(calendars, 'code', 'timeZone', 'hours', 'holidays'),
      valuesOf(statuses, 'name', 'closed', 'pausesSla'),
    ]
    found = applied.length === 0 ? '' : hash('sha256', JSON.stringify(followed), 'base64url')
    fingerprints.set(catalogue, found)
  }
  return found
}

function valuesOf<Item>(items: ReadonlyMap<string, Item>, ...names: (keyof Item)[]): unknown[][] {
  return Array.from(items.values(), (item) => names.map((name) => item[name]))
}

const stateColumns = columns({
  done: 'text',
  target: 'text | null',
  caseId: 'bigint',
  startedAt: 'timestamptz | null',
  repeatAt: 'timestamptz | null',
})

/** No row if another process has it. */
const lockState = statement(
  `
select s.done, s.target, s.case_id, s.started_at, s.repeat_at, date_trunc('milliseconds', statement_timestamp()) as now, r.revision
from sla_recomputation s cross join catalogue_revision r
for update of s skip locked`,
  columns({ ...stateColumns, now: 'timestamptz', revision: 'uuid' }),
)

const saveState = statement(`
update sla_recomputation
set done = $1::text, target = $2::text, case_id = $3::bigint, started_at = $4::timestamptz, repeat_at = $5::timestamptz`)

const save = (db: Transaction, { done, target, caseId, startedAt, repeatAt }: RowOf<typeof stateColumns>) =>
  db.run(saveState, [done, target, caseId, startedAt, repeatAt])

/** How long after the first time changes that were decided by the former service levels may still be written. */
const repeatAfterMs = 15_000
const longestChangeMs = 60_000

/**
 * Lets the next cases follow the service levels of now. Returns whether more are to follow at once. Another process that is at it is left
 * alone. Cases that were changed meanwhile are looked at again, because the change may have been decided by the former service levels.
 */
export async function recomputeNext(db: Transaction, store: CatalogueStore): Promise<boolean> {
  const [locked] = await db.run(lockState)
  if (!locked) return false
  const { now, revision, ...state } = locked
  const catalogue = await store.at(revision, db)
  const target = fingerprintOf(catalogue)
  const isNew = state.target === null ? state.done !== target : state.target !== target
  if (isNew) {
    await save(db, { ...state, target, caseId: 0, startedAt: now, repeatAt: null })
    return true
  }
  const { startedAt, repeatAt } = state
  if (state.target === null || startedAt === null || (repeatAt !== null && repeatAt > now)) return false
  const since = repeatAt && new Date(startedAt.getTime() - longestChangeMs)
  const last = await recomputeBatch(db, catalogue, state.caseId, since, startedAt)
  if (last !== null) await save(db, { ...state, caseId: last })
  else if (repeatAt === null) {
    await save(db, { ...state, done: target, caseId: 0, repeatAt: new Date(now.getTime() + repeatAfterMs) })
  } else await save(db, { done: target, target: null, caseId: 0, startedAt: null, repeatAt: null })
  return last !== null
}

const lastOfBatch = statement(
  `
select max(id) as last
from (select id from cases where id > $1::bigint and ($2::timestamptz is null or updated_at >= $2) order by id limit ${batchSize}) s`,
  { last: 'bigint | null' },
)

const readColumns = columns({
  ...columnsOf(Case, 'id', 'version', 'typeCode', 'categoryCode', 'priority', 'status', 'answered', 'deadlines'),
  ...columnsOf(Case, 'customerWaitingSince', 'createdAt', 'updatedAt'),
})

// $4, $5: the type categories with a policy. $6: the cases to read again, or null.
const readBatch = statement(
  `
select ${selectList('c', readColumns)}
from cases c
where c.id > $1::bigint and c.id <= $2::bigint and ($3::timestamptz is null or c.updated_at >= $3)
  and ($6::bigint[] is null or c.id = any($6))
  and (c.deadlines is not null or (c.type_code, c.category_code) in (select * from unnest($4::text[], $5::text[])))
order by c.id`,
  readColumns,
)

const writeBatch = statement(
  `
with locked as (
  select s.*
  from jsonb_to_recordset($1::jsonb) as s (id bigint, version int, deadlines jsonb, due_at timestamptz, overdue_at timestamptz)
  join cases c on c.id = s.id and c.version = s.version
  for no key update of c skip locked
)
update cases c
set deadlines = s.deadlines, due_at = s.due_at, overdue_at = s.overdue_at
from locked s
where c.id = s.id
returning c.id`,
  { id: 'bigint' },
)

/**
 * Returns the ID of the last case of the batch. Null if there are no more. `after`: the ID of the case before the first one. `since`: only
 * cases that changed since; null for all. `noticedAt`: when the service levels were noticed.
 */
async function recomputeBatch(
  db: Transaction,
  catalogue: Catalogue,
  after: number,
  since: Date | null,
  noticedAt: Date,
): Promise<number | null> {
  const [found] = await db.run(lastOfBatch, [after, since])
  const last = found?.last ?? null
  if (last === null) return null
  const codes = codesWithPolicy(catalogue)
  let again: number[] | null = null
  // What somebody else is changing is read again afterwards.
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const rows: CaseToRecompute[] = await db.run(readBatch, [after, last, since, ...codes, again])
    const changed = rows.flatMap((row) => recomputed(row, catalogue, noticedAt) ?? [])
    if (changed.length === 0) break
    const written = new Set((await db.run(writeBatch, [JSON.stringify(changed)])).map(({ id }) => id))
    again = changed.map(({ id }) => id).filter((id) => !written.has(id))
    if (again.length === 0) break
    await sleep(20)
  }
  return last
}

type CaseToRecompute = RowOf<typeof readColumns>

/** The columns of a case that get other values. Null if none do. A closed case without deadlines gets none. */
function recomputed(row: CaseToRecompute, catalogue: Catalogue, noticedAt: Date) {
  if (row.deadlines === null && (isClosed(row.status, catalogue) || !policyOf(row, catalogue))) return null
  const at = row.updatedAt > noticedAt ? row.updatedAt : noticedAt
  const deadlines = withoutOldNews(caseDeadlines(row, row.deadlines, catalogue, at).deadlines, at)
  if (isDeepStrictEqual(deadlines, row.deadlines)) return null
  const { dueAt, overdueAt } = dueTimesOf(deadlines)
  return { id: row.id, version: row.version, deadlines, due_at: dueAt, overdue_at: overdueAt }
}
