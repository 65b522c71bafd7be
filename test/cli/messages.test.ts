import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createPostgresDatabase } from '../support/database/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { runInProcess } from '../support/server/in-process.ts'

const demoFile = join(import.meta.dirname, '../../src/transfer/demo-data.json')
const program = join(import.meta.dirname, '../../bin/casegate.js')
const folder = temporaryFolder()

let store: Record<string, string>
beforeAll(async () => {
  store = { DATABASE_URL: await createPostgresDatabase('demo') }
})

const casegate = (...args: string[]) => runInProcess(args, store)

function write(name: string, content: string | Buffer): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

describe('one line explains', () => {
  test.each<[string, string[], RegExp]>([
    [
      'a missing file',
      ['import', join(folder, 'none.json')],
      /^Cannot read .*none\.json: no such file or directory\.\n$/,
    ],
    ['a folder instead of a file', ['import', folder], /^Cannot read .*: it is a folder\.\n$/],
    [
      'invalid JSON',
      ['import', write('invalid.json', '{\n  "cases": [}\n]')],
      /invalid\.json is not valid JSON: Value expected at line 2, column 13\.\n$/,
    ],
    [
      'a member that stands twice',
      ['import', write('twice.json', '{"categories": [{"code": "A"}], "cases": [{"id": 1, "x": {"y": [2], "y": 3}}]}')],
      /twice\.json is ambiguous: cases\[0\]\.x\.y must not be repeated in its object\.\n$/,
    ],
    [
      'incomplete JSON',
      ['import', write('incomplete.json', '{"cases": [')],
      /incomplete\.json is not valid JSON: Close bracket expected at line 1, column 12\.\n$/,
    ],
    [
      'a file that is not UTF-8',
      ['import', write('latin1.json', Buffer.from('{"\xff": 1}', 'latin1'))],
      /latin1\.json is not UTF-8 text\.\n$/,
    ],
    [
      'a file in a folder that does not exist',
      ['export', '-o', join(folder, 'none', 'x.json')],
      /^Cannot write .*none\/x\.json: there is no folder .*none\.\n$/,
    ],
    ['a folder as the output', ['export', '-o', folder], /^Cannot write .*: it is a folder\.\n$/],
    [
      'a file below a file as the output',
      ['export', '-o', join(demoFile, 'x.json')],
      /^Cannot write .*x\.json: not a directory\.\n$/,
    ],
  ])('%s', async (_claim, args, message) => {
    const { code, stdout, stderr } = await casegate(...args)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(message)
  })

  test.each<[string, Record<string, string>, RegExp]>([
    [
      'a database that cannot be reached',
      { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
      /^Cannot reach the database: nothing listens on 127\.0\.0\.1:1\. Check .* DATABASE_URL.*\n$/,
    ],
    [
      'an address of no database',
      { DATABASE_URL: 'mysql://x' },
      /DATABASE_URL: must be a URL that starts with postgres:/,
    ],
    [
      'several hosts of which any may be used',
      { DATABASE_URL: 'postgres://one:5432,two:5432/x' },
      /DATABASE_URL: must have target_session_attrs=read-write if it has several hosts\n$/,
    ],
    [
      'an address of no replica',
      { DATABASE_URL: 'postgres://127.0.0.1:1/x', DATABASE_REPLICA_URLS: 'postgres://127.0.0.1:2/x, db3' },
      /DATABASE_REPLICA_URLS: must be a URL that starts with postgres:/,
    ],
    [
      'replicas without a primary',
      { DATABASE_REPLICA_URLS: 'postgres://127.0.0.1:2/x' },
      /DATABASE_REPLICA_URLS: cannot be set unless DATABASE_URL is set\n$/,
    ],
    [
      'a lag that cannot be measured',
      { DATABASE_REPLICA_MAX_LAG: '301' },
      /DATABASE_REPLICA_MAX_LAG: must be at most 300 seconds\n$/,
    ],
    ['an invalid setting', { PORT: 'x' }, /PORT: must be a port number/],
    [
      'a host that does not exist',
      { DATABASE_URL: 'postgres://somebody:s3cret@no-host.invalid/x' },
      /^Cannot reach the database: the host name no-host\.invalid is unknown\. Check the host in DATABASE_URL\.\n$/,
    ],
    [
      'a password that is not percent-encoded',
      { DATABASE_URL: 'postgres://somebody:47/s3cret@127.0.0.1/x' },
      /DATABASE_URL: must be a URL, and special characters of the password must be percent-encoded\n$/,
    ],
    ['a folder that cannot be used', { DATA_DIR: demoFile }, /^DATA_DIR .* cannot be used: .*\n$/],
  ])('%s', async (_claim, env, message) => {
    const { code, stdout, stderr } = await runInProcess(['session', 'list'], env)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(message)
  })

  test('a database that does not exist, which is not created', async () => {
    const url = new URL(store['DATABASE_URL']!)
    url.pathname = '/no_such_database'
    for (const command of ['migrate', 'export']) {
      const { code, stderr } = await runInProcess([command], { DATABASE_URL: url.href })
      expect([code, stderr]).toEqual([
        1,
        'PostgreSQL reports: database "no_such_database" does not exist. Check DATABASE_URL.\n',
      ])
    }
  })
})

describe.runIf(existsSync('/dev/full'))('a full disk', { tags: ['nightly'] }, () => {
  test('is reported for a file', async () => {
    expect(await casegate('export', '--output', '/dev/full')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Cannot write /dev/full: no space left on device.\n',
    })
  })

  test.each(['export', 'schema'])('is reported for the output of %s', (command) => {
    const line = `'${process.execPath}' '${program}' ${command} > /dev/full`
    const { status, stderr } = spawnSync('sh', ['-c', line], { env: store, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, 'The operating system reports: no space left on device.\n'])
  })
})
