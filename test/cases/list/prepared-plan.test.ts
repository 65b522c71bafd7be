import { describe, expect, test } from 'vitest'
import { pedro } from '../../support/requests/credentials.ts'
import { createPostgresDatabase, databaseKind, openUntilEnd, sql } from '../../support/database/database.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import { bodyOf, restClient } from '../../support/requests/rest-client.ts'
import { useServer } from '../../support/server/server.ts'

describe.runIf(databaseKind === 'postgresql')('requests one at a time', () => {
  const server = useServer({
    database: async () => openUntilEnd(await createPostgresDatabase('demo'), { poolSize: 1 }),
  })
  const { get, put } = restClient(server)

  test('use prepared plans', async () => {
    const run = (statement: string) => sql(server.database, statement)
    await run(`insert into cases (version, type_code, category_code, status, resolution, case_data, created_at, updated_at)
      select 1, type_code, category_code, status, resolution, case_data, created_at, updated_at
      from cases, generate_series(1, 20000) where id = 1001`)
    await run(`insert into case_events (case_id, version, kind, at, changes)
      select id, 1, 'IMPORTED', now(), '[]' from cases on conflict do nothing`)
    await run(`insert into case_comments (case_id, version, position, text, internal)
      select id, 1, 10 + i, '', false from cases, generate_series(1, 4) i where id > 1008`)
    await run(`insert into persons (kind, email, email_key, firstname, active, blocked)
      select 'OPERATOR', i || '@example.org', i || '@example.org', 'Someone', true, false from generate_series(1, 10000) i`)
    await run(`insert into sessions (token_hash, touchpoint_code, person_id)
      select sha256(id::text::bytea), 'desk', id from persons where email like '%.org'`)
    await run(`insert into operator_types
      select p.id, t.code from persons p, case_types t where p.email like '%.org'`)
    await run('analyze')
    const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
    const create = `mutation { createCase(input: { categoryCode: "BILLING", typeCode: "REFUND",
      caseData: { amount: 1, invoiceCount: 1, goodwill: false } }) { ... on CreateCasePayload { case { version } } } }`
    for (let count = 0; count < 8; count++) {
      const assignee = count % 2 ? { email: 'olga@example.com' } : { groupName: 'Billing team' }
      expect((await put('cases/1001', { ...codes, comments: [`${count}`] })).status).toBe(201)
      expect((await put('cases/1001/assignment', assignee)).status).toBe(201)
      expect(await graphqlData(server.url, create)).toMatchObject({ createCase: { case: { version: 1 } } })
      expect(bodyOf(await get('cases/1001')).case).toMatchObject({ id: 1001 })
      expect((await get('cases/typecategory?caseCategoryCode=BILLING', {}, pedro)).status).toBe(200)
      expect(bodyOf(await get('cases?first=10')).cases).toHaveLength(10)
    }
    // PostgreSQL compares five plans for the given values with the prepared one.
    const planned = `select left(statement, 100) as statement from pg_prepared_statements
      where custom_plans > 5 and statement not like '%from cases c%limit%'`
    expect(await run(planned)).toEqual([])
    expect(await run('select from pg_prepared_statements where generic_plans > 0')).not.toHaveLength(0)
  })
})
