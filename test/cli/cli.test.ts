import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { buildClientSchema, buildSchema, type IntrospectionQuery, printSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { createPostgresDatabase, databaseKind } from '../support/database.ts'
import { type RunOptions, runCasegate, watchServe } from '../support/process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const demoFile = join(root, 'src/transfer/demo-data.json')
const folder = mkdtempSync(join(tmpdir(), 'casegate-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// A test starts several processes, one after the other.
vi.setConfig({ testTimeout: 90_000 })

let store: Record<string, string>

const casegate = (args: string[], { env, ...given }: RunOptions = {}) =>
  runCasegate(args, { ...given, env: { ...store, ...env } })

beforeAll(async () => {
  store =
    databaseKind === 'postgresql'
      ? { DATABASE_URL: await createPostgresDatabase() }
      : { DATA_DIR: join(folder, 'data') }
})

/** What a command prints for programs. */
async function json(args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await casegate([...args, '--json'])
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

/** Whether npm brought a Node for this machine. */
const nodeCameAlong = existsSync(join(root, 'node_modules', `node-${process.platform}-${process.arch}`))

/** Whether this machine has the command that gives another one a terminal (util-linux). */
const hasScript = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '')

// The tests of this block build on each other: a database from its first migration on.
describe('casegate', () => {
  test.runIf(databaseKind === 'postgresql')('refuses a database without its schema and says what to run', async () => {
    const { code, stdout, stderr } = await casegate(['export'])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('npm run --silent casegate -- migrate')
  })

  test('migrate brings the schema up to date, and says when it is', async () => {
    const first = await casegate(['migrate'])
    expect(first).toEqual({ code: 0, stdout: expect.stringContaining('Ran Migration'), stderr: '' })
    expect(await casegate(['migrate'])).toEqual({ code: 0, stdout: 'The schema is up to date.\n', stderr: '' })
    expect(await json(['migrate'])).toEqual({ ran: [] })
  })

  test('import reads a file, or the standard input', async () => {
    const first = await casegate(['import', demoFile])
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Cases imported: 8\./) })
    expect(await casegate(['import', '-'], { input: `\ufeff${readFileSync(demoFile, 'utf8')}` })).toMatchObject({
      code: 0,
      stdout: 'Cases imported: 0; 8 were there already and stay as they are. Other records inserted or changed: 0.\n',
    })
  })

  test('import tells a program what it did', async () => {
    expect(await json(['import', demoFile])).toEqual({ cases: 0, casesLeft: 8, others: 0 })
  })

  test('import names what is wrong in the file by its place', async () => {
    const input = '{"transitions": [{"from": "Open", "to": "X"}]}'
    const { code, stdout, stderr } = await casegate(['import', '-'], { input })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('transitions[0].to: there is no status "X"')
  })

  test('import shows the progress of a long file', async () => {
    const [first] = JSON.parse(readFileSync(demoFile, 'utf8')).cases
    const cases = Array.from({ length: 10_000 }, (_, index) => ({ ...first, id: 20_000 + index, comments: [] }))
    const { code, stderr } = await casegate(['import', '-'], { input: JSON.stringify({ cases }) })
    expect(code).toBe(0)
    expect(stderr.trim().split('\n')).toHaveLength(10)
    expect(stderr).toMatch(/^1000 of 10000 cases\n/)
  })

  test('export writes nothing but JSON to the standard output, and the same to a file', async () => {
    const exported = await casegate(['export'])
    expect([exported.code, exported.stderr]).toEqual([0, ''])
    expect(JSON.parse(exported.stdout).cases).toHaveLength(10_008)
    const file = join(folder, 'out.json')
    const link = join(folder, 'link.json')
    writeFileSync(file, 'old')
    symlinkSync(file, link)
    expect(await casegate(['export', '--output', link])).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(readFileSync(file, 'utf8')).toBe(exported.stdout)
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])
    const summary = await json(['export', '--output', file])
    const { touchpoints } = JSON.parse(exported.stdout)
    expect(summary).toMatchObject({ file, records: { cases: 10_008, touchpoints: touchpoints.length } })
    expect(Object.keys((summary as { records: object }).records)).toEqual(Object.keys(JSON.parse(exported.stdout)))
  })

  test('export is quiet when its reader has seen enough', async () => {
    const child = spawn(process.execPath, [join(root, 'bin/casegate.js'), 'export'], {
      env: { PATH: process.env['PATH'], ...store },
    })
    child.stdout.once('data', () => child.stdout.destroy())
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
    expect([await text(child.stderr), await exited]).toEqual(['', 0])
  })

  test('session create prints the token alone, session list and revoke know the session by its id', async () => {
    const { code, stdout, stderr } = await casegate([
      'session',
      'create',
      '--touchpoint',
      'desk',
      '--login',
      'operator',
      '--email',
      'Olga@example.com',
      '--hours',
      '1',
    ])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^[\w-]{43}\n$/)
    const [id] = /[0-9a-f-]{36}/.exec(stderr)!
    expect(await casegate(['session', 'revoke', id!])).toMatchObject({ code: 0, stderr: '' })
    const list = await casegate(['session', 'list'])
    expect(list.code).toBe(0)
    expect(list.stdout).toMatch(new RegExp(`^${id} +revoked +operator +olga@example.com +desk `, 'm'))
    expect(list.stdout).not.toContain(stdout.trim())
  })

  test('session create, list and revoke speak to programs', async () => {
    const create = ['session', 'create', '--touchpoint', 'desk', '--login', 'operator', '--email', 'oona@example.com']
    const created = (await json(create)) as { id: string; token: string; expiresAt: string; refusedBecause: string }
    expect(created.token).toMatch(/^[\w-]{43}$/)
    expect(created.refusedBecause).toBe('blocked')
    expect(Date.parse(created.expiresAt)).toBeGreaterThan(Date.now())
    expect(await json(['session', 'revoke', created.id])).toEqual({ id: created.id, state: 'revoked' })
    const { id, expiresAt } = created
    const sessions = await json(['session', 'list'])
    expect(sessions).toContainEqual(
      expect.objectContaining({ id, expiresAt, state: 'revoked', email: 'oona@example.com' }),
    )
    expect(JSON.stringify(sessions)).not.toContain(created.token)
  })

  test('has colours where they are asked for, and none where they are refused or no terminal is there', async () => {
    const { stdout } = await casegate(['session', 'list'], { env: { FORCE_COLOR: '1' } })
    expect(stdout).toMatch(/^\x1b\[1mID /)
    expect((await casegate(['doctor'], { env: { FORCE_COLOR: '1' } })).stdout).toMatch(
      /^\x1b\[3[123]m(ok|warning|failure) /m,
    )
    expect((await casegate(['--help'], { env: { FORCE_COLOR: '1' } })).stdout).toContain('\x1b[1mUsage:')
    const plain: [string, Record<string, string>][] = [
      ['session list', {}],
      ['no-such-command', {}],
      ['--help', { FORCE_COLOR: '0' }],
    ]
    for (const [command, env] of plain) {
      const outcome = await casegate(command.split(' '), { env })
      expect(outcome.stdout + outcome.stderr, command).not.toContain('\x1b')
    }
  })

  test.runIf(hasScript)('has colours on a terminal, unless NO_COLOR is set', async () => {
    const command = [process.execPath, join(root, 'bin/casegate.js'), 'session', 'list']
      .map((word) => `'${word}'`)
      .join(' ')
    const onTerminal = (env: Record<string, string>) =>
      execFileSync('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], TERM: 'xterm', ...store, ...env },
      })
    expect(onTerminal({})).toContain('\x1b[1mID ')
    expect(onTerminal({ NO_COLOR: '1' })).not.toContain('\x1b')
  })

  test('doctor tells in a line each what it found, and in JSON the same', async () => {
    const { code, stdout, stderr } = await casegate(['doctor', '--deep'])
    expect(stderr).toBe('')
    const lines = stdout.trimEnd().split('\n')
    const summary = lines.pop()
    for (const line of lines) expect(line).toMatch(/^(ok|warning|failure) +[a-z]+ +\S/)
    const json = await casegate(['doctor', '--deep', '--json'])
    const report = JSON.parse(json.stdout) as { failures: number; warnings: number; findings: { level: string }[] }
    expect([json.code, json.stderr]).toEqual([code, ''])
    expect(report.findings.map(({ level }) => level)).toEqual(lines.map((line) => line.split(' ')[0]))
    expect(report).toMatchObject({ healthy: report.failures === 0 })
    expect(code).toBe(report.failures === 0 ? 0 : 1)
    expect(summary).toMatch(new RegExp(`^${report.failures} failed, ${report.warnings} to look at, \\d+ ok\\.$`))
    expect(stdout + json.stdout).not.toMatch(/demo-(operator|party|consumer)-/)
  })

  test.each<[string, Record<string, string>, RegExp]>([
    ['a wrong setting', { PORT: 'x' }, /^failure configuration Invalid configuration: PORT: must be a port/m],
    [
      'a database that is away',
      { DATABASE_URL: 'postgresql://somebody:s3cret@127.0.0.1:1/x' },
      /^failure connection +The database is away \(connect ECONNREFUSED/m,
    ],
    ['a folder that is a file', { DATABASE_URL: '', DATA_DIR: demoFile }, /^failure store +DATA_DIR .* is no folder/m],
  ])('doctor ends with 1, and in words, for %s', async (_claim, env, line) => {
    const { code, stdout, stderr } = await casegate(['doctor'], { env })
    expect([code, stderr]).toEqual([1, ''])
    expect(stdout).toMatch(line)
    expect(stdout).not.toContain('s3cret')
  })

  test('doctor makes no store where there is none', async () => {
    const DATA_DIR = join(folder, 'nothing')
    const { code, stdout } = await casegate(['doctor'], { env: { DATABASE_URL: '', DATA_DIR } })
    expect([code, existsSync(DATA_DIR)]).toEqual([0, false])
    expect(stdout).toMatch(/^warning store +There is no embedded store/m)
  })

  test('session tells of a touchpoint, a person and an id that do not exist', async () => {
    const create = ['session', 'create', '--touchpoint', 'desk', '--login', 'party', '--email', 'x@y']
    expect(await casegate(create)).toEqual({ code: 1, stdout: '', stderr: 'There is no party "x@y".\n' })
    expect(await casegate(['session', 'revoke', 'x'])).toMatchObject({ code: 1, stdout: '' })
  })
})

