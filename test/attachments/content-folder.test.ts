import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { readConfig } from '../../src/settings/config.ts'
import { archiveCases, type ArchiveOptions } from '../../src/transfer/export/archive.ts'
import { type ContentFolder, contentFolder } from '../../src/transfer/export/export-contents.ts'
import { exportData } from '../../src/transfer/export/export.ts'
import { importData } from '../../src/transfer/import/import.ts'
import { randomContent, sha256 } from '../support/attachments/upload.ts'
import { writtenText } from '../support/data/written-text.ts'
import { freshDatabase, lockWaits, sql, urlOf } from '../support/database/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { runInProcess } from '../support/server/in-process.ts'

const program = join(import.meta.dirname, '../../bin/casegate.js')
const { attachments: settings } = readConfig({})
const newFolder = () => contentFolder(join(temporaryFolder(), 'cases.json'), settings)
const closed = { typeCode: 'QUESTION', categoryCode: 'BILLING', status: 'Closed', resolution: 'Fixed' }

const fileOf = (name: string, content: Uint8Array): { id?: string; name: string; size: number; sha256: string } => ({
  name,
  size: content.length,
  sha256: sha256(content),
})

/** Closed cases from ID 1 on, with one file each. */
function casesWith(contents: readonly Uint8Array[]) {
  return contents.map((content, index) => ({
    ...closed,
    id: index + 1,
    updatedAt: `2020-01-0${index + 1}T00:00:00Z`,
    comments: [
      {
        text: '',
        authorEmail: 'olga@example.com',
        attachments: [fileOf(`${index}.bin`, content)],
      },
    ],
  }))
}

function writeContents({ path }: ContentFolder, contents: readonly Uint8Array[]): void {
  mkdirSync(path)
  for (const content of contents) writeFileSync(join(path, sha256(content)), content)
}

/** Imports cases with these files. */
async function add(database: Database, contents: readonly Uint8Array[]) {
  const folder = newFolder()
  writeContents(folder, contents)
  return importData(database, { cases: casesWith(contents) }, { folder })
}

const archive = (database: Database, options: Partial<ArchiveOptions>) =>
  archiveCases(database, { olderThanDays: 100, limit: 10, ...options }, async (write) => {
    let written: Awaited<ReturnType<typeof write>> = []
    await writtenText(async (output) => void (written = await write(output)))
    return written
  })

const caseIds = async (database: Database) =>
  (await sql<{ id: number }>(database, 'select id from cases where id < 1000 order by id')).map(({ id }) => Number(id))

let database: Database
beforeEach(async () => void (database = await freshDatabase()))

describe('a content that is damaged in the database', () => {
  test.each([
    ['archive', (folder: ContentFolder) => archive(database, { folder })],
    ['export', (folder: ContentFolder) => writtenText((output) => exportData(database, output, { folder }))],
  ])('stops the %s: the case stays, and no file has the name of the content', async (_command, run) => {
    const content = randomContent(10)
    await add(database, [content])
    await sql(database, `update attachment_chunks set content = 'ten bytes!'::bytea`)
    const folder = newFolder()
    await expect(run(folder)).rejects.toThrow('is damaged')
    expect(await caseIds(database)).toEqual([1])
    expect(readdirSync(folder.path)).toEqual([])
  })
})

test('an archive replaces what a file of the folder has instead of the content', async () => {
  const content = randomContent(10)
  await add(database, [content])
  const folder = newFolder()
  mkdirSync(folder.path)
  const path = join(folder.path, sha256(content))
  writeFileSync(path, randomContent(10))
  expect(await archive(database, { folder })).toMatchObject({ deleted: 1 })
  expect(sha256(readFileSync(path))).toBe(sha256(content))
})

test('an archive writes the contents of those cases only that fit into the file', async () => {
  const contents = [randomContent(10), randomContent(20)]
  await add(database, contents)
  const folder = newFolder()
  expect(await archive(database, { folder, maximumBytes: 800 })).toMatchObject({ deleted: 1, remaining: 1 })
  expect(readdirSync(folder.path)).toEqual([sha256(contents[0]!)])
})

test('equal contents are one file of the folder', async () => {
  const content = randomContent(10)
  await add(database, [content, content])
  const folder = newFolder()
  expect(await archive(database, { folder })).toMatchObject({ deleted: 2 })
  expect(readdirSync(folder.path)).toEqual([sha256(content)])
})

test('an archive says which content cannot be written, and deletes nothing', async () => {
  const content = randomContent(10)
  await add(database, [content])
  const folder = newFolder()
  writeFileSync(folder.path, 'a file')
  await expect(archive(database, { folder })).rejects.toThrow(`Cannot write ${folder.path}: `)
  expect(await caseIds(database)).toEqual([1])
})

