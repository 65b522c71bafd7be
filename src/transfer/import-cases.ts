import { checkCaseData } from '../cases/case-data.rules.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { batches } from './batches.ts'
import type { ImportFile, Item } from './import-format.ts'
import type { PeopleIds } from './import-people.ts'
import { authorKey, personKey } from './person-keys.ts'
import type { ReferenceData } from './reference-data.ts'

/** Called after each batch with the number of cases done and the number of cases in the file. */
export type OnProgress = (done: number, total: number) => void

// SQL, because a file may have 100,000 cases. Existing cases and their comments are left unchanged.
const insertCases = statement(
  `
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
`,
  { imported: 'bigint' },
  { writes: true },
)

/** The size is the length of the comments, in UTF-16 code units. It bounds the memory that a batch takes. */
const batchLimits = { items: 1_000, size: 4_000_000, sizeOf: commentsLength }

/** Inserts the cases that do not exist, each with its comments and one event. Returns how many it inserted. */
export async function importCases(
  database: Queryable,
  { cases }: ImportFile,
  reference: ReferenceData,
  ids: PeopleIds,
  onProgress: OnProgress,
): Promise<number> {
  if (cases.items.size === 0) return 0
  let imported = 0
  let done = 0
  for (const batch of batches(cases.items.values(), batchLimits)) {
    const caseRows = batch.map((item) => caseRow(item, reference, ids))
    const comments = batch.flatMap((item) => commentRows(item, ids))
    const [row] = await database.run(insertCases, [JSON.stringify(caseRows), JSON.stringify(comments)])
    imported += row!.imported
    done += batch.length
    onProgress(done, cases.items.size)
  }
  await database.run(advanceCaseIds)
  return imported
}

function commentsLength({ comments }: Item<'cases'>): number {
  return (comments ?? []).reduce((length, { text }) => length + text.length, 0)
}

function caseRow(
  item: Item<'cases'>,
  reference: ReferenceData,
  { persons, groups }: PeopleIds,
): Record<string, unknown> {
  return {
    id: item.id,
    version: item.version ?? 1,
    type_code: item.typeCode,
    category_code: item.categoryCode,
    status: item.status,
    resolution: item.resolution,
    case_data: storedCaseData(item, reference),
    party_id: item.partyEmail == null ? null : persons.get(personKey('PARTY', item.partyEmail)),
    assignee_id: item.assigneeEmail == null ? null : persons.get(personKey('OPERATOR', item.assigneeEmail)),
    group_id: item.groupName == null ? null : groups.get(item.groupName),
    created_at: item.createdAt ?? null,
    updated_at: item.updatedAt ?? null,
  }
}

function storedCaseData({ caseData, outdatedCaseData, typeCode }: Item<'cases'>, { fields }: ReferenceData): unknown {
  if (caseData == null) return {}
  return outdatedCaseData ? caseData : checkCaseData(fields.get(typeCode) ?? [], caseData).data
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

/** 2^52, the middle of the range of IDs. The sequence of new IDs stays below it. */
export const firstIgnoredId = 4_503_599_627_370_496

// The sequence only moves forward, so that no ID is used twice. Imported IDs from 2^52 on are ignored: after
// the highest possible ID the sequence would have none left.
const advanceCaseIds = statement(
  `
  select setval(sequence, highest)
  from (
    select pg_get_serial_sequence('cases', 'id')::regclass as sequence, max(id) as highest
    from cases
    where id < ${firstIgnoredId}
  ) c
  where highest > coalesce(pg_sequence_last_value(sequence), 0)
`,
  { setval: 'bigint' },
  { writes: true },
)
