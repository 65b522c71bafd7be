import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { archiveCases, type ArchiveSummary, planArchive } from '../../src/transfer/export/archive.ts'
import { importData } from '../../src/transfer/import/import.ts'
import { freshDatabase, sql } from '../support/database/database.ts'
import { rowVersions } from '../support/database/dump-rows.ts'
import { writtenText } from '../support/data/written-text.ts'

const values = { subject: 'An old question', priority: 'HIGH' }
const closed = { typeCode: 'QUESTION', categoryCode: 'BILLING', status: 'Closed', resolution: 'Fixed', ...values }
const old = '2020-01-01T00:00:00Z'
const comments = [{ text: 'x', authorEmail: 'paula@example.com' }]

/** A database with closed cases of these IDs, the first of which changed first. No other case has changed so long ago. */
async function databaseWith(ids: number[]): Promise<Database> {
  const database = await freshDatabase()
  const cases = ids.map((id, index) => {
    return { ...closed, id, updatedAt: new Date(Date.parse(old) + index * 1_000).toISOString(), comments }
  })
  await importData(database, { cases })
  return database
}

const options = { olderThanDays: 1_000, limit: 100_000 }

type Archived = { summary: ArchiveSummary; file: { cases: { id: number }[] } }

/** Archives into memory. `beforeDelete` runs when the file is complete. */
async function archive(
  database: Database,
  { limit = 100_000, beforeDelete }: { limit?: number; beforeDelete?: (text: string) => Promise<void> } = {},
): Promise<Archived> {
  let text = ''
  const summary = await archiveCases(database, { ...options, limit }, async (write) => {
    const written = await writtenText(write)
    text = written.text
    await beforeDelete?.(text)
    return written.result
  })
  return { summary, file: JSON.parse(text) as Archived['file'] }
}

async function idsIn(database: Database): Promise<number[]> {
  const rows = await sql<{ id: number }>(database, 'select id from cases where id < 1000 or id > 1008 order by id')
  return rows.map(({ id }) => id)
}

const rowsOf = async (database: Database): Promise<unknown> =>
  sql(
    database,
    `select c::text as row from cases c union all select e::text from case_events e
     union all select m::text from case_comments m order by 1`,
  )

const archivesOf = (database: Database) =>
  sql(database, `select actor_id, target, changes from audit_events where action = 'ARCHIVED' order by id`)
const archiveOf = (from: number) => {
  return { actorId: null, target: 'archive', changes: [{ path: ['cases'], from, to: 0 }] }
}

