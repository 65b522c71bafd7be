import { type Queryable, statement } from '../../database/statement.ts'
import type { Problems } from '../items/items.rules.ts'
import type { Plan } from './references.rules.ts'

/** How many cases of a type are read. If there are more, and none of these has the field, the others may. */
const maximumRead = 10_000

const usedFields = statement(
  `
  with read as materialized (select case_data from cases where type_code = $1::text limit ${maximumRead + 1})
  select (select count(*) from read) as cases, array(
    select distinct d.field
    from read cross join lateral jsonb_each_text(read.case_data) as d (field, value)
    where d.value is not null
  ) as fields`,
  { cases: 'bigint', fields: 'text[]' },
)

const removedFields = statement(
  `
  select distinct on (field) c.change -> 'path' ->> 1 as field, c.change -> 'from' ->> 'kind' as kind
  from audit_events a
  cross join lateral jsonb_array_elements(a.changes) as c (change)
  where a.target = 'type:' || $1::text
    and c.change -> 'path' ->> 0 = 'fields' and jsonb_array_length(c.change -> 'path') = 2 and c.change ->> 'to' is null
  order by field, a.id desc`,
  { field: 'text', kind: 'text' },
)

/**
 * Adds a problem for each field that stored cases have and that would get another kind. A field that was removed has the kind
 * that the audit event of its removal says.
 */
export async function checkKindChanges(
  db: Queryable,
  { configuration, fields }: Plan,
  problems: Problems,
): Promise<void> {
  for (const [typeCode, { before, item }] of fields) {
    const sent = item.members.fields ?? []
    const kinds = new Map<string, string>(before.map(({ name, kind }) => [name, kind]))
    if (!configuration.has('types', typeCode)) continue
    if (sent.some(({ name }) => !kinds.has(name))) {
      const removed = await db.run(removedFields, [typeCode])
      for (const { field, kind } of removed) if (!kinds.has(field)) kinds.set(field, kind)
    }
    const changed = sent.filter(({ name, kind }) => (kinds.get(name) ?? kind) !== kind)
    if (changed.length === 0) continue
    const [read] = await db.run(usedFields, [typeCode])
    for (const field of changed) {
      if (!read!.fields.includes(field.name) && read!.cases <= maximumRead) continue
      const message = 'cannot be changed, because stored cases have or may have a value for the field'
      problems.add('inUse', [...item.path, 'fields', sent.indexOf(field), 'kind'], message)
    }
  }
}
