import { besideEntities } from '../../../migrations/index.ts'
import { type Queryable, statement } from '../../database/statement.ts'
import { type CheckContext, type CheckResult, failure, schemaAdvice } from '../check-result.ts'

const viewExists = statement(`select to_regclass($1::text) is not null as found`, { found: 'boolean' })

/** Compares the views with those of the migrations by their query plans, which do not depend on formatting. */
export async function checkViews({ database }: CheckContext): Promise<CheckResult[]> {
  const problems: CheckResult[] = []
  for (const [name, query] of Object.entries(besideEntities.views)) {
    const [view] = await database.run(viewExists, [name])
    if (!view?.found) problems.push(failure('schema', `The view ${name} is missing.`, schemaAdvice))
    else if ((await planOf(database, name)) !== (await planOf(database, `(${query})`, name))) {
      problems.push(failure('schema', `The view ${name} differs from the migrations.`, schemaAdvice))
    }
  }
  return problems
}

async function planOf(database: Queryable, source: string, alias = source): Promise<string> {
  const explain = `explain (verbose, costs off) select * from ${source} as ${alias}`
  const rows = await database.run(statement(explain, { 'QUERY PLAN': 'text' }))
  const lines = rows.map((row) => row['QUERY PLAN'])
  return lines.filter((line) => !line.startsWith('Query Identifier')).join('\n')
}
