import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../src/database/database.ts'
import { runChecks } from '../../../src/doctor/doctor.ts'
import { archiveCases } from '../../../src/transfer/export/archive.ts'
import { exportData } from '../../../src/transfer/export/export.ts'
import { importData } from '../../../src/transfer/import/import.ts'
import { type Credentials, olga, paula } from '../../support/requests/credentials.ts'
import { databaseKind, emptyDatabase, sql } from '../../support/database/database.ts'
import {
  type Comment,
  makeRandomChanges,
  readCase,
  type RandomChanges,
  type SeenCase,
  send,
} from '../../support/data/random-changes.ts'
import { useServer } from '../../support/server/server.ts'
import { writtenText } from '../../support/data/written-text.ts'

const server = useServer()
/** The embedded store has one connection, and takes several times as long. */
const steps = databaseKind === 'embedded' ? 20 : 40

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
})

/** Moves everything into the past, and archives it. */
async function archive(): Promise<void> {
  for (const statement of [
    `update case_statuses set closed = true`,
    `update cases set created_at = created_at - interval '2 days', updated_at = updated_at - interval '2 days',
      customer_waiting_since = null`,
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
}

type Comments = Map<string, Map<string, Comment>>

function caseOf(body: string): SeenCase | null | undefined {
  return (JSON.parse(body) as { data: { result: { case?: SeenCase | null } | null } }).data.result?.case
}

/** The comments by case and ID that Paula sees, of cases whose comments fit on a page. */
async function commentsNow(): Promise<Comments> {
  const now: Comments = new Map()
  for (const id of changes.caseIds) {
    const found = await readCase(server.url, id, paula)
    if (found && !found.comments.pageInfo.hasPreviousPage) {
      now.set(id, new Map(found.comments.nodes.map((comment) => [comment.id, comment])))
    }
  }
  return now
}

function withCommentsNow(found: SeenCase, now: Comments): SeenCase {
  const left = found.comments.nodes.flatMap(({ id, ...rest }) => {
    const comment = now.get(found.id)?.get(id)
    return comment ? [{ id, ...rest, text: comment.text, editedAt: comment.editedAt }] : []
  })
  return { ...found, comments: { ...found.comments, nodes: left, totalCount: left.length } }
}

describe('after random changes', () => {
  test('there are enough different ones', () => {
    const kinds = new Set(changes.sent.filter(({ body }) => body.includes('"case":{')).map(({ step }) => step.mutation))
    expect(kinds.size).toBeGreaterThan(databaseKind === 'embedded' ? 4 : 6)
    expect(changes.seen.length).toBeGreaterThan(steps)
  })

  test('an operator sees every version as of its time as it was returned then', async () => {
    for (const { found } of changes.seen.filter(({ caller }) => caller === olga)) {
      expect(await readCase(server.url, found.id, olga, found.updatedAt)).toEqual(found)
    }
  })

  test('a party sees the same, except for comments that were edited or removed later', async () => {
    const now = await commentsNow()
    const views = changes.seen.filter(({ caller, found }) => caller === paula && now.has(found.id))
    expect(views.length).toBeGreaterThan(steps / 5)
    for (const { found } of views) {
      expect(await readCase(server.url, found.id, paula, found.updatedAt)).toEqual(withCommentsNow(found, now))
    }
  })

  test('every request of an operator that is sent again is answered byte for byte as it was first', async () => {
    for (const { step, body } of changes.sent.filter(({ step }) => step.caller === olga)) {
      expect(await send(server.url, step)).toBe(body)
    }
  })

  test('a party gets the same answers again, except for comments that were edited or removed later', async () => {
    const now = await commentsNow()
    const repeated = changes.sent.filter(({ step, body }) => step.caller === paula && now.has(caseOf(body)?.id ?? ''))
    expect(repeated.length).toBeGreaterThan(steps / 10)
    for (const { step, body } of repeated) {
      const first = caseOf(body)
      expect(caseOf(await send(server.url, step))).toEqual(first && withCommentsNow(first, now))
    }
  })
})

describe('an archived case', () => {
  beforeAll(archive)

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
