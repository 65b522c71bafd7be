import { typed } from '../database/columns.ts'
import { statement } from '../database/statement.ts'
import { type CheckContext, type CheckResult, failure } from './check-result.ts'

/** A contradiction between rows that neither a foreign key nor a CHECK of the schema prevents. */
export interface Inconsistency {
  /** Describes the rows, in the plural. */
  rows: string
  /** Returns the rows' IDs in a column "id". */
  query: string
}

export async function findInconsistencies(
  { database }: CheckContext,
  check: string,
  inconsistencies: readonly Inconsistency[],
  values: readonly unknown[] = [],
): Promise<CheckResult[]> {
  const problems: CheckResult[] = []
  for (const { rows, query } of inconsistencies) {
    const summary = statement(
      `
      with found as (${query})
      select count(*) as number, to_json(array(select id from found order by id limit 5)) as ids from found`,
      { number: 'bigint', ids: typed<number[]>('json') },
    )
    const [found] = await database.run(summary, values)
    if (found!.number === 0) continue
    const message = `There are ${rows}: ${found!.number}, such as ${found!.ids.join(', ')}.`
    const advice = 'Something other than Casegate wrote them. Correct them with SQL or from a backup.'
    problems.push(failure(check, message, advice))
  }
  return problems
}
