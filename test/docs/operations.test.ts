import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { settingNames } from '../../src/config.ts'
import { requestErrors } from '../../src/errors.ts'
import { openPostgres } from '../../src/database/postgres/postgres.ts'
import { createPostgresDatabase, databaseKind, sql } from '../support/database/database.ts'
import { fencesOf, readDocument } from '../support/documentation.ts'
import { temporaryFolder } from '../support/folders.ts'
import { sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

// The commands of the page run one after another, each in its own process.
vi.setConfig({ testTimeout: 120_000 })

const root = join(import.meta.dirname, '../..')
const monitoring = readDocument('docs/monitoring.md')
const pages = ['operations', 'backups', 'several-processes', 'replicas', 'limits', 'monitoring', 'troubleshooting']
  .map((page) => readDocument(`docs/${page}.md`))
  .join('\n')

/** The commands and statements that the pages show, in their order. */
const shown = fencesOf(pages).flatMap(({ language, text }) => {
  const lines = text.trim().split('\n')
  if (language === 'sh') return lines.map((line) => ({ language, text: line }))
  return language === 'sql' ? [{ language, text }] : []
})

describe.runIf(databaseKind === 'postgresql')('the pages for operators', () => {
  let url: string
  let env: Record<string, string>
  let serverVersion: number
  const folder = temporaryFolder()

  beforeAll(async () => {
    url = await createPostgresDatabase()
    env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: url, RESTORED_DATABASE_URL: await createPostgresDatabase() }
    // The user brings a catalogue. Other files are written by one command and read by another.
    copyFileSync(join(root, 'docs/catalogue.json'), join(folder, 'catalogue.json'))
    const [row] = await withDatabase(`select current_setting('server_version_num')::int / 10000 as version`)
    serverVersion = Number((row as { version: number }).version)
  })

  async function withDatabase(statement: string): Promise<unknown[]> {
    const database = await openPostgres({ kind: 'postgresql', url, poolSize: 1, preparedStatements: true })
    return sql<unknown>(database, statement).finally(() => database.close())
  }

  test('show commands and statements that succeed', async () => {
    expect(shown.length).toBeGreaterThan(10)
    for (const { language, text } of shown) {
      if (language === 'sql') await withDatabase(text)
      else if (!text.startsWith('pg_')) await casegate(text)
      else if (clientVersion() >= serverVersion) await promisify(execFile)('sh', ['-c', text], { cwd: folder, env })
    }
  })

  /** A command that fails ends the test, except doctor, which reports that the test server is not durable. */
  async function casegate(line: string): Promise<void> {
    const [, words = ''] = /^casegate (.*)$/.exec(line) ?? []
    const program = [join(root, 'bin/casegate.js'), ...words.split(' ')]
    const run = promisify(execFile)(process.execPath, program, { cwd: folder, env })
    if (!words.startsWith('doctor')) return void (await run)
    const { stdout } = await run.catch((error: { stdout: string }) => error)
    const failures = stdout.match(/^failure (?!durability ).*$/gm)
    if (failures || !/history/.test(stdout)) throw new Error(`${line} says:\n${stdout}`)
  }

  /** 0 if it is missing, as in the package of the test server. */
  function clientVersion(): number {
    try {
      return Number(/\d+/.exec(execFileSync('pg_dump', ['--version'], { encoding: 'utf8' }))?.[0])
    } catch {
      return 0
    }
  }
})

describe('the pages for operators', () => {
  const server = useServer()

  test('name settings and codes that exist', () => {
    const names = [...pages.matchAll(/`([A-Z][A-Z_]{3,})(?:=[^`]*)?`/g)].map(([, name = '']) => name)
    const codes = ['GRAPHQL_VALIDATION_FAILED', 'GRAPHQL_PARSE_FAILED', ...Object.keys(requestErrors)]
    const privileges = ['SELECT', 'UPDATE', 'INSERT', 'DELETE', 'USAGE']
    const known = [...settingNames, ...codes, 'SIGTERM', 'SIGINT', 'LC_CTYPE', ...privileges]
    // The OpenTelemetry library reads further settings itself.
    const ours = names.filter((name) => !name.startsWith('OTEL_'))
    expect(ours.filter((name) => !known.includes(name))).toEqual([])
  })

  test('describe every field of a log line', async () => {
    await sendRaw(server.url, { path: '/readyz' })
    await expect.poll(() => server.log.length).toBeGreaterThan(0)
    const fields = Object.keys(JSON.parse(server.log[0]!) as object)
    for (const field of fields) expect(monitoring).toContain(`\`${field}\``)
  })
})
