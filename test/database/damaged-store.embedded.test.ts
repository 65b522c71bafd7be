import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/open-database.ts'
import { demoStore } from '../support/database/stores.ts'
import { temporaryFolder } from '../support/folders.ts'
import { sampled } from '../support/sampled.ts'
import { runCasegate, startServe } from '../support/server/process.ts'

const folder = temporaryFolder()
let whole = ''
beforeAll(async () => {
  whole = (await demoStore())['DATA_DIR']!
  // Recovery after a crash would repair the damage.
  const database = await openDatabase({ kind: 'embedded', folder: whole })
  await database.close()
})

let copies = 0

/** A copy of the store. `at` returns the path of a file of PostgreSQL in it. */
function copyOfStore() {
  const DATA_DIR = join(folder, `copy-${++copies}`)
  cpSync(whole, DATA_DIR, { recursive: true })
  return { DATA_DIR, at: (...path: string[]) => join(DATA_DIR, 'postgresql', ...path) }
}

type At = (...path: string[]) => string

/** The files of the tables and indexes of the service; PostgreSQL's own have lower numbers. */
const tables = (at: At) =>
  readdirSync(at('base/5'))
    .filter((name) => Number(name) > 16_383)
    .map((name) => at('base/5', name))

/** The names, sizes and contents of all files. */
const contentOf = (path: string): unknown =>
  statSync(path).isDirectory()
    ? readdirSync(path).map((name) => [name, contentOf(join(path, name))])
    : readFileSync(path, 'base64')

const unopenable =
  /^Cannot open the embedded database in DATA_DIR .*: it is damaged .* Restore a backup .* rename .*\n$/
const damaged =
  /^The database is damaged\. PostgreSQL reports: .* Restore a backup\. .* rename its folder \(DATA_DIR\).*\n$/

describe('a damaged embedded store is reported in one line that says what to do:', () => {
  const damages: [string, (at: At) => void, RegExp][] = [
    ['without PG_VERSION', (at) => rmSync(at('PG_VERSION')), unopenable],
    ['with an empty PG_VERSION', (at) => truncateSync(at('PG_VERSION')), unopenable],
    ['of another PostgreSQL', (at) => writeFileSync(at('PG_VERSION'), '15\n'), /created by PostgreSQL 15, .*\n$/],
    ['with a shortened control file', (at) => truncateSync(at('global/pg_control'), 100), unopenable],
    ['without its write-ahead log', (at) => rmSync(at('pg_wal'), { recursive: true }), unopenable],
    ['with a damaged catalogue', (at) => truncateSync(at('base/5/pg_filenode.map')), unopenable],
    ['without its tables', (at) => tables(at).forEach((file) => rmSync(file)), damaged],
    [
      'with damaged pages',
      (at) => tables(at).forEach((file) => writeFileSync(file, Buffer.alloc(statSync(file).size, 'x'))),
      damaged,
    ],
    ['that is a file', (at) => (rmSync(at(), { recursive: true }), writeFileSync(at(), 'x')), unopenable],
  ]

  test.each(sampled(damages, 3))('%s', async (_damage, damage, message) => {
    const { DATA_DIR, at } = copyOfStore()
    damage(at)
    const { code, stdout, stderr } = await runCasegate(['session', 'list'], { env: { DATA_DIR } })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(message)
  })

  test('with a damaged lock', { tags: ['nightly'] }, async () => {
    const { DATA_DIR } = copyOfStore()
    writeFileSync(join(DATA_DIR, 'lock'), 'x'.repeat(4096))
    const { code, stderr } = await runCasegate(['session', 'list'], { env: { DATA_DIR } })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/cannot be locked: .* Delete the file .*lock, or/)])
  })
})

test('a store without PG_VERSION is not overwritten', async () => {
  const { DATA_DIR, at } = copyOfStore()
  rmSync(at('PG_VERSION'))
  const before = contentOf(at())
  const { exited, output } = startServe({ DATA_DIR })
  expect(await exited).toBe(1)
  expect(`${output()}\n`).toMatch(unopenable)
  expect(contentOf(at())).toEqual(before)
})

test('an empty folder becomes a new store', { tags: ['nightly'] }, async () => {
  const { DATA_DIR, at } = copyOfStore()
  for (const name of readdirSync(at())) rmSync(at(name), { recursive: true })
  const { code, stdout } = await runCasegate(['session', 'list', '--json'], { env: { DATA_DIR } })
  expect([code, stdout]).toEqual([0, '[]\n'])
  expect(readFileSync(at('PG_VERSION'), 'utf8').trim()).toBe('18')
})
