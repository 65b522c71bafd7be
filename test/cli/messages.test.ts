import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createPostgresDatabase } from '../support/database/database.ts'
import { temporaryFolder, writesTo } from '../support/folders.ts'
import { runInProcess } from '../support/server/in-process.ts'

const demoFile = join(import.meta.dirname, '../../src/transfer/demo-data.json')
const program = join(import.meta.dirname, '../../bin/casegate.js')
const folder = temporaryFolder()
const write = writesTo(folder)
let store: Record<string, string>
beforeAll(async () => (store = { DATABASE_URL: await createPostgresDatabase('demo') }))

const casegate = (...args: string[]) => runInProcess(args, store)

describe('one line explains', () => {
  test.each<[RegExp, ...string[]]>([
    [/^Cannot read .*none\.json: no such file or directory\.\n$/, 'import', join(folder, 'none.json')],
    [/^Cannot read .*: it is a folder\.\n$/, 'import', folder],
    [
      /1\.json is not valid JSON: Value expected at line 2, column 13\.\n$/,
      'import',
      write('1.json', '{\n  "cases": [}\n]'),
    ],
    [
      /2\.json is ambiguous: cases\[0\]\.x\.y must not be repeated in its object\.\n$/,
      'import',
      write('2.json', '{"categories": [{"code": "A"}], "cases": [{"id": 1, "x": {"y": [2], "y": 3}}]}'),
    ],
    [/not valid JSON: Close bracket expected at line 1, column 12\.\n$/, 'import', write('3.json', '{"cases": [')],
    [/4\.json is not UTF-8 text\.\n$/, 'import', write('4.json', Buffer.from('{"\xff": 1}', 'latin1'))],
    [/^Cannot write .*none\/x\.json: there is no folder .*none\.\n$/, 'export', '-o', join(folder, 'none', 'x.json')],
    [/^Cannot write .*: it is a folder\.\n$/, 'export', '-o', folder],
    [/^Cannot write .*x\.json: not a directory\.\n$/, 'export', '-o', join(demoFile, 'x.json')],
  ])('%s', async (message, ...args) => {
    const { code, stdout, stderr } = await casegate(...args)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(message)
  })

  const local = 'postgres://127.0.0.1:1/x'
  const noReplica = { DATABASE_URL: local, DATABASE_REPLICA_URLS: 'postgres://127.0.0.1:2/x, db3' }
  test.each<[RegExp, Record<string, string>]>([
    [
      /^Cannot reach the database: nothing listens on 127\.0\.0\.1:1\. Check .* DATABASE_URL.*\n$/,
      { DATABASE_URL: local },
    ],
    [/DATABASE_URL: must be a URL that starts with postgres:/, { DATABASE_URL: 'mysql://x' }],
    [
      /DATABASE_URL: must have target_session_attrs=read-write if it has several hosts\n$/,
      { DATABASE_URL: 'postgres://one:5432,two:5432/x' },
    ],
    [/DATABASE_REPLICA_URLS: must be a URL that starts with postgres:/, noReplica],
    [/DATABASE_REPLICA_URLS: cannot be set unless DATABASE_URL is set\n$/, { DATABASE_REPLICA_URLS: local }],
    [
      /ARCHIVE_OLDER_THAN: is no longer a setting: use the option --older-than of archive\n$/,
      { ARCHIVE_OLDER_THAN: '1d' },
    ],
    [/PORT: must be a port number/, { PORT: 'x' }],
    [
      /^Cannot reach the database: the host name no-host\.invalid is unknown\. Check the host in DATABASE_URL\.\n$/,
      { DATABASE_URL: 'postgres://somebody:s3cret@no-host.invalid/x' },
    ],
    [
      /DATABASE_URL: must be a URL, and special characters of the password must be percent-encoded\n$/,
      { DATABASE_URL: 'postgres://somebody:47/s3cret@127.0.0.1/x' },
    ],
    [/^DATA_DIR .* cannot be used: .*\n$/, { DATA_DIR: demoFile }],
  ])('%s', async (message, env) => {
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
