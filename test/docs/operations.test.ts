import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { issueSession } from '../../src/auth/sessions/command-sessions.ts'
import { readConfig, settingNames } from '../../src/settings/config.ts'
import { requestErrors } from '../../src/errors/request-errors.ts'
import { openDatabase } from '../../src/open-database.ts'
import { runChecks } from '../../src/doctor/doctor.ts'
import { startServer } from '../../src/server.ts'
import { endpointStateNames, webhookFailures } from '../../src/webhooks/webhook-kinds.ts'
import { afterFile } from '../support/cleanup.ts'
import { createPostgresDatabase, databaseKind, openUntilEnd, sql } from '../support/database/database.ts'
import { fencesOf, readDocument } from '../support/documentation.ts'
import { temporaryFolder } from '../support/folders.ts'
import { TestIssuer } from '../support/issuer/issuer.ts'
import { credentialHeaders, paula } from '../support/requests/credentials.ts'
import { sendRaw } from '../support/requests/http.ts'
import { runInProcess } from '../support/server/in-process.ts'
import { useServer } from '../support/server/server.ts'

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
    const database = await openDatabase({ kind: 'postgresql', url, poolSize: 1, preparedStatements: true })
    return sql<unknown>(database, statement).finally(() => database.close())
  }

  test('show commands and statements that succeed', async () => {
    expect(shown.length).toBeGreaterThan(10)
    for (const { language, text } of shown) {
      if (language === 'sql') await withDatabase(text)
      else if (!/^(pg_|vacuumdb)/.test(text)) await casegate(text)
      else if (clientVersion() >= serverVersion) await promisify(execFile)('sh', ['-c', text], { cwd: folder, env })
    }
  })

  /** A command that fails ends the test, except doctor, which reports that the test server is not durable. */
  async function casegate(line: string): Promise<void> {
    const [, words = ''] = /^casegate (.*)$/.exec(line) ?? []
    const { code, stdout, stderr } = await runInProcess(words.split(' '), env, folder)
    const failures = stdout.match(/^failure (?!durability ).*$/gm)
    const hasSucceeded = words.startsWith('doctor') ? !failures && /sequences/.test(stdout) : code === 0
    if (!hasSucceeded) throw new Error(`${line} says:\n${stdout}${stderr}`)
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

/** The statements that grant the privileges of the list on the page. */
function documentedGrants(role: string): string[] {
  const [, items = ''] = /needs these privileges:\n\n((?:- .*\n)+)/.exec(readDocument('docs/operations.md')) ?? []
  return items
    .trim()
    .split('\n')
    .map((item) => {
      const [privileges = '', objects = ''] = item.split(' on ')
      const words = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word).join(', ')
      const on = objects.startsWith('all tables') ? 'all tables in schema public' : words(objects)
      return `grant ${words(privileges)} on ${objects.includes('sequence') ? 'sequence ' : ''}${on} to ${role}`
    })
}

