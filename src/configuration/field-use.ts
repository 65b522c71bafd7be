import { type Queryable, statement } from '../database/statement.ts'
import type { KindChange } from './in-use.rules.ts'
import type { Problems } from './problems.rules.ts'

/** How many cases of a type are read. If there are more, and none of these has the field, the others may. */
const maximumRead = 10_000

const uses = statement(
  `
  select k.ordinal::int, coalesce(bool_or(c.case_data ->> k.field is not null), false) as is_used, count(*) as cases
  from unnest($1::text[], $2::text[]) with ordinality as k (type_code, field, ordinal)
  cross join lateral (select case_data from cases where type_code = k.type_code limit ${maximumRead + 1}) c
  group by k.ordinal`,
  { ordinal: 'int', isUsed: 'boolean', cases: 'bigint' },
)

/** Adds a problem for each field that stored cases have and that would get another kind. */
export async function checkKindChanges(
  db: Queryable,
  changes: readonly KindChange[],
  problems: Problems,
): Promise<void> {
  if (changes.length === 0) return
  const rows = await db.run(uses, [changes.map(({ typeCode }) => typeCode), changes.map(({ field }) => field)])
  for (const { ordinal, isUsed, cases } of rows) {
    if (!isUsed && cases <= maximumRead) continue
    problems.add('inUse', changes[ordinal - 1]!.path, 'must stay as it is, because stored cases have the field')
  }
}
