import { checkConstraints } from './check-constraints.ts'
import type { CheckContext, CheckResult } from '../check-result.ts'
import { checkRevision } from './check-revision.ts'
import { checkTables } from './check-tables.ts'
import { checkViews } from './check-views.ts'

/** Compares the schema with the one that the migrations created. */
export async function checkSchema(context: CheckContext): Promise<CheckResult[]> {
  const problems: CheckResult[] = []
  for (const check of [checkTables, checkConstraints, checkViews, checkRevision]) {
    problems.push(...(await check(context)))
  }
  return problems
}
