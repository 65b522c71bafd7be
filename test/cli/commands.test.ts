import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { openDatabase } from '../../src/open-database.ts'
import { createPostgresDatabase, sql } from '../support/database/database.ts'
import { temporaryFolder, writesTo } from '../support/folders.ts'
import { runCasegate } from '../support/server/process.ts'
import { runInProcess } from '../support/server/in-process.ts'

const demoFile = join(import.meta.dirname, '../../src/transfer/demo-data.json')
const folder = temporaryFolder()
const write = writesTo(folder)
let store: Record<string, string>
/** The commands run in a schema of search_path, beside a migrated `public`. Other tests run them in `public`. */
beforeAll(async () => {
  const url = new URL(await createPostgresDatabase('empty'))
  const database = await openDatabase(readConfig({ DATABASE_URL: url.href }).store)
  await sql(database, 'create schema tenant')
  await sql(database, 'create schema "tenant.de"')
  await sql(database, 'create schema "ten""ant"')
  await database.close()
  url.searchParams.set('options', '-c search_path=tenant')
  store = { DATABASE_URL: url.href }
})

const casegate = (...args: string[]) => runInProcess(args, store)

/** Runs a command with --json and returns what it prints. */
async function json(...args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await casegate(...args, '--json')
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

// These tests build on each other, starting with a database without a schema.
describe('casegate', () => {
  test('rejects a search_path without a schema', async () => {
    const inNoSchema = { DATABASE_URL: store['DATABASE_URL']!.replace('tenant', 'nowhere') }
    const { code, stderr } = await runInProcess(['migrate'], inNoSchema)
    expect([code, stderr]).toEqual([1, expect.stringContaining('schemas in search_path (nowhere) exists')])
  })

  test.each(['tenant.de', 'ten"ant'])('rejects the schema %s, whose name MikroORM misreads', async (schema) => {
    const misread = { DATABASE_URL: store['DATABASE_URL']!.replace('tenant', `"${schema.replace('"', '""')}"`) }
    const { code, stderr } = await runInProcess(['migrate'], misread)
    expect([code, stderr]).toEqual([1, expect.stringMatching(`^The name of the schema ${schema} contains a dot or`)])
  })

  test('uses no tables of later schemas of search_path', async () => {
    const beforePublic = { DATABASE_URL: store['DATABASE_URL']!.replace('tenant', 'tenant,public') }
    const { code, stderr } = await runInProcess(['session', 'list'], beforePublic)
    expect([code, stderr]).toEqual([1, expect.stringContaining('casegate -- migrate')])
  })

  test('rejects a database without its schema and shows the command to run', async () => {
    const { code, stdout, stderr } = await casegate('export')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('npm run --silent casegate -- migrate')
  })

  test('migrate applies migrations once', async () => {
    expect(await casegate('migrate')).toEqual({ code: 0, stdout: expect.stringContaining('Ran Migration'), stderr: '' })
    expect(await casegate('migrate')).toEqual({ code: 0, stdout: 'The schema is up to date.\n', stderr: '' })
    expect(await json('migrate')).toEqual({ ran: [] })
  })

  test('migrate renews the revision of the schema of a changed table, whatever the search_path is', async () => {
    const database = await openDatabase(readConfig({ DATABASE_URL: store['DATABASE_URL']!.split('?')[0] }).store)
    const revisions =
      'select t.revision as changed, p.revision as kept from tenant.catalogue_revision t, catalogue_revision p'
    const read = () => sql<{ changed: string; kept: string }>(database, revisions)
    const [before] = await read()
    await sql(database, 'delete from tenant.case_types')
    const [after] = await read()
    await database.close()
    expect([after?.changed === before?.changed, after?.kept === before?.kept]).toEqual([false, true])
  })

  test('import rejects sessions and secrets in a file, unless an option accepts them', async () => {
    const { code, stdout, stderr } = await casegate('import', demoFile)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^sessions: .* 11 sessions .*--with-public-sessions\. Nothing was imported\.\n$/)
    const secrets = '{"touchpoints": [{"code": "x", "name": "X", "secrets": ["a", "b"]}, null]}'
    const withSecrets = write('secrets.json', secrets)
    const message = /^touchpoints: The file contains 2 secrets .*--with-public-sessions\. Nothing was imported\.\n$/
    expect(await casegate('import', withSecrets)).toMatchObject({ code: 1, stderr: expect.stringMatching(message) })
    expect(await json('session', 'list')).toEqual([])
    expect(await casegate('import', write('none.json', '{"sessions": []}'))).toMatchObject({ code: 0, stderr: '' })
  })

  test('import reads a file', async () => {
    const first = await casegate('import', demoFile, '--with-public-sessions')
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Imported 8 cases\./) })
    const withBom = write('with-bom.json', `\ufeff${readFileSync(demoFile, 'utf8')}`)
    const nothing = 'Imported 0 cases (8 existing cases skipped). Inserted or updated 0 other records.\n'
    expect(await casegate('import', withBom, '--with-public-sessions')).toMatchObject({ code: 0, stdout: nothing })
    expect(await json('import', demoFile, '--with-public-sessions')).toEqual({ cases: 0, casesLeft: 8, others: 0 })
  })

  test('import reports the location of a mistake in the file', async () => {
    const file = write('mistake.json', '{"transitions": [{"from": "Open", "to": "X"}]}')
    const { code, stdout, stderr } = await casegate('import', file)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('transitions[0].to: no status "X"')
  })

  test.each([
    ['invalid', '['.repeat(200_000), /nested\.json is not valid JSON: Nested too deeply\.\n$/],
    ['valid', `{"cases":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, /cases/],
    ['valid case data', `{"cases":[{"caseData":${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}}]}`, /cases/],
  ])('import reports deeply nested JSON in a line: %s', async (_what, text, message) => {
    const { code, stdout, stderr } = await casegate('import', write('nested.json', text))
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('    at ')
  })

  test('import shows the progress of a large file', async () => {
    const [first] = JSON.parse(readFileSync(demoFile, 'utf8')).cases
    const cases = Array.from({ length: 10_000 }, (_, index) => ({ ...first, id: 20_000 + index, comments: [] }))
    const { code, stderr } = await casegate('import', write('large.json', JSON.stringify({ cases })))
    expect(code).toBe(0)
    expect(stderr.trim().split('\n')).toHaveLength(10)
    expect(stderr).toMatch(/^1000 of 10000 cases\n/)
  })

  test('export writes only JSON to standard output, and the same to a file', async () => {
    const exported = await runCasegate(['export'], { env: store })
    expect([exported.code, exported.stderr]).toEqual([0, ''])
    expect(JSON.parse(exported.stdout).cases).toHaveLength(10_008)
    const file = write('out.json', 'old')
    chmodSync(file, 0o666)
    const link = join(folder, 'link.json')
    symlinkSync(file, link)
    const written = `Wrote 10008 cases and their reference data to ${link}.\n`
    const refused = { code: 1, stdout: '', stderr: expect.stringContaining('it exists already') }
    expect(await casegate('export', '--output', file)).toEqual(refused)
    expect([await casegate('export', '--output', link), readFileSync(file, 'utf8')]).toEqual([refused, 'old'])
    expect(await casegate('export', '--overwrite', '--output', link)).toEqual({ code: 0, stdout: '', stderr: written })
    expect(readFileSync(file, 'utf8')).toBe(exported.stdout)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])
    const summary = await json('export', '--overwrite', '--output', file)
    const { touchpoints } = JSON.parse(exported.stdout)
    expect(summary).toMatchObject({ file, records: { cases: 10_008, touchpoints: touchpoints.length } })
    expect(Object.keys((summary as { records: object }).records)).toEqual(Object.keys(JSON.parse(exported.stdout)))
  })

  test('session create prints only the token to standard output, and list and revoke use its ID', async () => {
    const create = 'session create --touchpoint desk --login operator --email Olga@example.com --hours 1'
    const { code, stdout, stderr } = await casegate(...create.split(' '))
    expect(code).toBe(0)
    expect(stdout).toMatch(/^[\w-]{43}\n$/)
    const [id] = /[0-9a-f-]{36}/.exec(stderr)!
    expect(await casegate('session', 'revoke', id!)).toMatchObject({ code: 0, stderr: '' })
    const list = await casegate('session', 'list')
    expect(list.code).toBe(0)
    expect(list.stdout).toMatch(new RegExp(`^${id} +revoked +operator +olga@example.com +desk `, 'm'))
    expect(list.stdout).not.toContain(stdout.trim())
  })

  test('session create, list and revoke print JSON', async () => {
    const create = 'session create --touchpoint desk --login operator --email oona@example.com'
    const { id, token, expiresAt, refusedBecause } = (await json(...create.split(' '))) as Record<string, string>
    expect([token, refusedBecause]).toEqual([expect.stringMatching(/^[\w-]{43}$/), 'blocked'])
    expect(Date.parse(expiresAt!)).toBeGreaterThan(Date.now())
    expect(await json('session', 'revoke', id!)).toEqual({ id, state: 'revoked', ids: [id] })
    const sessions = await json('session', 'list')
    const listed = { id, expiresAt, state: 'revoked', email: 'oona@example.com' }
    expect(sessions).toContainEqual(expect.objectContaining(listed))
    expect(JSON.stringify(sessions)).not.toContain(token)
  })

  test('session revoke takes several IDs or --all, and can be repeated', async () => {
    const create = 'session create --touchpoint desk --login operator --email olga@example.com'
    const ids: string[] = []
    for (let count = 0; count < 3; count++) ids.push(((await json(...create.split(' '))) as { id: string }).id)
    const [one = '', two = '', three = ''] = ids
    const unknown = expect.stringMatching(/^There is no session "x", "y"\. No session was revoked\. .*\n$/)
    expect(await casegate('session', 'revoke', one, 'x', 'y')).toEqual({ code: 1, stdout: '', stderr: unknown })
    for (let count = 0; count < 2; count++) {
      const stdout = `Revoked session ${one}.\nRevoked session ${two}.\n`
      expect(await casegate('session', 'revoke', one, two)).toEqual({ code: 0, stdout, stderr: '' })
    }
    const all = (await json('session', 'revoke', '--all')) as { state: string; ids: string[] }
    expect(all).toEqual({ state: 'revoked', ids: expect.arrayContaining([three]) })
    expect(all.ids).not.toContain(one)
    const stdout = 'There were no sessions to revoke.\n'
    expect(await casegate('session', 'revoke', '--all')).toEqual({ code: 0, stdout, stderr: '' })
  })

  test('session reports a touchpoint, a person and an ID that do not exist', async () => {
    const create = 'session create --touchpoint desk --login party --email x@y'
    expect(await casegate(...create.split(' '))).toEqual({ code: 1, stdout: '', stderr: 'There is no party "x@y".\n' })
    const nowhere = await casegate(...create.replace('desk', 'nowhere').split(' '))
    expect(nowhere).toMatchObject({ code: 1, stderr: 'There is no touchpoint "nowhere".\n' })
    expect(await casegate('session', 'revoke', 'x')).toMatchObject({ code: 1, stdout: '' })
  })

  test('touchpoint set changes what is given, and touchpoint list shows it', async () => {
    const set = 'touchpoint set kiosk --logins consumer,operator --registers party'
    const text = 'kiosk can create sessions for: consumer, operator. It can register: party.'
    const noSecret = 'It has no secret yet. Run "touchpoint secret create kiosk" to create one.'
    expect(await casegate(...set.split(' '))).toEqual({ code: 0, stdout: `${text}\n${noSecret}\n`, stderr: '' })
    const kiosk = { code: 'kiosk', name: expect.any(String), logins: ['CONSUMER', 'OPERATOR'], secrets: 0 }
    expect(await json('touchpoint', 'set', 'kiosk', '--registers', 'none')).toEqual({ ...kiosk, registers: [] })
    expect(await json('touchpoint', 'list')).toContainEqual({ ...kiosk, registers: [] })
    expect((await casegate('touchpoint', 'list')).stdout).toMatch(/^kiosk +Shop.* +consumer, operator +none +0$/m)
    const unknown = 'There is no touchpoint "x". Run "touchpoint list" to see all touchpoints.\n'
    expect(await casegate('touchpoint', 'set', 'x', '--logins', 'party')).toMatchObject({ code: 1, stderr: unknown })
  })

  test('touchpoint create creates a touchpoint, and touchpoints changed here are in the audit log', async () => {
    const create = ['touchpoint', 'create', 'till', '--name', 'Till', '--all-type-categories']
    const created = expect.stringContaining('till can create sessions for: none.')
    expect(await casegate(...create)).toMatchObject({ code: 0, stdout: created })
    const exists = 'The touchpoint "till" already exists. Use "touchpoint set" to change it.\n'
    expect(await casegate(...create)).toMatchObject({ code: 1, stderr: exists })
    expect((await casegate('touchpoint', 'set', 'till', '--logins', 'party')).code).toBe(0)
    const database = await openDatabase(readConfig(store).store)
    const query = `select actor_id, action, changes->-1->'to' as last from audit_events where target = 'touchpoint:till' order by id`
    const audited = await sql(database, query)
    await database.close()
    expect(audited).toEqual([
      { actorId: null, action: 'CONFIGURED', last: expect.anything() },
      { actorId: null, action: 'CONFIGURED', last: ['PARTY'] },
    ])
    const { code, stderr } = await casegate('touchpoint', 'create', '', '--name', 'x')
    expect([code, stderr]).toEqual([1, 'code must not be empty.\n'])
  })

  test('person create creates the first admin, once', async () => {
    const create = ['person', 'create', '--login', 'admin', '--email', 'Anna@example.com', '--firstname', 'Anna']
    expect(await casegate(...create)).toEqual({ code: 0, stdout: 'Created the admin Anna@example.com.\n', stderr: '' })
    const stderr = 'A person with the login admin and the address "Anna@example.com" already exists.\n'
    expect(await casegate(...create)).toEqual({ code: 1, stdout: '', stderr })
    const wrong = await casegate('person', 'create', '--login', 'party', '--email', '', '--firstname', 'X')
    expect(wrong).toMatchObject({ code: 1, stderr: 'email must not be empty.\n' })
  })

  test('touchpoint secret create prints only the secret to standard output, at most twice', async () => {
    const { code, stdout, stderr } = await casegate('touchpoint', 'secret', 'create', 'web')
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^cgs_[\w-]{43}\n$/)])
    const [id = ''] = /[0-9a-f-]{36}/.exec(stderr)!
    expect(await json('touchpoint', 'secret', 'create', 'web')).toMatchObject({ secret: expect.any(String) })
    const third = await casegate('touchpoint', 'secret', 'create', 'web')
    expect([third.code, third.stdout]).toEqual([1, ''])
    expect(third.stderr).toMatch(/^The touchpoint "web" has 2 valid secrets, which is the maximum\. Revoke one .*\n$/)
    const revoked = { code: 0, stdout: `Revoked secret ${id} of the touchpoint web.\n`, stderr: '' }
    for (let count = 0; count < 2; count++) {
      expect(await casegate('touchpoint', 'secret', 'revoke', id.toUpperCase())).toEqual(revoked)
    }
    const list = await casegate('touchpoint', 'secret', 'list', 'web')
    expect(list.stdout).toMatch(new RegExp(`^${id} +revoked +web .* never$`, 'm'))
    expect(list.stdout).not.toContain('cgs_')
    const secrets = (await json('touchpoint', 'secret', 'list')) as { state: string }[]
    expect(secrets.map(({ state }) => state)).toEqual(['revoked', 'valid'])
    expect(await casegate('touchpoint', 'secret', 'create', 'web')).toMatchObject({ code: 0 })
  })

  test('touchpoint secret reports a touchpoint and an ID that do not exist', async () => {
    const unknown = 'There is no touchpoint "x". Run "touchpoint list" to see all touchpoints.\n'
    expect(await casegate('touchpoint', 'secret', 'create', 'x')).toEqual({ code: 1, stdout: '', stderr: unknown })
    expect(await casegate('touchpoint', 'secret', 'list', 'x')).toMatchObject({ code: 1, stderr: unknown })
    const noSecret = 'There is no secret "x". Run "touchpoint secret list" to see all secrets.\n'
    expect(await casegate('touchpoint', 'secret', 'revoke', 'x')).toMatchObject({ code: 1, stderr: noSecret })
  })

  test('colours are used if forced, and not without a terminal or if disabled', async () => {
    const coloured = { ...store, FORCE_COLOR: '1' }
    expect((await runInProcess(['session', 'list'], coloured)).stdout).toMatch(/^\x1b\[1mID /)
    expect((await runInProcess(['doctor'], coloured)).stdout).toMatch(/^\x1b\[3[123]m(ok|warning|failure) /m)
    expect((await runInProcess(['--help'], coloured)).stdout).toContain('\x1b[1mUsage:')
    for (const env of [{}, { ...coloured, FORCE_COLOR: '0' }]) {
      for (const command of ['session list', 'no-such-command', '--help']) {
        const { stdout, stderr } = await runInProcess(command.split(' '), { ...store, ...env })
        expect(stdout + stderr, command).not.toContain('\x1b')
      }
    }
  })

  test('doctor prints a line for each check, and the same in JSON', async () => {
    const { code, stdout, stderr } = await casegate('doctor', '--deep')
    expect(stderr).toBe('')
    const lines = stdout.trimEnd().split('\n')
    const summary = lines.pop()
    for (const line of lines) expect(line).toMatch(/^(ok|warning|failure) +[a-z]+ +\S/)
    const json = await casegate('doctor', '--deep', '--json')
    const report = JSON.parse(json.stdout) as { failures: number; warnings: number; findings: { level: string }[] }
    expect([json.code, json.stderr]).toEqual([code, ''])
    expect(report.findings.map(({ level }) => level)).toEqual(lines.map((line) => line.split(' ')[0]))
    expect(report).toMatchObject({ healthy: report.failures === 0 })
    expect(code).toBe(report.failures === 0 ? 0 : 1)
    expect(summary).toMatch(new RegExp(`^Failures: ${report.failures}, warnings: ${report.warnings}, ok: \\d+\\.$`))
    expect(stdout + json.stdout).not.toMatch(/demo-(operator|party|consumer)-/)
  })

  test.each<[string, Record<string, string>, RegExp]>([
    ['an invalid setting', { PORT: 'x' }, /^failure configuration Invalid configuration: PORT: must be a port/m],
    [
      'a database that cannot be reached',
      { DATABASE_URL: 'postgresql://somebody:s3cret@127.0.0.1:1/x' },
      /^failure connection +Cannot reach the database: nothing listens on 127\.0\.0\.1:1\. Check .* DATABASE_URL/m,
    ],
    ['a file', { DATABASE_URL: '', DATA_DIR: demoFile }, /^failure store +DATA_DIR .* is not a folder/m],
  ])('doctor reports %s and exits with 1', async (_claim, env, line) => {
    const { code, stdout, stderr } = await runInProcess(['doctor'], { ...store, ...env })
    expect([code, stderr]).toEqual([1, ''])
    expect(stdout).toMatch(line)
    expect(stdout).not.toContain('s3cret')
  })

  test('doctor does not create a store', async () => {
    const DATA_DIR = join(folder, 'nothing')
    const { code, stdout } = await runInProcess(['doctor'], { DATA_DIR })
    expect([code, existsSync(DATA_DIR)]).toEqual([0, false])
    expect(stdout).toMatch(/^warning store +There is no embedded store/m)
  })
})