describe('a mistake is told in a line:', () => {
  test.each<[string, string[], string | Buffer, RegExp]>([
    [
      'a file that is not there',
      ['import', join(folder, 'none.json')],
      '',
      /^no such file or directory, open '.*none\.json'\n$/,
    ],
    ['a folder for a file', ['import', folder], '', /^illegal operation on a directory/],
    ['what is not JSON', ['import', '-'], '{\n  "cases": [}\n]', /not JSON: line 2, column 13: unexpected "}"\.\n$/],
    ['JSON that ends too early', ['import', '-'], '{"cases": [', /not JSON: line 1, column 12: it ends too early\.\n$/],
    [
      'what is not UTF-8',
      ['import', '-'],
      Buffer.from('{"\xff": 1}', 'latin1'),
      /^The standard input is not UTF-8 text\.\n$/,
    ],
    [
      'a place that cannot be written',
      ['export', '-o', join(folder, 'none', 'x.json')],
      '',
      /^no such file or directory, open/,
    ],
  ])('%s', async (_claim, args, input, message) => {
    const { code, stdout, stderr } = await casegate(args, { input })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(message)
  })

  test.each<[string, Record<string, string>, RegExp]>([
    [
      'a database that is away',
      { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
      /^The database is away \(connect ECONNREFUSED.*\n$/,
    ],
    [
      'an address of no database',
      { DATABASE_URL: 'mysql://x' },
      /DATABASE_URL: must be a URL that starts with postgres:/,
    ],
    ['a wrong setting', { DATABASE_URL: '', PORT: 'x' }, /PORT: must be a port number/],
    ['a folder that cannot be', { DATABASE_URL: '', DATA_DIR: demoFile }, /^DATA_DIR .* cannot be used: .*\n$/],
  ])('%s', async (_claim, env, message) => {
    const { code, stdout, stderr } = await casegate(['session', 'list'], { env })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(message)
  })

  test.runIf(databaseKind === 'postgresql')('a database that does not exist, and is not made', async () => {
    const url = new URL(store['DATABASE_URL']!)
    url.pathname = '/no_such_database'
    for (const command of ['migrate', 'export']) {
      const { code, stderr } = await casegate([command], { env: { DATABASE_URL: url.href } })
      expect([code, stderr]).toEqual([1, 'PostgreSQL refuses: database "no_such_database" does not exist.\n'])
    }
  })
})

describe('the command line', () => {
  test.each([
    ['no command', []],
    ['an unknown command', ['imprt']],
    ['an unknown option', ['export', '--out', 'x']],
    ['a missing argument', ['import']],
    ['one argument too many', ['export', 'x']],
    ['a missing option', ['session', 'create', '--touchpoint', 'desk']],
    ['JSON beside the data itself', ['export', '--json']],
    ['a shell that is not known', ['completion', 'tcsh']],
    ['half a session of the caller', ['demo', '--token', 'x', '--case', '1']],
    ['a server that is no URL', ['demo', '--url', 'localhost']],
    ['an unknown login', ['session', 'create', '--touchpoint', 'x', '--email', 'x', '--login', 'admin']],
    [
      'a lifetime that is no number',
      ['session', 'create', '--touchpoint', 'x', '--email', 'x', '--login', 'party', '--hours', 'x'],
    ],
    [
      'a lifetime of nothing',
      ['session', 'create', '--touchpoint', 'x', '--email', 'x', '--login', 'party', '--hours', '0'],
    ],
  ])('is refused with code 2: %s', async (_claim, args) => {
    const { code, stdout, stderr } = await casegate(args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).not.toBe('')
  })

  test.each([
    'serve',
    'migrate',
    'import',
    'export',
    'doctor',
    'session create',
    'session list',
    'session revoke',
    'schema',
    'demo',
    'completion',
  ])('explains itself, with an example: %s', async (command) => {
    const { code, stdout } = await casegate([...command.split(' '), '--help'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/Examples?:\n {2}npm run --silent casegate -- /)
  })

  test('says on a Node that is too old which one it needs', async () => {
    const older = `Object.defineProperty(process, 'versions', { value: { node: '20.19.0' } })`
    const { code, stdout, stderr } = await casegate(['schema'], {
      env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(older)}` },
    })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^Casegate needs Node 24 or newer; this is Node 20\.19\.0\. .*\n$/)
  })

  test.runIf(nodeCameAlong)('runs on the Node that came along where the one that started it is too old', async () => {
    // Another Node than the one among the packages, which takes itself for an old one.
    const other = join(folder, 'node')
    try {
      linkSync(process.execPath, other)
    } catch {
      cpSync(process.execPath, other)
    }
    const older = `Object.defineProperty(process, 'versions', { value: { node: '20.19.0' } }); delete process.env.NODE_OPTIONS`
    const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(older)}` }
    expect(await casegate(['--version'], { env, node: other })).toEqual({
      code: 0,
      stdout: `${packageJson.version}\n`,
      stderr: '',
    })
    expect(await casegate(['no-such-command'], { env, node: other })).toMatchObject({ code: 2, stdout: '' })
    // What stops the one stops the other, and the exit code comes back.
    const settings = { DATA_DIR: join(folder, 'older'), PORT: '0', PATH: process.env['PATH'], ...env }
    const serve = watchServe(spawn(other, [join(root, 'bin/casegate.js'), 'serve'], { env: settings }))
    await serve.url
    serve.child.kill('SIGTERM')
    expect(await serve.exited).toBe(0)
  })

  test('prints the schema that is in schema.graphql', async () => {
    const { code, stdout, stderr } = await casegate(['schema'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe(readFileSync(join(root, 'schema.graphql'), 'utf8'))
    const { data } = (await json(['schema'])) as { data: IntrospectionQuery }
    expect(printSchema(buildClientSchema(data))).toBe(printSchema(buildSchema(stdout)))
  })
})
