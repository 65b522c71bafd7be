import type { FieldKind } from '../../catalogue/catalogue.entity.ts'
import { type Queryable, statement } from '../../database/statement.ts'
import type { Path } from '../items/items.rules.ts'
import type { Problems } from '../items/problems.rules.ts'
import type { Plan } from './plan-configuration.ts'

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
  select distinct on (t.code, field) t.code as type_code, c.change -> 'path' ->> 1 as field, c.change -> 'from' ->> 'kind' as kind
  from unnest($1::text[]) as t (code)
  join audit_events a on a.target = 'type:' || t.code
  cross join lateral jsonb_array_elements(a.changes) as c (change)
  where c.change -> 'path' ->> 0 = 'fields' and jsonb_array_length(c.change -> 'path') = 2 and c.change ->> 'to' is null
  order by t.code, field, a.id desc`,
  { typeCode: 'text', field: 'text', kind: 'text' },
)

/** A field of a stored type that gets a kind, and may have had another one. */
interface KindChange {
  typeCode: string
  field: string
  kind: FieldKind
  /** Whether the type does not have the field now. It may have had it. */
  isAdded: boolean
  path: Path
}

function possibleChanges({ configuration, fields }: Plan): KindChange[] {
  const ofStored = [...fields].filter(([typeCode]) => configuration.has('types', typeCode))
  return ofStored.flatMap(([typeCode, { before, item }]) => {
    const kinds = new Map(before.map(({ name, kind }) => [name, kind]))
    return (item.members.fields ?? []).flatMap(({ name: field, kind }, index) => {
      const path = [...item.path, 'fields', index, 'kind']
      return kinds.get(field) === kind ? [] : [{ typeCode, field, kind, isAdded: !kinds.has(field), path }]
    })
  })
}

/** Those that get another kind. A field that was removed has the kind that the audit event of its removal says. */
async function kindChanges(db: Queryable, plan: Plan): Promise<KindChange[]> {
  const possible = possibleChanges(plan)
  const types = new Set(possible.flatMap(({ typeCode, isAdded }) => (isAdded ? [typeCode] : [])))
  if (types.size === 0) return possible
  const rows = await db.run(removedFields, [[...types]])
  const keyOf = ({ typeCode, field }: { typeCode: string; field: string }) => `${typeCode}\0${field}`
  const former = new Map(rows.map((row) => [keyOf(row), row.kind]))
  return possible.filter((change) => !change.isAdded || (former.get(keyOf(change)) ?? change.kind) !== change.kind)
}

/** Adds a problem for each field that stored cases have and that would get another kind. */
export async function checkKindChanges(db: Queryable, plan: Plan, problems: Problems): Promise<void> {
  for (const [typeCode, changes] of Map.groupBy(await kindChanges(db, plan), ({ typeCode }) => typeCode)) {
    const [read] = await db.run(usedFields, [typeCode])
    const used = new Set(read!.fields)
    for (const { field, path } of changes) {
      if (!used.has(field) && read!.cases <= maximumRead) continue
      problems.add('inUse', path, 'cannot be changed, because stored cases have or may have a value for the field')
    }
  }
}
