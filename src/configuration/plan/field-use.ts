import { columns, type RowOf } from '../../database/columns.ts'
import { type Queryable, statement } from '../../database/statement.ts'
import type { KindChange } from './in-use.rules.ts'
import type { Problems } from '../items/problems.rules.ts'

/** How many cases of a type are read. If there are more, and none of these has the field, the others may. */
const maximumRead = 10_000

const useColumns = columns({ ordinal: 'int', isUsed: 'boolean', cases: 'bigint' })

const uses = statement(
  `
  select k.ordinal::int, coalesce(bool_or(c.case_data ->> k.field is not null), false) as is_used, count(*) as cases
  from unnest($1::text[], $2::text[]) with ordinality as k (type_code, field, ordinal)
  cross join lateral (select case_data from cases where type_code = k.type_code limit ${maximumRead + 1}) c
  group by k.ordinal`,
  useColumns,
)

// The same for one change: Citus runs a subquery with a limit on all shards only if it refers to no other table.
const use = statement(
  `
  select 1 as ordinal, coalesce(bool_or(c.has_value), false) as is_used, count(*) as cases
  from (
    select case_data ->> $2::text is not null as has_value from cases where type_code = $1::text limit ${maximumRead + 1}
  ) c`,
  useColumns,
)

async function usesOf(db: Queryable, changes: readonly KindChange[]) {
  if (!db.isDistributed?.()) {
    return db.run(uses, [changes.map(({ typeCode }) => typeCode), changes.map(({ field }) => field)])
  }
  const found: RowOf<typeof useColumns>[] = []
  for (const [index, { typeCode, field }] of changes.entries()) {
    const rows = await db.run(use, [typeCode, field])
    found.push(...rows.map((row) => ({ ...row, ordinal: index + 1 })))
  }
  return found
}

const formerKinds = statement(
  `
  select k.ordinal::int, f.kind
  from unnest($1::text[], $2::text[]) with ordinality as k (type_code, field, ordinal)
  cross join lateral (
    select c.change -> 'from' ->> 'kind' as kind
    from audit_events a
    cross join jsonb_array_elements(a.changes) as c (change)
    where a.target = 'type:' || k.type_code and a.changes @> jsonb_build_array(jsonb_build_object('path', jsonb_build_array('fields', k.field)))
      and c.change -> 'path' = jsonb_build_array('fields', k.field) and c.change ->> 'to' is null
    order by a.at desc, a.id desc
    limit 1
  ) f`,
  { ordinal: 'int', kind: 'text | null' },
)

/** Those that get another kind. A field that was removed has the kind that the audit event of its removal says. */
async function withOtherKind(db: Queryable, changes: readonly KindChange[]): Promise<KindChange[]> {
  const added = changes.filter(({ isAdded }) => isAdded)
  if (added.length === 0) return [...changes]
  const rows = await db.run(formerKinds, [added.map(({ typeCode }) => typeCode), added.map(({ field }) => field)])
  const former = new Map(rows.map(({ ordinal, kind }) => [added[ordinal - 1], kind]))
  return changes.filter((change) => !change.isAdded || (former.get(change) ?? change.kind) !== change.kind)
}

/** Adds a problem for each field that stored cases have and that would get another kind. */
export async function checkKindChanges(
  db: Queryable,
  possible: readonly KindChange[],
  problems: Problems,
): Promise<void> {
  const changes = await withOtherKind(db, possible)
  if (changes.length === 0) return
  for (const { ordinal, isUsed, cases } of await usesOf(db, changes)) {
    if (!isUsed && cases <= maximumRead) continue
    problems.add(
      'inUse',
      changes[ordinal - 1]!.path,
      'cannot be changed, because stored cases have or may have a value for the field',
    )
  }
}
