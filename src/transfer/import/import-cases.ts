import { type Queryable, statement } from '../../database/statement.ts'
import { batches } from '../batches.ts'
import { caseRow, commentRows, eventRows, textLength } from './case-rows.ts'
import type { ImportFile } from '../format/import-format.ts'
import type { PeopleIds } from './import-people.ts'
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
    returning id, created_at, updated_at
  ), event as (
    insert into case_events (case_id, version, kind, actor_id, touchpoint_code, at, changes, internal)
    select i.id, r.version, r.kind, r.actor_id, r.touchpoint_code, coalesce(r.at, i.updated_at), r.changes, r.internal
    from imported i
    join jsonb_to_recordset($2::jsonb) as r(
      case_id bigint, version int, kind text, actor_id bigint, touchpoint_code text, at timestamptz, changes jsonb,
      internal boolean
    ) on r.case_id = i.id
  ), comment as (
    insert into case_comments (
      case_id, version, position, text, internal, edited_version, removed_version, imported_author_id,
      imported_touchpoint_code, imported_at
    )
    select i.id, r.version, r.position, r.text, r.internal, r.edited_version, r.removed_version, r.author_id,
      r.touchpoint_code, case when r.author_id is not null then coalesce(r.created_at, i.created_at) end
    from imported i
    join jsonb_to_recordset($3::jsonb) as r(
      case_id bigint, version int, position smallint, text text, internal boolean, edited_version int,
      removed_version int, author_id bigint, touchpoint_code text, created_at timestamptz
    ) on r.case_id = i.id
  )
  select count(*) as imported from imported
`,
  { imported: 'bigint' },
  { writes: true },
)

/** The size bounds the memory that a batch takes. */
const batchLimits = { items: 1_000, size: 4_000_000, sizeOf: textLength }

/** Inserts the cases that do not exist, each with its comments and events. Returns how many it inserted. */
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
    const events = batch.flatMap((item) => eventRows(item, ids))
    const comments = batch.flatMap((item) => commentRows(item, ids))
    const [row] = await database.run(
      insertCases,
      [caseRows, events, comments].map((rows) => JSON.stringify(rows)),
    )
    imported += row!.imported
    done += batch.length
    onProgress(done, cases.items.size)
  }
  await database.run(advanceCaseIds)
  return imported
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
