import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildClientSchema, buildSchema, type IntrospectionQuery, printSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { runInProcess } from '../support/server/in-process.ts'
import { words } from '../support/words.ts'

const newSession = 'session create --touchpoint x --email x'

describe('the command line', () => {
  test.each([
    ['no command', ''],
    ['an unknown command', 'imprt'],
    ['an unknown option', 'export --out x'],
    ['a missing argument', 'import'],
    ['an extra argument', 'export x'],
    ['a missing option', 'session create --touchpoint desk'],
    ['a port that is none', 'serve --port 65536'],
    ['no session to revoke', 'session revoke'],
    ['both IDs and --all', 'session revoke x --all'],
    ['--json without --output', 'export --json'],
    ['an archive without a file', 'archive --older-than 365d'],
    ['a limit of zero', 'archive --older-than 365d --output x --limit 0'],
    ['an unknown login', `${newSession} --login boss`],
    ['a touchpoint without a name', 'touchpoint create x'],
    ['a touchpoint without a change', 'touchpoint set x'],
    ['an unknown login of a touchpoint', 'touchpoint set x --logins party,boss'],
    ['a registration of operators', 'touchpoint set x --registers operator'],
    ['a lifetime that is not a number', `${newSession} --login party --hours x`],
    ['a lifetime of zero', `${newSession} --login party --hours 0`],
  ])('exits with 2 for %s, and points to --help', async (_claim, line) => {
    const { code, stdout, stderr } = await runInProcess(line.split(' ').filter(Boolean))
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('--help')
  })

  test.each(words`
    serve migrate import export archive doctor session/create session/list session/revoke touchpoint/list
    touchpoint/create touchpoint/set touchpoint/secret/create touchpoint/secret/list touchpoint/secret/revoke
    session/explain schema
  `)('has help with an example for %s', async (command) => {
    const { code, stdout } = await runInProcess([...command.split('/'), '--help'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/Examples?:\n {2}npm run --silent casegate -- /)
  })

  test('names all missing options', async () => {
    const { stderr } = await runInProcess(['session', 'create', '--login', 'party'])
    const missing = "'--touchpoint <code>', '--email <address>'"
    expect(stderr).toBe(`error: required options not specified: ${missing}\nFor usage, add --help.\n`)
  })

  test.each(['-v', '--version'])('prints the version for %s', async (flag) => {
    expect(await runInProcess([flag])).toEqual({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' })
  })

  test('prints the schema that is in schema.graphql', async () => {
    const { code, stdout, stderr } = await runInProcess(['schema'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe(readFileSync(join(import.meta.dirname, '../../schema.graphql'), 'utf8'))
    const { data } = JSON.parse((await runInProcess(['schema', '--json'])).stdout) as { data: IntrospectionQuery }
    expect(printSchema(buildClientSchema(data))).toBe(printSchema(buildSchema(stdout)))
  })
})
