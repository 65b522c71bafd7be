import { distributedTables } from '../../database/distribution.ts'
import { statement } from '../../database/statement.ts'
import { type CheckContext, type CheckResult, failure, schemaAdvice, tableNames, warning } from '../check-result.ts'
import { droppedReferences } from '../dropped-references.ts'

// The ORM reads constraints from the information schema, which shows CHECKs to the table's owner only.
const hiddenChecks = statement(
  `
  select c.conname::text as name
  from pg_constraint c join pg_class t on t.oid = c.conrelid
  where c.contype = 'c' and t.oid = any(array(select to_regclass(quote_ident(name)) from unnest($1::text[]) as n(name)))
    and not pg_has_role(t.relowner, 'USAGE')`,
  { name: 'text' },
)

// `distribute` makes the foreign keys between distributed tables deferrable, which the entities do not say.
const deferredKeys = statement(
  `
  select f.conname::text as name
  from pg_constraint f
  where f.contype = 'f' and f.condeferred and f.conrelid::regclass::text = any($1::text[])`,
  { name: 'text' },
)

/** Compares the tables with the entities. Extra indexes and columns are warnings. */
export async function checkTables(context: CheckContext): Promise<CheckResult[]> {
  const { database } = context
  const difference = await database.orm.schema.getUpdateSchemaSQL({ wrap: false, dropTables: false })
  const hidden = await database.run(hiddenChecks, [tableNames(context)])
  const dropped = await droppedReferences(database)
  const deferred = await database.run(deferredKeys, [await distributedTables(database)])
  const expected = [
    ...hidden.map(({ name }) => `add constraint "${name}" check `),
    ...[...dropped, ...deferred].map(({ name }) => `add constraint "${name}" foreign key `),
    ...deferred.map(({ name }) => `drop constraint "${name}"`),
  ]
  const commands = difference.split(';').map((sql) => sql.trim().replaceAll(/\s+/g, ' '))
  return commands
    .filter((sql) => sql !== '' && !expected.some((addition) => sql.includes(addition)))
    .map((sql) => {
      const message = `The schema differs from the entities. This would make them equal: ${sql}`
      const isExtra = /^(drop index|alter table \S+ drop column)/i.test(sql)
      if (isExtra) return warning('schema', message, 'Keep it if you want it: Casegate does not use it.')
      return failure('schema', message, schemaAdvice)
    })
}
