import { checkCaseData } from '../cases/case-data.rules.ts'
import type { ImportFile, Item } from './import-format.ts'
import { authorKey, type Known, personKey } from './reference-data.ts'
import type { PeopleIds } from './import-people.ts'
import { type Queryable, statement } from '../database/statement.ts'

/** Takes `[done, total]` in cases. */
export type OnProgress = (done: number, total: number) => void

/** 2^52, the middle of the range of ids. */
export const firstUncountedId = 4_503_599_627_370_496

// A case that is there already stays as it is, its comments too.
const insertCases = statement<{ imported: number }>(`
  with imported as (
    insert into cases (
      id, version, type_code, category_code, status, resolution, case_data,
      party_id, assignee_id, group_id, created_at, updated_at
    )
    select id, version, type_code, category_code, status, resolution, case_data, party_id, assignee_id, group_id,
      coalesce(created_at, updated_at, now()), coalesce(updated_at, created_at, now())
    from jsonb_to_recordset($1::jsonb) as r(
      id bigint, version int, type_code text, category_code text, status text, resolution text, case_data jsonb,
      party_id bigint, assignee_id bigint, group_id bigint, created_at timestamptz, updated_at timestamptz
    )
    on conflict (id) do nothing
    returning id, version, created_at, updated_at
  ), event as (
    insert into case_events (case_id, version, kind, at, changes)
    select id, version, 'IMPORTED', updated_at, '[]' from imported
  ), comment as (
    insert into case_comments (
      case_id, version, position, text, internal, imported_author_id, imported_touchpoint_code, imported_at
    )
    select i.id, i.version, r.position, r.text, r.internal, r.author_id, r.touchpoint_code,
      coalesce(r.created_at, i.created_at)
    from imported i
    join jsonb_to_recordset($2::jsonb) as r(
      case_id bigint, position smallint, text text, internal boolean, author_id bigint, touchpoint_code text,
      created_at timestamptz
    ) on r.case_id = i.id
  )
  select count(*) as imported from imported
`)

const casesAtOnce = 1_000
/** Bounds what is held of long comments, in code units. */
const textAtOnce = 4_000_000

/** Writes the cases that the database does not have, each with its comments and one event; gives their number. */
export async function importCases(
  database: Queryable,
  file: ImportFile,
  known: Known,
  ids: PeopleIds,
  onProgress: OnProgress,
): Promise<number> {
  const total = file.cases.items.size
  let imported = 0
  let done = 0
  for (const batch of batches(file.cases.items.values())) {
    const rows = batch.map((item) => caseRow(item, known, ids))
    const comments = batch.flatMap((item) => commentRows(item, ids))
    const [row] = await database.run(insertCases, [JSON.stringify(rows), JSON.stringify(comments)])
    imported += row!.imported
    done += batch.length
    onProgress(done, total)
  }
  if (total > 0) await database.run(advanceCaseIds)
  return imported
}

function* batches(cases: Iterable<Item<'cases'>>): Generator<Item<'cases'>[]> {
  let batch: Item<'cases'>[] = []
  let text = 0
  for (const item of cases) {
    batch.push(item)
    for (const comment of item.comments ?? []) text += comment.text.length
    if (batch.length < casesAtOnce && text < textAtOnce) continue
    yield batch
    batch = []
    text = 0
  }
  if (batch.length > 0) yield batch
}

function caseRow(item: Item<'cases'>, known: Known, { persons, groups }: PeopleIds): Record<string, unknown> {
  return {
    id: item.id,
    version: item.version ?? 1,
    type_code: item.typeCode,
    category_code: item.categoryCode,
    status: item.status,
    resolution: item.resolution,
    case_data: storedCaseData(item, known),
    party_id: item.partyEmail == null ? null : persons.get(personKey('PARTY', item.partyEmail)),
    assignee_id: item.assigneeEmail == null ? null : persons.get(personKey('OPERATOR', item.assigneeEmail)),
    group_id: item.groupName == null ? null : groups.get(item.groupName),
    created_at: item.createdAt ?? null,
    updated_at: item.updatedAt ?? null,
  }
}

function storedCaseData({ caseData, outdatedCaseData, typeCode }: Item<'cases'>, known: Known): unknown {
  if (caseData == null) return {}
  return outdatedCaseData ? caseData : checkCaseData(known.fields.get(typeCode) ?? [], caseData).data
}

function commentRows(item: Item<'cases'>, { persons }: PeopleIds): Record<string, unknown>[] {
  return (item.comments ?? []).map((comment, index) => ({
    case_id: item.id,
    position: index + 1,
    text: comment.text.trim(),
    internal: comment.internal ?? false,
    author_id: persons.get(authorKey(comment, item, persons) ?? ''),
    touchpoint_code: comment.touchpointCode ?? null,
    created_at: comment.createdAt ?? null,
  }))
}

// Forward only: an id that was given out is never given out again. Ids from the upper half of the range do not count:
// the sequence never gets there, and after the highest of all ids it would have no number left.
const advanceCaseIds = statement(`
  select setval(sequence, highest)
  from (
    select pg_get_serial_sequence('cases', 'id')::regclass as sequence, max(id) as highest
    from cases
    where id < ${firstUncountedId}
  ) c
  where highest > coalesce(pg_sequence_last_value(sequence), 0)
`)
