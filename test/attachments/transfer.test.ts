import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { beforeAll, describe, expect, test } from 'vitest'
import { Attachments } from '../../src/attachments/attachments.ts'
import type { Database } from '../../src/database/database.ts'
import { readConfig } from '../../src/settings/config.ts'
import { archiveCases } from '../../src/transfer/export/archive.ts'
import { contentFolder } from '../../src/transfer/export/export-contents.ts'
import { exportData } from '../../src/transfer/export/export.ts'
import { importData } from '../../src/transfer/import/import.ts'
import { pino } from 'pino'
import { randomContent, sha256, upload } from '../support/attachments/upload.ts'
import { freshDatabase, sql } from '../support/database/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { change } from '../support/requests/changes.ts'
import { olga } from '../support/requests/credentials.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer()
const { attachments: settings } = readConfig({})
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
const contents = [randomContent(600_000), randomContent(1), Buffer.from('text')]
let caseId: number

beforeAll(async () => {
  caseId = await server.addCase({ id: 7001 })
  const ids: string[] = []
  for (const [index, content] of contents.entries())
    ids.push((await upload(server.url, content, { name: `${index}` })).id)
  const comments = [
    { text: '', attachmentIds: [ids[1], ids[0]] },
    { text: 'With a text.', internal: true, attachmentIds: [ids[2]] },
  ]
  await change(server.url, 'updateCase', { caseInstanceId: `${caseId}`, ...codes, comments }, olga)
})

async function written(write: (output: Writable) => Promise<unknown>): Promise<{ cases: { id: number }[] }> {
  const chunks: Buffer[] = []
  await write(new Writable({ write: (chunk: Buffer, _encoding, done) => (chunks.push(chunk), done()) }))
  return JSON.parse(Buffer.concat(chunks).toString()) as { cases: { id: number }[] }
}

const newFolder = () => contentFolder(join(temporaryFolder(), 'cases.json'), settings)

/** The files of the case in their order, with the hashes of what is stored. */
async function stored(database: Database) {
  const rows = await sql<{ id: string; name: string; media_type: string; size: number; sha256: string; at: string }>(
    database,
    `select a.id, name, media_type, size, sha256, number, a.version, position, a.created_at::text as at, p.email
     from attachments a join persons p on p.id = uploader_id where case_id = ${caseId} order by a.version, position, number`,
  )
  const service = new Attachments(database, pino({ level: 'silent' }), settings)
  return Promise.all(
    rows.map(async (row) => {
      const parts = await Array.fromAsync(service.stores.used.read(row.id, { start: 0, end: row.size - 1 }))
      return { ...row, content: sha256(Buffer.concat(parts)) }
    }),
  )
}

describe.each([
  ['an export', false],
  ['an export with history', true],
])('%s', (_what, withHistory) => {
  test('is imported with the same files and contents, once', async () => {
    const folder = newFolder()
    const data = await written((output) => exportData(server.database, output, { withHistory, folder }))
    expect(readdirSync(folder.path).toSorted()).toEqual(contents.map(sha256).toSorted())
    const target = await freshDatabase()
    await importData(target, data, { folder })
    const [before, after] = [await stored(server.database), await stored(target)]
    expect(after.map(({ content }) => content)).toEqual([contents[1]!, contents[0]!, contents[2]!].map(sha256))
    // Without a history, comments have other versions.
    expect(withHistory ? after : after.map(({ id }) => id)).toEqual(withHistory ? before : before.map(({ id }) => id))
    const summary = await importData(target, data, { folder })
    expect(summary).toMatchObject({ cases: 0, others: 0 })
    expect(await stored(target)).toEqual(after)
  })
})

test.each<[what: string, damage: (path: string) => void]>([
  ['missing', (path) => rmSync(path)],
  ['empty', (path) => writeFileSync(path, '')],
  ['damaged', (path) => writeFileSync(path, 'other')],
  ['exchanged', (path) => renameSync(join(path, '..', sha256(contents[2]!)), path)],
])('a content that is %s is named with its place, and nothing is imported', async (_what, damage) => {
  const folder = newFolder()
  const data = await written((output) => exportData(server.database, output, { folder }))
  damage(join(folder.path, sha256(contents[0]!)))
  const target = await freshDatabase()
  const index = data.cases.findIndex(({ id }) => id === caseId)
  const place = `cases[${index}].comments[0].attachments[1].sha256: must be`
  await expect(importData(target, data, { folder })).rejects.toThrow(place)
  expect(await sql(target, 'select from attachments')).toEqual([])
  expect(await sql(target, 'select from attachment_chunks')).toEqual([])
  expect(await sql(target, `select from cases where id = ${caseId}`)).toEqual([])
})

test('an export without a folder says what to do, and can leave files out', async () => {
  await expect(written((output) => exportData(server.database, output, {}))).rejects.toThrow('--without-attachments')
  const data = await written((output) => exportData(server.database, output, { withAttachments: false }))
  const target = await freshDatabase()
  await importData(target, data)
  expect(await sql(target, 'select from attachments')).toEqual([])
})

test('an archive moves the contents out of the database, and an import brings them back', async () => {
  const database = await freshDatabase()
  const folder = newFolder()
  const data = await written((output) => exportData(server.database, output, { folder }))
  const closed = data.cases
    .filter(({ id }) => id === caseId)
    .map((item) => ({
      ...item,
      status: 'Closed',
      updatedAt: '2026-01-01T00:00:00Z',
      createdAt: '2026-01-01T00:00:00Z',
    }))
  await importData(database, { ...data, cases: closed }, { folder })
  const before = await stored(database)
  const archiveFolder = newFolder()
  const archive = await written((output) =>
    archiveCases(database, { olderThanDays: 100, limit: 10, folder: archiveFolder }, (write) => write(output)),
  )
  expect(archive.cases).toHaveLength(1)
  expect(readdirSync(archiveFolder.path)).toHaveLength(3)
  await new Attachments(database, pino({ level: 'silent' }), settings).run()
  expect(await sql(database, 'select from attachment_chunks')).toEqual([])
  await importData(database, archive, { folder: archiveFolder })
  expect(await stored(database)).toEqual(before)
})
