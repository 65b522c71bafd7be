import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../src/database/database.ts'
import { runChecks } from '../../../src/doctor/doctor.ts'
import { archiveCases } from '../../../src/transfer/export/archive.ts'
import { exportData } from '../../../src/transfer/export/export.ts'
import { importData } from '../../../src/transfer/import/import.ts'
import { type Credentials, olga, paula } from '../../support/requests/credentials.ts'
import { databaseKind, emptyDatabase, sql } from '../../support/database/database.ts'
import {
  makeRandomChanges,
  readCase,
  type RandomChanges,
  type SeenCase,
  send,
} from '../../support/data/random-changes.ts'
import { useServer } from '../../support/server/server.ts'
import { writtenText } from '../../support/data/written-text.ts'

const server = useServer()
const steps = databaseKind === 'embedded' ? 12 : 30

interface Seen {
  id: string
  caller: Credentials
  asOf: string | null
  found: SeenCase | null
}

let changes: RandomChanges
let seen: Seen[]
let rows: unknown
let exported: string
let file: Record<string, unknown>

/** What each caller sees of every case now, and as of each of its versions. */
async function readAll(): Promise<Seen[]> {
  const events = await sql<{ id: number; at: Date }>(
    server.database,
    'select case_id as id, at from case_events order by 1, version',
  )
  const ids = new Set(events.map(({ id }) => id))
  const wanted = [...[...ids].map((id) => ({ id, at: null })), ...events]
  const all: Seen[] = []
  for (const { id, at } of wanted) {
    for (const caller of [olga, paula]) {
      const asOf = at?.toISOString() ?? null
      all.push({ id: `${id}`, caller, asOf, found: await readCase(server.url, `${id}`, caller, asOf) })
    }
  }
  return all
}

/** All rows of cases, except for the transaction that wrote an event. */
function caseRows(): Promise<unknown> {
  return sql(
    server.database,
    `select c::text as row from cases c
     union all select e::text from case_events e
     union all select m::text from case_comments m
     order by 1`,
  )
}

async function casesOf(database: Database): Promise<string> {
  const { text } = await writtenText((output) => exportData(database, output, { withHistory: true }))
  return JSON.stringify((JSON.parse(text) as { cases: unknown }).cases)
}

beforeAll(async () => {
  changes = await makeRandomChanges(server, steps)
  for (const statement of [
    `update case_statuses set closed = true`,
    `update cases set created_at = created_at - interval '2 days', updated_at = updated_at - interval '2 days'`,
    `update case_events set at = at - interval '2 days'`,
  ]) {
    await sql(server.database, statement)
  }
  await server.addCase({
    version: 5,
    updatedAt: '2020-01-01T00:00:00.123456Z',
    comments: [{ text: 'Old.', authorEmail: 'paula@example.com', createdAt: '0001-01-01T00:00:00Z', internal: true }],
  })
  seen = await readAll()
  rows = await caseRows()
  exported = await casesOf(server.database)
  await archiveCases(server.database, { olderThanDays: 1, limit: 1_000 }, async (write) => {
    const { text, result } = await writtenText(write)
    file = JSON.parse(text) as Record<string, unknown>
    return result
  })
}, 120_000)

describe('an archived case', () => {
  test('answers like a case that does not exist, also to a request that is sent again', async () => {
    expect(await sql(server.database, 'select from cases')).toEqual([])
    for (const { id, caller } of seen.filter(({ asOf }) => asOf === null)) {
      expect(await readCase(server.url, id, caller)).toBeNull()
    }
    // A case cannot be created again, because its key expires before it can be archived.
    const again = changes.sent.filter(
      ({ step, body }) => !/createCase|takeNextCase/.test(step.mutation) && body.includes('"case":{'),
    )
    expect(again.length).toBeGreaterThan(2)
    for (const { step } of again) {
      const { data } = JSON.parse(await send(server.url, step)) as { data: { result: { code?: string } } }
      expect(data.result.code).toBe('invalidId')
    }
  })

  test('is the same after an import into the same database, with its comments and its past', async () => {
    const { length } = file['cases'] as unknown[]
    expect(await importData(server.database, file)).toEqual({ cases: length, casesLeft: 0, others: 0 })
    expect(await caseRows()).toEqual(rows)
    expect(await readAll()).toEqual(seen)
    for (const { step, body } of changes.sent.filter(({ body }) => !body.includes('"case":{'))) {
      expect(await send(server.url, step)).toBe(body)
    }
    expect(await importData(server.database, file)).toEqual({ cases: 0, casesLeft: length, others: 0 })
  })

  test('is the same after an import into another database, which then has no problems', async () => {
    const other = await emptyDatabase()
    await importData(other, file)
    expect(await casesOf(other)).toBe(exported)
    const results = await Array.fromAsync(runChecks(other, { deep: true, poolSize: 1, explain: String }))
    const ofRows = results.filter(({ check }) => ['rows', 'sequences'].includes(check))
    expect(ofRows.map(({ check, level }) => [check, level])).toEqual([
      ['sequences', 'ok'],
      ['rows', 'ok'],
    ])
  })

  test('brings no permissions and no default with it', async () => {
    const other = await emptyDatabase()
    await importData(other, file)
    for (const table of ['touchpoint_grants', 'operator_types', 'operator_group_types', 'operator_group_members']) {
      expect(await sql(other, `select from ${table}`)).toEqual([])
    }
    expect(await sql(other, `select from case_statuses where is_default`)).toEqual([])
  })
})
