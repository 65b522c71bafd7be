import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { importData } from '../../src/transfer/import/import.ts'
import { createPostgresDatabase, openUntilEnd, sql } from '../support/database/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { runInProcess } from '../support/server/in-process.ts'

const folder = temporaryFolder()
const program = join(import.meta.dirname, '../../bin/casegate.js')
const closed = { typeCode: 'QUESTION', categoryCode: 'BILLING', status: 'Closed', resolution: 'Fixed' }
const cases = [1, 2, 3].map((id) => ({ ...closed, id, updatedAt: `2020-01-0${id}T00:00:00Z` }))
let store: Record<string, string>
let database: Database
beforeAll(async () => {
  store = { DATABASE_URL: await createPostgresDatabase('demo') }
  database = await openUntilEnd(store['DATABASE_URL']!, { poolSize: 2 })
})

const casegate = (...args: string[]) => runInProcess(args, store)
const archive = (...args: string[]) => casegate('archive', '--older-than', '1000d', ...args)
const addCases = () => importData(database, { cases })

const caseIds = async (): Promise<number[]> =>
  (await sql<{ id: number }>(database, 'select id from cases where id < 1000 order by id')).map(({ id }) => id)

describe('casegate archive', () => {
  test('shows what it would archive, and changes nothing', async () => {
    await addCases()
    expect(await archive('--dry-run', '--limit', '2')).toEqual({
      code: 0,
      stdout:
        'Would archive 2 cases, last changed from 2020-01-01T00:00:00.000Z to 2020-01-02T00:00:00.000Z.\n' +
        '1 more case is old enough. Run the command again.\n',
      stderr: '',
    })
    expect((await archive('--dry-run', '--limit', '1')).stdout).toContain('Would archive 1 case, last changed')
    const { stdout } = await casegate('archive', '--older-than', '1000d', '--dry-run', '--json')
    const times = { from: '2020-01-01T00:00:00.000Z', to: '2020-01-03T00:00:00.000Z' }
    expect(JSON.parse(stdout)).toEqual({ cases: 3, remaining: 0, ...times })
    expect(await caseIds()).toEqual([1, 2, 3])
  })

  test('moves cases to a file that import reads', async () => {
    await addCases()
    const output = join(folder, 'archive.json')
    expect(await archive('--output', output)).toEqual({
      code: 0,
      stdout:
        `Wrote 3 cases, last changed from 2020-01-01T00:00:00.000Z to 2020-01-03T00:00:00.000Z, to ${output}. ` +
        'Deleted 3 cases from the database.\n',
      stderr: '',
    })
    expect([statSync(output).mode & 0o777, await caseIds()]).toEqual([0o600, []])
    const imported = 'Imported 3 cases. Inserted or updated 0 other records.\n'
    expect(await casegate('import', output)).toMatchObject({ code: 0, stdout: imported })
    expect([await caseIds(), readdirSync(folder).filter((name) => name.includes('partial'))]).toEqual([[1, 2, 3], []])
  })

  test('creates no file if no case is old enough', async () => {
    const output = join(folder, 'nothing.json')
    const { code, stdout } = await casegate('archive', '--older-than', '99999d', '--output', output, '--json')
    expect([code, existsSync(output)]).toEqual([0, false])
    const none = { cases: 0, remaining: 0, deleted: 0, changed: [] }
    expect(JSON.parse(stdout)).toEqual({ file: null, from: null, to: null, ...none })
  })

  test('never replaces a file, also not through a link', async () => {
    await addCases()
    const output = join(folder, 'existing.json')
    const link = join(folder, 'link.json')
    writeFileSync(output, 'mine')
    symlinkSync(join(folder, 'missing.json'), link)
    for (const file of [output, link, '/dev/null']) {
      const stderr = `Cannot write ${file}: it exists already. Choose another name.\n`
      expect(await archive('--output', file)).toEqual({ code: 1, stdout: '', stderr })
    }
    expect([readFileSync(output, 'utf8'), await caseIds()]).toEqual(['mine', [1, 2, 3]])
  })

  test('has the cases in the file and in the database if it is killed before it deletes them', async () => {
    await addCases()
    const output = join(folder, 'killed.json')
    const locked = await database.transaction(async (transaction) => {
      await transaction.run({ name: '', text: 'select from cases where id = 2 for update' })
      const child = spawn(process.execPath, [program, 'archive', '--older-than', '1000d', '--output', output], {
        env: { PATH: process.env['PATH'], ...store },
      })
      const exited = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)))
      await vi.waitFor(() => expect(existsSync(output)).toBe(true), { timeout: 60_000, interval: 20 })
      child.kill('SIGKILL')
      return exited
    })
    expect(locked).toBe('SIGKILL')
    const file = JSON.parse(readFileSync(output, 'utf8')) as { cases: { id: number }[] }
    expect(file.cases.map(({ id }) => id)).toEqual([1, 2, 3])
    // The statement of the killed process ends when PostgreSQL notices that it is gone, or when it is complete.
    const second = await archive('--output', join(folder, 'second.json'))
    expect(second).toMatchObject({ code: 0, stderr: '' })
    expect(await caseIds()).toEqual([])
    await importData(database, file)
    expect(await caseIds()).toEqual([1, 2, 3])
  })

  test.each([
    ['no output', ['--older-than', '1d'], 'error: specify --output or --dry-run\n'],
    ['no age', ['--dry-run'], "error: required option '--older-than <days>' not specified\n"],
    ['a year', ['--older-than', '1y', '--dry-run'], 'error: --older-than must be a number of days from 1d to 99999d\n'],
  ])('rejects %s', async (_claim, args, error) => {
    const stderr = `${error}For usage, add --help.\n`
    expect(await casegate('archive', ...args)).toEqual({ code: 2, stdout: '', stderr })
  })
})

test('export --history includes the history', async () => {
  const { stdout } = await casegate('export', '--history', '--output', join(folder, 'export.json'), '--json')
  expect(JSON.parse(stdout)).toMatchObject({ records: { cases: 11 } })
  const file = JSON.parse(readFileSync(join(folder, 'export.json'), 'utf8')) as { cases: { history: object[] }[] }
  expect(file.cases[0]!.history).toEqual([{ version: 1, kind: 'IMPORTED', at: expect.any(String) }])
})
