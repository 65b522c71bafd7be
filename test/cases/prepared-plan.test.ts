import { expect, test } from 'vitest'
import { hashToken } from '../../src/auth/viewer.ts'
import { type ModifiableFacts, queryCaseFacts } from '../../src/cases/case-facts.ts'
import { ChangeWriter } from '../../src/cases/write-change.ts'
import { openPostgres } from '../../src/database/postgres.ts'
import { olga } from '../support/credentials.ts'
import { afterFile } from '../support/cleanup.ts'
import { createPostgresDatabase, databaseKind, isDistributed, sql } from '../support/database.ts'

// Citus plans every statement anew.
test.runIf(databaseKind === 'postgresql' && !isDistributed)('changes of one case use a prepared plan', async () => {
  const url = await createPostgresDatabase('demo')
  const database = await openPostgres({ kind: 'postgresql', url, poolSize: 1, preparedStatements: true })
  afterFile(() => database.close())
  await sql(
    database,
    `insert into cases (version, type_code, category_code, status, resolution, case_data, created_at, updated_at)
    select 1, type_code, category_code, status, resolution, case_data, created_at, updated_at
    from cases, generate_series(1, 20000) where id = 1001`,
  )
  await sql(
    database,
    `insert into case_events (case_id, version, kind, at, changes)
    select id, 1, 'IMPORTED', now(), '[]' from cases on conflict do nothing`,
  )
  await sql(
    database,
    `insert into case_comments (case_id, version, position, text, internal)
    select id, 1, 10 + i, '', false from cases, generate_series(1, 4) i where id > 1008`,
  )
  await sql(database, 'analyze')
  const writer = new ChangeWriter(database)
  const key = { tokenHash: hashToken(olga.token), caseId: 1001 }
  for (let count = 0; count < 12; count++) {
    const [facts] = (await queryCaseFacts(database, [key])) as ModifiableFacts[]
    await writer.write(facts!, { kind: 'UPDATED', values: facts!.case, changes: [], comments: [] }, null)
  }
  // PostgreSQL compares five plans for the given values with the prepared one.
  const plans = `select distinct custom_plans from pg_prepared_statements
    where starts_with(ltrim(statement, E'\\n'), 'with sent as') or starts_with(ltrim(statement, E'\\n'), 'with c as')`
  expect(await sql(database, plans)).toEqual([{ customPlans: 5 }])
})
