import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import demoData from '../../src/transfer/demo-data.json' with { type: 'json' }
import { readConfig } from '../../src/settings/config.ts'
import { archiveCases } from '../../src/transfer/export/archive.ts'
import { contentFolder } from '../../src/transfer/export/export-contents.ts'
import { exportData } from '../../src/transfer/export/export.ts'
import { importData } from '../../src/transfer/import/import.ts'
import { randomContent, sha256 } from '../support/attachments/upload.ts'
import { emptyDatabase, freshDatabase, sql } from '../support/database/database.ts'
import { writtenText } from '../support/data/written-text.ts'
import { temporaryFolder } from '../support/folders.ts'

const chunks = 'select content from attachment_chunks order by attachment_id, number'

const exported = async (database: Database): Promise<string> =>
  (await writtenText((output) => exportData(database, output))).text

test('an export is the same after an import into an empty database', async () => {
  const content = await exported(await freshDatabase())
  const other = await emptyDatabase()
  await importData(other, JSON.parse(content))
  expect(await exported(other)).toBe(content)
})

test('an import changes nothing if the file was imported before, whenever its sessions expire', async () => {
  const database = await freshDatabase()
  const session = { token: 'x', touchpointCode: 'web', login: 'PARTY', email: 'paula@example.com' }
  const file = { ...demoData, sessions: [...demoData.sessions, { ...session, expiresAt: '0050-06-01T00:00:00+15:59' }] }
  expect(await importData(database, file)).toEqual({ cases: 0, casesLeft: 8, others: 1 })
  expect(await importData(database, file)).toEqual({ cases: 0, casesLeft: 8, others: 0 })
})

test('an import writes nothing if the database rejects a part of it', async () => {
  const database = await freshDatabase()
  await sql(database, 'alter table cases add constraint rejected check (id <> 6)')
  const { id: _, ...item } = demoData.cases[0]!
  const file = { types: [{ code: 'NEW', name: 'New' }] }
  await expect(importData(database, { ...file, cases: [{ ...item, id: 6 }] })).rejects.toThrow('"rejected"')
  expect(await sql(database, `select from case_types where code = 'NEW'`)).toEqual([])
  expect(await importData(database, { ...file, cases: [{ ...item, id: 7 }] })).toMatchObject({ cases: 1, others: 1 })
})

test('files and their contents are the same after an export, an archive and imports', async () => {
  const content = randomContent(600_000)
  const values = { typeCode: 'QUESTION', categoryCode: 'BILLING', status: 'Closed', resolution: 'Fixed' }
  const attachments = [{ name: 'photo.jpg', size: content.length, sha256: sha256(content) }]
  const comments = [{ text: '', authorEmail: 'olga@example.com', attachments }]
  const cases = [{ ...values, id: 6, updatedAt: '2020-01-01T00:00:00Z', comments }]
  const newFolder = () => contentFolder(join(temporaryFolder(), 'cases.json'), readConfig({}).attachments)
  const [first, second, third] = [newFolder(), newFolder(), newFolder()]
  mkdirSync(first.path)
  writeFileSync(join(first.path, sha256(content)), content)
  const database = await freshDatabase()
  await importData(database, { cases }, { folder: first })

  const { text } = await writtenText((output) => exportData(database, output, { withHistory: true, folder: second }))
  const other = await emptyDatabase()
  await importData(other, JSON.parse(text), { folder: second })
  const contentOf = async (from: Database) =>
    Buffer.concat((await sql<{ content: Uint8Array }>(from, chunks)).map((row) => row.content))
  expect([sha256(await contentOf(database)), sha256(await contentOf(other))]).toEqual(Array(2).fill(sha256(content)))

  const archive = await writtenText(async (output) => {
    await archiveCases(other, { olderThanDays: 100, limit: 10, folder: third }, (write) => write(output))
  })
  expect(sha256(readFileSync(join(third.path, sha256(content))))).toBe(sha256(content))
  expect(await sql(other, 'select from attachments where sha256 is not null')).toEqual([])
  await sql(other, 'delete from attachment_chunks')
  expect(await importData(other, JSON.parse(archive.text), { folder: third })).toMatchObject({ cases: 1 })
  expect(sha256(await contentOf(other))).toBe(sha256(content))
})