test('an archive of cases without files creates no folder', async () => {
  await importData(database, { cases: casesWith([randomContent(1)]).map((item) => ({ ...item, comments: [] })) })
  const folder = newFolder()
  expect(await archive(database, { folder })).toMatchObject({ deleted: 1 })
  expect(existsSync(folder.path)).toBe(false)
})

test('an import that fails in the middle of the contents leaves nothing', async () => {
  const contents = [randomContent(600_000), randomContent(10)]
  const folder = newFolder()
  mkdirSync(folder.path)
  writeFileSync(join(folder.path, sha256(contents[0]!)), contents[0]!)
  // It can be opened, but not read.
  mkdirSync(join(folder.path, sha256(contents[1]!)))
  await expect(importData(database, { cases: casesWith(contents) }, { folder })).rejects.toThrow(
    `Cannot read ${join(folder.path, sha256(contents[1]!))}: it is a folder.`,
  )
  expect(await sql(database, 'select from attachments')).toEqual([])
  expect(await sql(database, 'select from attachment_chunks')).toEqual([])
  expect(await caseIds(database)).toEqual([])

  rmSync(join(folder.path, sha256(contents[1]!)), { recursive: true })
  writeFileSync(join(folder.path, sha256(contents[1]!)), contents[1]!)
  expect(await importData(database, { cases: casesWith(contents) }, { folder })).toMatchObject({ cases: 2 })
  expect(await sql(database, 'select from attachments where sha256 is not null')).toHaveLength(2)
})

test('a comment of a file has at most 10 files', async () => {
  const content = randomContent(1)
  const [item] = casesWith([content])
  const [file] = item!.comments[0]!.attachments
  const comments = [{ ...item!.comments[0]!, attachments: Array.from({ length: 11 }, () => file) }]
  await expect(importData(database, { cases: [{ ...item, comments }] })).rejects.toThrow(
    'cases[0].comments[0].attachments: must have at most 10 items',
  )
})

test('an import that is killed in the middle of the contents leaves nothing', async () => {
  const contents = [randomContent(600_000), randomContent(10)]
  const cases = casesWith(contents)
  const id = randomUUID()
  cases[1]!.comments[0]!.attachments[0]!.id = id
  const file = join(temporaryFolder(), 'cases.json')
  writeFileSync(file, JSON.stringify({ cases }))
  writeContents(contentFolder(file, settings), contents)
  // The import waits for whoever adds a file with the same ID, when it has stored the first content.
  const signal = await database.transaction(async (transaction) => {
    await sql(
      transaction,
      `insert into attachments (id, uploader_id, store, name, size, remove_at)
       select $1::uuid, min(id), 'DATABASE', 'x', 0, now() from persons`,
      [id],
    )
    const child = spawn(process.execPath, [program, 'import', file], {
      env: { PATH: process.env['PATH'], DATABASE_URL: urlOf(database)! },
    })
    const exited = new Promise((resolve) => child.once('exit', (_code, ended) => resolve(ended)))
    await lockWaits(database, 1)
    child.kill('SIGKILL')
    await exited
    await sql(transaction, 'delete from attachments where id = $1::uuid', [id])
    return exited
  })
  expect(signal).toBe('SIGKILL')
  const folder = contentFolder(file, settings)
  expect(await importData(database, { cases }, { folder })).toMatchObject({ cases: 2 })
  expect(await sql(database, 'select from attachments')).toHaveLength(2)
  expect(await sql(database, 'select from attachment_chunks')).toHaveLength(4)
})

test('the command line moves files with their contents', async () => {
  const contents = [randomContent(300_000), randomContent(10)]
  await add(database, contents)
  const [from, to] = [database, await freshDatabase()].map((each) => ({ DATABASE_URL: urlOf(each)! }))
  const file = join(temporaryFolder(), 'cases.json')
  const refused = 'The cases have files. Write to a file with --output, or add --without-attachments.\n'
  expect(await runInProcess(['export'], from)).toMatchObject({ code: 1, stderr: refused })
  const without = await runInProcess(['export', '--without-attachments'], from)
  expect([without.code, without.stdout.includes('"attachments"')]).toEqual([0, false])

  expect(await runInProcess(['export', '--history', '--output', file], from)).toMatchObject({ code: 0 })
  expect(readdirSync(`${file}.attachments`).toSorted()).toEqual(contents.map(sha256).toSorted())
  expect(statSync(`${file}.attachments`).mode & 0o777).toBe(0o700)
  expect(statSync(join(`${file}.attachments`, sha256(contents[0]!))).mode & 0o777).toBe(0o600)
  const imported = 'Imported 2 cases (8 existing cases skipped). Inserted or updated 0 other records.\n'
  expect(await runInProcess(['import', file], to)).toMatchObject({ code: 0, stdout: imported })
  const again = 'Imported 0 cases (10 existing cases skipped). Inserted or updated 0 other records.\n'
  expect(await runInProcess(['import', file], to)).toMatchObject({ code: 0, stdout: again })
})