describe.runIf(databaseKind === 'postgresql')('a role with the privileges that the page lists', () => {
  const role = `clerk_${randomBytes(6).toString('hex')}`

  test('can serve, and log people in', async () => {
    const url = await createPostgresDatabase('demo')
    const open = (address: string) => openUntilEnd(address, { poolSize: 4 })
    const owner = await open(url)
    await sql(owner, `create role ${role}`)
    afterFile(() => sql(owner, `drop role ${role}`))
    afterFile(() => sql(owner, `drop owned by ${role}`))
    for (const grant of documentedGrants(role)) await sql(owner, grant)
    await sql(owner, `update touchpoints set logins = '{PARTY}', registers = '{PARTY}' where code = 'web'`)
    await sql(
      owner,
      `insert into touchpoint_secrets (touchpoint_code, secret_hash) values ('web', sha256('cgs_of-web'))`,
    )
    await sql(owner, `update persons set subject = 'sub-' || split_part(email_key, '@', 1)`)
    await sql(
      owner,
      `insert into persons (kind, email, email_key, firstname, active, blocked)
      values ('ADMIN', 'ada@example.com', 'ada@example.com', 'Ada', true, false)`,
    )
    const admin = await issueSession(owner, { touchpoint: 'desk', login: 'ADMIN', email: 'ada@example.com' })
    const database = await open(`${url}?options=${encodeURIComponent(`-c role=${role}`)}`)
    await using issuer = await TestIssuer.start()
    const log: string[] = []
    const server = await startServer({
      database,
      config: readConfig({ PORT: '0', DESK: 'off', SESSION_IDLE_TIMEOUT: '60', ...issuer.env }),
      logger: pino({ level: 'warn' }, { write: (line: string) => log.push(line) }),
    })
    const send = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
      const json = body && { 'content-type': 'application/json' }
      const answer = await sendRaw(server.url, {
        method,
        path,
        headers: { ...headers, ...json },
        ...(body && { body: JSON.stringify(body) }),
      })
      return answer.status
    }
    const bearer = async (claims: object) => {
      const all = { sub: 'sub-paula', sid: '1', client_id: 'web', casegate_login: 'PARTY', ...claims }
      return { authorization: `Bearer ${await issuer.sign(all)}` }
    }
    const secret = { 'service-touchpoint': 'web', 'service-secret': 'cgs_of-web' }
    const customer = { login: 'PARTY', email: 'nora@example.com', firstname: 'Nora' }
    const newCase = { typeCode: 'QUESTION', categoryCode: 'ACCOUNT' }
    const lookup = '/api/v4/cases/typecategory'
    const later = Math.floor(Date.now() / 1000) + 900
    const registered = { sub: 'new', email: 'noah@example.com', email_verified: true, given_name: 'Noah' }
    const idle = `update sessions set idle_expires_at = now() - interval '5 s' where sid = '1'`
    expect(await send('POST', '/api/v4/sessions', secret, customer)).toBe(201)
    expect(await send('GET', lookup, await bearer({}))).toBe(200)
    expect(await send('GET', lookup, await bearer({ exp: later }))).toBe(200)
    expect(await send('GET', lookup, await bearer(registered))).toBe(200)
    expect(await send('POST', '/api/v4/cases', await bearer({}), newCase)).toBe(201)
    await sql(owner, idle)
    expect(await send('GET', lookup, await bearer({ iat: later - 890 }))).toBe(200)
    expect(await send('DELETE', '/api/v4/sessions', await bearer({ iat: later - 890 }))).toBe(200)
    const ofWeb = { query: 'mutation { revokeSessions(input: { touchpointCode: "web" }) { __typename } }' }
    expect(await send('POST', '/graphql', credentialHeaders({ token: admin.token, touchpoint: 'desk' }), ofWeb)).toBe(
      200,
    )
    expect(await send('GET', lookup, credentialHeaders(paula))).toBe(401)
    // Writes when sessions and secrets were used.
    await server.close()
    expect(log).toEqual([])
    const used = await sql(owner, `select from touchpoint_secrets where last_used_at is not null`)
    expect(used).toHaveLength(1)
    const results = await Array.fromAsync(runChecks(database, { deep: false, poolSize: 4, explain: String }))
    expect(results.filter(({ check }) => check === 'privileges')).toMatchObject([{ level: 'warning' }])
  })
})

describe('the pages for operators', () => {
  const server = useServer()

  test('name settings and codes that exist', () => {
    const names = [...pages.matchAll(/`([A-Z][A-Z_]{3,})(?:=[^`]*)?`/g)].map(([, name = '']) => name)
    const codes = ['GRAPHQL_VALIDATION_FAILED', 'GRAPHQL_PARSE_FAILED', ...Object.keys(requestErrors)]
    const privileges = ['SELECT', 'UPDATE', 'INSERT', 'DELETE', 'USAGE']
    const webhooks = [...endpointStateNames, ...Object.keys(webhookFailures)]
    const known = [...settingNames, ...codes, ...webhooks, 'SIGTERM', 'SIGINT', 'LC_CTYPE', ...privileges]
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
