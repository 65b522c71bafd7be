import { expect, test } from 'vitest'
import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import type { Database } from '../../src/database/database.ts'
import type { Statement } from '../../src/database/statements/statement.ts'
import { ada, adminData } from '../support/requests/configure.ts'
import { restFace } from '../support/requests/rest-face.ts'
import { isTimed } from '../support/database/statement-recorder.ts'
import { databaseKind, freshDatabase } from '../support/database/database.ts'
import { olga, paula } from '../support/requests/credentials.ts'
import { graphqlData } from '../support/requests/graphql.ts'
import { useServer } from '../support/server/server.ts'

type Ran = { text: string; values: readonly unknown[] }

const ran = new Map<string, Ran>()
let database: Database

/** A database that records each statement that runs on it, with its last values. */
async function recordingDatabase(): Promise<Database> {
  database = await freshDatabase()
  return {
    ...database,
    run<Row>(statement: Statement<Row>, values: readonly unknown[] = []) {
      if (!isTimed(statement.text)) ran.set(statement.text, { text: statement.text, values })
      return database.run(statement, values)
    },
  }
}

const server = useServer({ database: recordingDatabase, data: adminData })

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Cond'?: string; Plans?: Plan[] }

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Enough rows to make reading a whole table more expensive than ten index lookups, which is what plans are made for. */
const manyRows = `
  set session_replication_role = replica;
  insert into operator_groups (name, active) select 'Group ' || i, true from generate_series(1, 10000) i;
  insert into persons (kind, email, email_key, firstname, active, blocked)
    select 'OPERATOR', i || '@many.example', i || '@many.example', 'Many', true, false from generate_series(1, 3000) i;
  insert into operator_types select p.id, t.code from persons p, case_types t where p.email like '%@many.example';
  insert into operator_group_types select g.id, t.code from operator_groups g, case_types t where g.name like 'Group %';
  insert into operator_group_members
    select p.id, g.id from persons p join operator_groups g on p.email = substr(g.name, 7) || '@many.example';
  insert into sessions (token_hash, touchpoint_code, person_id)
    select sha256(p.email::bytea), 'desk', p.id from persons p where p.email like '%@many.example';
  insert into cases (version, type_code, category_code, status, resolution, case_data, created_at, updated_at)
    select 1, 'REFUND', 'BILLING', 'New', 'Unresolved', '{}', now(), now() from generate_series(1, 60000);
  insert into case_events (case_id, version, kind, at, changes)
    select id, 1, 'IMPORTED', now(), '[]' from cases where id < 20000 on conflict do nothing;
  insert into case_comments select id, 1, 100 + i, 'Comment', false, 1, null, now() from cases, generate_series(1, 3) i where id < 20000;
  insert into idempotency_keys (token_hash, key, request_hash, created_at)
    select token_hash, 'key', token_hash, now() from sessions;
  analyze`

/** How the statement's plan finds the rows of tables. */
async function accessesOf({ text, values }: Ran): Promise<string[]> {
  const explain = { name: '', text: `explain (format json) ${text}` }
  const [row] = await database.run<{ 'QUERY PLAN': { Plan: Plan }[] }>(explain, values)
  return nodesOf(row!['QUERY PLAN'][0]!.Plan)
    .filter((node) => node['Relation Name'] && node['Node Type'] !== 'ModifyTable')
    .map((node) => {
      const table = node['Relation Name'] ?? ''
      const byIndex = node['Node Type'] === 'Bitmap Heap Scan' || node['Index Cond'] !== undefined
      return byIndex ? `${table} by an index` : `${table} as a whole`
    })
}

// The embedded store makes the same plans but takes four times as long to fill.
test.runIf(databaseKind === 'postgresql')('every statement of a request finds its rows through indexes', async () => {
  const face = restFace(server)
  const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
  const id = await server.addCase()
  for (const command of manyRows.split(';')) await database.run({ name: '', text: command })
  ran.clear()
  await face.update({ id, body: { ...codes, status: 'New', comments: [{ text: 'Hello.' }] } })
  await face.assign({ id, body: { email: 'olga@example.com', idempotencyKey: crypto.randomUUID() } })
  await face.assign({ id, body: { groupName: 'Billing team' } })
  await face.lookup({ ...paula })
  const page = (arguments_: string) => `comments(${arguments_}) { edges { node { text author { email } } } }`
  const history = (arguments_: string) => `history(${arguments_}) { edges { node { actor { email } } } }`
  const fields = `party { email } group { name } a: ${page('first: 2')} b: ${page('last: 2')} c: ${history('first: 2')} d: ${history('last: 2')}`
  await graphqlData(server.url, `{ case(id: ${id}) { ${fields} } }`, {}, olga)
  const people = `assignableOperators(search: "9@many", first: 2) { nodes { id } }
    assignableGroups(search: "p 9", last: 2) { nodes { id } }`
  await graphqlData(server.url, `{ viewer { groups { name } } case(id: ${id}) { ${people} } }`, {}, olga)
  await graphqlData(server.url, '{ persons(search: "nobody@", first: 2) { nodes { id } totalCount } }', {}, ada)
  ran.delete(loadCatalogue.text)

  const accesses = new Map<string, string[]>()
  for (const each of ran.values()) accesses.set(each.text, await accessesOf(each))
  expect(accesses.size).toBeGreaterThanOrEqual(9)
  // The revision's table has only one row.
  const whole = [...accesses].map(([text, all]) => [
    text,
    all.filter((each) => /whole/.test(each) && !each.startsWith('catalogue_revision')),
  ])
  expect(whole).toEqual([...accesses.keys()].map((text) => [text, []]))
})
