import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BatchLoader } from '../../src/database/statements/batch-loader.ts'
import type { Database } from '../../src/database/database.ts'
import { openDatabase } from '../../src/open-database.ts'
import { statement } from '../../src/database/statements/statement.ts'
import { adminData, configure } from '../support/requests/configure.ts'
import { createPostgresDatabase, databaseKind, sql } from '../support/database/database.ts'
import { describeFaces, refused } from '../support/requests/faces.ts'
import { credentialHeaders, olga } from '../support/requests/credentials.ts'
import { sendRaw } from '../support/requests/http.ts'
import { restClient } from '../support/requests/rest-client.ts'
import { useServer } from '../support/server/server.ts'

const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

/** Raises the error whose code a comment names, in its first executions. Sequences are not rolled back. */
const raiseErrors = `
  create sequence executions;
  create function raise_error() returns trigger language plpgsql as $$
  begin
    if new.text like 'raise %' and nextval('executions') <= split_part(new.text, ' ', 3)::int then
      raise exception using errcode = split_part(new.text, ' ', 2), message = 'raised';
    end if;
    return new;
  end $$;
  create trigger raise_error before insert on case_comments for each row execute function raise_error()`

describe.runIf(databaseKind === 'postgresql')('a PostgreSQL server', () => {
  const clerk = `clerk_${randomBytes(6).toString('hex')}`
  let administrator: Database
  let url: string
  const server = useServer({
    async database() {
      url = await createPostgresDatabase('demo')
      administrator = await openDatabase({ kind: 'postgresql', url, poolSize: 1, preparedStatements: true })
      await sql(administrator, `create role ${clerk} login`)
      await sql(administrator, `grant select, insert, update, delete on all tables in schema public to ${clerk}`)
      return openDatabase({ kind: 'postgresql', url: asClerk(url), poolSize: 2, preparedStatements: true })
    },
  })
  beforeAll(async () => {
    for (const command of raiseErrors.split(/;\n {2}(?=create)/)) await sql(administrator, command)
    await sql(administrator, `grant usage on sequence executions to ${clerk}`)
  })
  afterAll(async () => {
    await server.database.close()
    await sql(administrator, `drop owned by ${clerk}`)
    await sql(administrator, `drop role ${clerk}`)
    await administrator.close()
  })
  const asClerk = (url: string) => Object.assign(new URL(url), { username: clerk }).href
  const restart = () => sql(administrator, `select setval('executions', 1, false)`)
  const addCase = async () => {
    const [row] = await sql<{ id: number }>(
      administrator,
      `insert into cases (id, version, type_code, category_code, status, resolution, case_data, created_at, updated_at)
        select max(id) + 1, 1, 'REFUND', 'BILLING', 'Open', 'Unresolved', '{}', now(), now() from cases returning id`,
    )
    await sql(
      administrator,
      `insert into case_events (case_id, version, kind, at, changes) values ($1, 1, 'IMPORTED', now(), '[]')`,
      [row!.id],
    )
    return row!.id
  }

  const client = restClient(server)
  const send = (id: number, comment: string, headers = {}) =>
    client.put(`cases/${id}`, { ...codes, comments: [comment] }, headers)

  describeFaces('with a specific error', server, (face) => {
    const raise = async (code: string, times: number) => {
      const id = await addCase()
      await restart()
      const comments = [{ text: `raise ${code} ${times}` }]
      return { id, ...(await face.update({ ...olga, id, body: { ...codes, comments } })) }
    }
    test.each(['53100', '53200', '25006', '57014', '57P01', '58030', '55P03', '40001', '40P01'])(
      '%s makes a change unavailable, and nothing is written',
      async (code) => {
        const { id, ...outcome } = await raise(code, 100)
        expect([outcome, await server.version(id)]).toEqual([refused('unavailable'), 1])
      },
    )
    test.each(['40001', '40P01'])('%s, which comes from a concurrent transaction, is retried', async (code) => {
      const { id, ...outcome } = await raise(code, 3)
      expect(outcome).toMatchObject({ outcome: 'ok' })
      expect(await server.version(id)).toBe(2)
    })
  })

  test.each([
    ['53100', 'is not repeated for each key', 1],
    ['57014', 'is not repeated for each key', 1],
    ['25006', 'is not repeated for each key', 1],
    ['23514', 'is repeated for each key', 13],
    ['55P03', 'is repeated for each key', 13],
  ])('whose error of a shared statement is %s: it %s', async (code, _what, executed) => {
    let executions = 0
    const raise = statement(`do $$ begin raise exception using errcode = '${code}'; end $$`)
    const loader = new BatchLoader(async () => {
      executions++
      await server.database.run(raise)
      return []
    })
    const loads = Array.from({ length: 12 }, (_, key) => loader.load(key))
    expect(new Set((await Promise.allSettled(loads)).map(({ status }) => status))).toEqual(new Set(['rejected']))
    expect(executions).toBe(executed)
  })

  test('that refuses everything has its reason in the log', async () => {
    const id = await addCase()
    await restart()
    expect((await send(id, 'raise 53100 100', { 'x-request-id': 'full' })).status).toBe(503)
    const line = server.log.find((line) => line.includes('"full"') && line.includes('DatabaseError'))
    expect(JSON.parse(line!)).toMatchObject({ err: { code: '53100' } })
  })

  /** Closes the server's connections, so that the next ones have the new properties. */
  const disconnect = () =>
    sql(administrator, `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${clerk}'`)
  const ofRole = (change: string) => `alter role ${clerk} ${change}`
  const name = () => new URL(url).pathname.slice(1)
  const ready = async () => (await sendRaw(server.url, { path: '/readyz' })).status

  test.each<[string, () => string, () => string]>([
    ['is read-only', () => ofRole('set default_transaction_read_only = on'), () => ofRole('reset all')],
    ['refuses the role', () => ofRole('nologin'), () => ofRole('login')],
    ['has no connections left for it', () => ofRole('connection limit 0'), () => ofRole('connection limit -1')],
    [
      'refuses connections to the database',
      () => `revoke connect on database ${name()} from public`,
      () => `grant connect on database ${name()} to public`,
    ],
  ])('that %s is not ready and makes changes unavailable', async (_what, prevent, allow) => {
    const id = await addCase()
    await sql(administrator, prevent())
    await disconnect()
    // A connection may be lost only with the next statement.
    await expect.poll(ready).toBe(503)
    const answer = await send(id, 'Hello.')
    expect([answer.status, answer.headers['retry-after'] !== undefined]).toEqual([503, true])
    expect((await sendRaw(server.url, { path: '/livez' })).status).toBe(200)
    await sql(administrator, allow())
    await disconnect()
    await expect.poll(ready).toBe(200)
    expect((await send(id, 'Hello.')).status).toBe(201)
  })

  test('whose disk is full is not ready until there is room again', async () => {
    const commands = [
      `create function refuse_table() returns event_trigger language plpgsql as $$
        begin raise exception using errcode = '53100', message = 'No space left on device'; end $$`,
      `create event trigger refuse_table on ddl_command_start when tag in ('CREATE TABLE AS')
        execute function refuse_table()`,
    ]
    for (const command of commands) await sql(administrator, command)
    expect(await ready()).toBe(200)
    const id = await addCase()
    await restart()
    const { status } = await send(id, 'raise 53100 100')
    expect([status, await ready(), await ready()]).toEqual([503, 503, 503])
    await sql(administrator, 'drop event trigger refuse_table')
    expect(await ready()).toBe(200)
  })

  test('whose database does not exist is unavailable', async () => {
    const missing = Object.assign(new URL(url), { pathname: '/no_such_database' }).href
    const database = await openDatabase({ kind: 'postgresql', url: missing, poolSize: 1, preparedStatements: true })
    await expect(sql(database, 'select 1')).rejects.toMatchObject({ code: 'UNAVAILABLE', cause: { code: '3D000' } })
    await database.close()
  })
})

describe.runIf(databaseKind === 'embedded')('the embedded store on a full disk', () => {
  const server = useServer({ data: adminData })

  test('is unavailable, for statements and for transactions', async () => {
    const full = `create function raise_full() returns trigger language plpgsql as $$
      begin raise exception using errcode = '53100', message = 'could not extend file'; end $$`
    await sql(server.database, full)
    for (const table of ['case_comments', 'case_types']) {
      await sql(
        server.database,
        `create trigger raise_full before insert on ${table} for each row execute function raise_full()`,
      )
    }
    const change = { method: 'POST', path: '/api/v4/cases/1001/comments', body: '{"comments":["Hello."]}' }
    const headers = { ...credentialHeaders(olga), 'content-type': 'application/json' }
    expect(await sendRaw(server.url, { ...change, headers })).toMatchObject({ status: 503 })
    const type = await configure(server.url, { types: [{ code: 'NEW', name: 'New' }] })
    expect(type.error).toMatchObject({ code: 'UNAVAILABLE' })
  })
})