describe('an archive', () => {
  test('takes closed cases that are old enough, those with the oldest changes first, up to the limit', async () => {
    const database = await databaseWith([3, 1, 2])
    const recent = { ...closed, id: 4, updatedAt: new Date().toISOString() }
    await importData(database, { cases: [recent, { ...closed, id: 5, status: 'Open', updatedAt: old }] })
    const [from, to] = [new Date(old), new Date('2020-01-01T00:00:01Z')]
    expect(await planArchive(database, { ...options, limit: 2 })).toEqual({ cases: 2, remaining: 1, from, to })
    await sql(
      database,
      'insert into case_reads (case_id, person_id, version) select c.id, p.id, 1 from cases c, persons p',
    )
    const { summary, file } = await archive(database, { limit: 2 })
    expect(summary).toEqual({ cases: 2, remaining: 1, from, to, deleted: 2, changed: [] })
    expect(file.cases.map(({ id }) => id)).toEqual([3, 1])
    expect(await idsIn(database)).toEqual([2, 4, 5])
    const read = 'select distinct case_id as id from case_reads where case_id in (1, 2, 3)'
    expect(await sql(database, read)).toEqual([{ id: 2 }])
    expect((await archive(database, {})).file.cases.map(({ id }) => id)).toEqual([2])
    expect(await archivesOf(database)).toEqual([archiveOf(2), archiveOf(1)])
  })

  test('takes the links of a case along, and a case after those that were merged into it', async () => {
    const database = await databaseWith([1])
    const other = { ...closed, updatedAt: old }
    await importData(database, {
      cases: [
        { ...other, id: 2, links: [{ caseId: 1001, kind: 'PARENT' }] },
        { ...other, id: 3, merge: { intoCaseId: 1 } },
      ],
    })
    const state = () => sql(database, 'select case_id, other_id, kind, created_at from case_links order by 1')
    const [before, merges] = [await state(), await sql(database, 'select * from case_merges')]
    expect([before.length, merges.length]).toEqual([2, 1])
    const { file } = await archive(database)
    expect(file.cases.map(({ id }) => id)).toEqual([2, 3])
    expect(await state()).toEqual([])
    expect((await archive(database)).file.cases.map(({ id }) => id)).toEqual([1])
    await importData(database, file)
    expect(await state()).toEqual(before)
    expect(await sql(database, 'select * from case_merges')).toEqual(merges)
  })

  test('takes a case after those that were merged into it before it was merged too', async () => {
    const database = await databaseWith([1, 2, 3])
    await importData(database, {
      cases: [
        { ...closed, id: 4, updatedAt: old, merge: { intoCaseId: 1001 } },
        { ...closed, id: 5, updatedAt: old.replace('01T', '02T'), merge: { intoCaseId: 1001, directCaseId: 4 } },
      ],
    })
    const archived = async () => (await archive(database)).file.cases.map(({ id }) => id)
    expect(await archived()).toEqual([1, 2, 3, 5])
    expect(await archived()).toEqual([4])
  })

  test('writes no file if there is no case to archive', async () => {
    const database = await databaseWith([])
    const write = () => Promise.reject(new Error('A file was written.'))
    const nothing = { cases: 0, remaining: 0, from: null, to: null }
    expect(await archiveCases(database, options, write)).toEqual({ ...nothing, deleted: 0, changed: [] })
  })

  test('deletes nothing if the file cannot be written', async () => {
    const database = await databaseWith([1, 2])
    const before = await rowVersions(database)
    const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('No space is left.')) })
    await expect(archiveCases(database, options, (write) => write(full))).rejects.toThrow('No space is left.')
    const beforeDelete = () => Promise.reject(new Error('The disk failed.'))
    await expect(archive(database, { beforeDelete })).rejects.toThrow('The disk failed.')
    expect(await rowVersions(database)).toEqual(before)
  })

  test('leaves and reports a case that changes after it was written, and an import leaves it too', async () => {
    const database = await databaseWith([1, 2, 3])
    const { summary, file } = await archive(database, {
      beforeDelete: async () => {
        await sql(database, `update cases set version = 2, updated_at = now(), status = 'Open' where id = 2`)
        const insertion = `insert into case_events (case_id, version, kind, at, changes)
           select id, version, 'IMPORTED', updated_at, '[]' from cases where id = 2`
        await sql(database, insertion)
      },
    })
    expect(summary).toMatchObject({ cases: 3, deleted: 2, changed: [2] })
    expect(await idsIn(database)).toEqual([2])
    expect(await sql(database, 'select version from case_events where case_id = 2 order by 1')).toHaveLength(2)
    expect(await importData(database, file)).toMatchObject({ cases: 2, casesLeft: 1 })
    const selection = 'select version, status from cases where id = 2'
    expect(await sql(database, selection)).toEqual([{ version: 2, status: 'Open' }])
  })

  test('loses no case if a delete fails after others, and can be run again', async () => {
    const ids = Array.from({ length: 1_200 }, (_, index) => 10_000 + index)
    const database = await databaseWith(ids)
    const before = await rowsOf(database)
    await sql(
      database,
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'Refused.'; end $$`,
    )
    const command = `create trigger refuse before delete on case_events for each row when (old.case_id = 10700)
       execute function refuse()`
    await sql(database, command)
    let first = ''
    const beforeDelete = async (text: string) => void (first = text)
    await expect(archive(database, { beforeDelete })).rejects.toThrow('Refused.')
    expect([await idsIn(database), await archivesOf(database)]).toEqual([ids.slice(500), [archiveOf(500)]])
    await sql(database, 'drop trigger refuse on case_events')
    const { summary, file } = await archive(database, {})
    expect([summary.deleted, await idsIn(database)]).toEqual([700, []])
    expect(await archivesOf(database)).toEqual([archiveOf(500), archiveOf(700)])
    // Both files together have every case, and the cases of both are the same.
    expect(await importData(database, file)).toMatchObject({ cases: 700 })
    expect(await importData(database, JSON.parse(first))).toMatchObject({ cases: 500, casesLeft: 700 })
    expect(await rowsOf(database)).toEqual(before)
  })

  test('refuses a case that an import would reject, and deletes nothing', async () => {
    const database = await databaseWith([1, 2])
    const change = `update case_events set changes = '[{"path": ["status"], "from": {}, "to": "x"}]' where case_id = 2`
    await sql(database, change)
    const before = await rowVersions(database)
    await expect(archive(database, {})).rejects.toThrow(
      'Case 2 cannot be archived, because an import would reject it: history[0].changes[0].from: must be',
    )
    expect(await rowVersions(database)).toEqual(before)
  })

  test('names a case that is too large for a file, and deletes nothing', async () => {
    const database = await databaseWith([1, 2])
    const before = await rowVersions(database)
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    await expect(archiveCases(database, { ...options, maximumBytes: 100 }, (write) => write(nowhere))).rejects.toThrow(
      'Case 1 cannot be archived, because it is larger than 100 bytes with its history.',
    )
    expect(await rowVersions(database)).toEqual(before)
  })

  test('names the kind of each person, so that an import finds the same one if others have their address later', async () => {
    const database = await freshDatabase()
    const [email, at] = ['cora@example.com', old]
    const consumer = { actorEmail: email, actorLogin: 'CONSUMER', touchpointCode: 'web' }
    const cases = [
      { ...closed, id: 1, updatedAt: at, comments: [{ text: 'x', authorEmail: email, authorLogin: 'CONSUMER' }] },
      { ...closed, id: 2, history: [{ version: 1, kind: 'CREATED', at, ...consumer }] },
    ]
    await importData(database, { consumers: [{ email, firstname: 'Cora' }], cases })
    const { file } = await archive(database, {})
    await importData(database, { operators: [{ email, firstname: 'Another' }] })
    await importData(database, file)
    const query = `select e.case_id, p.kind from case_events e left join case_comments m on m.case_id = e.case_id
      join persons p on p.id in (e.actor_id, m.imported_author_id) where e.case_id in (1, 2) order by 1`
    expect(await sql(database, query)).toEqual([1, 2].map((caseId) => ({ caseId, kind: 'CONSUMER' })))
  })

  test('can be imported after the fields of a type have changed', async () => {
    const database = await freshDatabase()
    const caseData = { amount: 42.5, invoiceCount: 1, goodwill: true }
    await importData(database, { cases: [{ ...closed, typeCode: 'REFUND', id: 1, updatedAt: old, caseData }] })
    const { file } = await archive(database, {})
    const fields = [{ name: 'iban', kind: 'BOOLEAN' }]
    await importData(database, { types: [{ code: 'REFUND', name: 'Refund', fields }] })
    await importData(database, file)
    expect(await sql(database, 'select case_data from cases where id = 1')).toEqual([{ caseData }])
  })
})
