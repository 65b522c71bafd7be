import type { Database } from '../database.ts'
import { statement } from '../statement.ts'
import { IdempotencyKey } from '../../cases/change/idempotency-key.entity.ts'
import { Case, CaseComment, CaseEvent } from '../../cases/case.entity.ts'
import { tableNames } from './entities.ts'

const caseTables: string[] = [Case, CaseEvent, CaseComment, IdempotencyKey].map(({ tableName }) => tableName)

/**
 * Updates the statistics that PostgreSQL plans statements with, of the tables of cases, of all others, or of both.
 * PostgreSQL itself does so only after many changes of a table, and the embedded store never does. Without statistics, it
 * expects thousands of rows in a table of ten.
 */
export async function analyze(
  database: Database,
  { cases, others }: { cases: boolean; others: boolean },
): Promise<void> {
  const tables = tableNames.filter((name) => (caseTables.includes(name) ? cases : others))
  if (tables.length > 0) await database.run(statement(`analyze ${tables.join(', ')}`))
}
