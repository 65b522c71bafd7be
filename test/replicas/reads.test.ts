import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../../bench/servers/postgres.ts'
import { runOn } from '../../bench/servers/standby.ts'
import type { Database } from '../../src/database/database.ts'
import { openReplica } from '../../src/database/postgres/postgres.ts'
import { Replicas } from '../../src/database/postgres/replicas.ts'
import { statement } from '../../src/database/statements/statement.ts'
import { type Clusters, startClusters, urlOf } from '../support/database/clusters.ts'
import { type Credentials, olga, omar, paula } from '../support/requests/credentials.ts'
import { openUntilEnd, sql } from '../support/database/database.ts'
import { fastTmpdir } from '../support/folders.ts'
import { graphqlData } from '../support/requests/graphql.ts'
import { type Proxy, proxyUntilEnd, startProxy } from '../support/database/proxy.ts'
import { bodyOf, restClient } from '../support/requests/rest-client.ts'
import { useServer } from '../support/server/server.ts'

let clusters: Promise<Clusters & { proxy: Proxy }> | undefined
const started = () => (clusters ??= startAll())

/** The servers, and a proxy in front of the standby. */
async function startAll() {
  const servers = await startClusters()
  return { ...servers, proxy: await proxyUntilEnd(urlOf(servers.standby)) }
}

/** The primary, with its standby and a server that does not exist as replicas. */
async function withReplica(): Promise<Database> {
  const { primary, proxy } = await started()
  const replicas = { urls: [proxy.url, 'postgres://postgres@127.0.0.1:1/postgres'], maxLagMs: 60_000 }
  return openUntilEnd(urlOf(primary), { poolSize: 8, replicas, queryTimeoutMs: 5_000 })
}

const server = useServer({ database: withReplica, env: { METRICS_PORT: '0' } })
const second = useServer({ database: withReplica, env: { METRICS_PORT: '0' } })

/** The sum of the series of a metric. */
async function metric(of: { metricsUrl: string | undefined }, name: string): Promise<number> {
  const lines = (await (await fetch(of.metricsUrl!)).text()).split('\n').filter((line) => line.startsWith(name))
  return lines.reduce((sum, line) => sum + Number(/\S+$/.exec(line)?.[0]), 0)
}

const counters = {
  replica: 'casegate_replica_reads_total',
  behind: 'casegate_replica_fallbacks_total{reason="behind"}',
  unavailable: 'casegate_replica_fallbacks_total{reason="unavailable"}',
  failed: 'casegate_replica_fallbacks_total{reason="failed"}',
}

/** Where the reads of the work ran: on the replica, or for which reason on the primary. */
async function readsOf(work: () => Promise<unknown>): Promise<string[]> {
  const count = () => Promise.all(Object.values(counters).map((name) => metric(server, name)))
  const before = await count()
  await work()
  const after = await count()
  return Object.keys(counters).filter((_, index) => after[index]! > before[index]!)
}

const onPrimary = async <Value>(command: string) => runOn<Value>((await started()).primary, command)
const onStandby = async <Value>(command: string) => runOn<Value>((await started()).standby, command)

/** Waits until the standby has replayed everything. */
async function caughtUp(): Promise<void> {
  const position = await onPrimary<string>('select pg_current_wal_flush_lsn()')
  await expect.poll(() => onStandby(`select pg_last_wal_replay_lsn() >= '${position}'`)).toBe(true)
}

async function pauseReplay(): Promise<void> {
  await onStandby('select pg_wal_replay_pause()')
  await expect.poll(() => onStandby('select pg_get_wal_replay_pause_state()')).toBe('paused')
  onTestFinished(async () => {
    await onStandby('select pg_wal_replay_resume()')
  })
}

const { get, put } = restClient(server)
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
const comment = (id: number, text: string) => put(`cases/${id}`, { ...codes, comments: [text] })
const listed = async (client: ReturnType<typeof restClient>, caller?: Credentials) =>
  bodyOf(await client.get('cases?first=1&orderBy=UPDATED_DESC', {}, caller)).cases as { id: number; version: number }[]
const texts = async (client: ReturnType<typeof restClient>, id: number) =>
  (bodyOf(await client.get(`cases/${id}/comments?last=1`)).comments as { text: string }[]).map(({ text }) => text)

test('the lists, comments, history and past of cases are read from the replica', async () => {
  const id = await server.addCase()
  await comment(id, 'before')
  await caughtUp()
  // Until the replica has been measured, it is not used.
  await expect.poll(() => readsOf(() => listed(restClient(server), omar))).toEqual(['replica'])
  expect(await readsOf(() => texts(restClient(server), id))).toEqual(['replica'])
  expect(await readsOf(() => get(`cases/${id}/history`))).toEqual(['replica'])
  expect(await readsOf(() => get('cases?text=before'))).toEqual(['replica'])
  const at = new Date().toISOString()
  await comment(id, 'after')
  await caughtUp()
  const query = `{ case(id: ${id}, asOf: "${at}") { version history { nodes { sequence } } comments { totalCount } } }`
  const past = {
    case: { version: 2, history: { nodes: [{ sequence: 1 }, { sequence: 2 }] }, comments: { totalCount: 1 } },
  }
  expect(await readsOf(async () => expect(await graphqlData(server.url, query)).toEqual(past))).toEqual(['replica'])
})

test('the feed is read from the primary, so that it is complete while the replica is behind', async () => {
  const id = await server.addCase()
  const { endCursor } = bodyOf(await get('events?after=latest')) as { endCursor: string }
  await caughtUp()
  await pauseReplay()
  for (let count = 1; count <= 3; count++) await comment(id, `change ${count}`)
  for (const client of [restClient(server), restClient(second)]) {
    const events = async () =>
      (bodyOf(await client.get(`events?after=${endCursor}`)).events as { sequence: number }[]).map(
        ({ sequence }) => sequence,
      )
    await expect.poll(events).toEqual([2, 3, 4])
  }
})

test('a session reads its own writes, through any process, while the replica is catching up', async () => {
  const ids: number[] = []
  for (let count = 0; count < 20; count++) ids.push(await server.addCase())
  const clients = [restClient(server), restClient(second)]
  for (let round = 1; round <= 5; round++) {
    const writesAndReads = ids.map(async (id) => {
      await comment(id, `round ${round}`)
      return Promise.all(clients.map((client) => texts(client, id)))
    })
    const seen = await Promise.all(writesAndReads)
    expect(new Set(seen.flat(2))).toEqual(new Set([`round ${round}`]))
    expect(seen.flat(2)).toHaveLength(ids.length * clients.length)
    const lists = await Promise.all(clients.map((client) => client.get(`cases?first=${ids.length}`)))
    for (const list of lists) {
      const versions = (bodyOf(list).cases as { version: number }[]).map(({ version }) => version)
      expect(versions).toEqual(ids.map(() => round + 1))
    }
  }
})

/** Measures the replica as a new process does. */
function measuring(url: string, log: string[] = []) {
  const replica = openReplica(url, { kind: 'postgresql', url, poolSize: 1, preparedStatements: true })
  onTestFinished(() => replica.close())
  const logger = pino({ base: null, timestamp: false }, { write: (line: string) => void log.push(line) })
  const replicas = new Replicas(server.database, { servers: [replica], maxLagMs: 60_000 }, logger)
  return async () => {
    await replicas.run()
    return replicas.choose() !== undefined
  }
}

test('a standby of another cluster is never used, and the log says so once, without its password', async () => {
  const folder = mkdtempSync(join(fastTmpdir(), 'casegate-other-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const other = await startPostgres(folder, { listen_addresses: '127.0.0.1', unix_socket_directories: '' })
  onTestFinished(() => other.stop('SIGQUIT'))
  // Its log is ahead.
  while (await runOn(other, `select pg_switch_wal() < '${await onPrimary('select pg_current_wal_lsn()')}'`)) {
    await runOn(other, 'select txid_current()')
  }
  await other.stop('SIGINT')
  writeFileSync(join(other.data, 'standby.signal'), '')
  await other.start()
  const url = new URL(urlOf(other))
  url.password = 'secret'
  const log: string[] = []
  const isUsed = measuring(url.href, log)
  expect([await isUsed(), await isUsed()]).toEqual([false, false])
  expect(log.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      level: 50,
      replica: url.host,
      msg: `DATABASE_REPLICA_URLS: ${url.host} is not used: it is not a replica of DATABASE_URL.`,
    },
  ])
})

test('the log names the replicas that were never usable, with the reason', () => {
  const warning = 'The replica is not used for reads: it is unreachable.'
  const warnings = server.log.filter((line) => line.includes(warning) && line.includes('"127.0.0.1:1"'))
  expect(warnings).toHaveLength(1)
})

describe('while the replica does not replay', () => {
  test('it is not used by a process that does not know how old it is', async () => {
    const { standby } = await started()
    await caughtUp()
    await pauseReplay()
    await comment(await server.addCase(), 'after')
    const isUsed = measuring(urlOf(standby))
    expect([await isUsed(), await isUsed()]).toEqual([false, false])
    await onStandby('select pg_wal_replay_resume()')
    await caughtUp()
    await expect.poll(isUsed).toBe(true)
  })

  test('a session that has written something reads from the primary, and others from the replica', async () => {
    const id = await server.addCase()
    await comment(id, 'before')
    await caughtUp()
    await pauseReplay()
    await comment(id, 'after')
    const own = async () => {
      expect(await texts(restClient(server), id)).toEqual(['after'])
      expect((await listed(restClient(server)))[0]).toMatchObject({ id, version: 3 })
    }
    expect(await readsOf(own)).toEqual(['behind'])
    // A change by others may be missing from a list. But no case is shown with a part of a change.
    const ofOthers = async () => expect((await listed(restClient(server), paula))[0]).toMatchObject({ id, version: 2 })
    expect(await readsOf(ofOthers)).toEqual(['replica'])
    const query = `{ case(id: ${id}) { version history(last: 1) { nodes { sequence } } comments { totalCount } } }`
    expect(await graphqlData(server.url, query, {}, paula)).toEqual({
      case: { version: 3, history: { nodes: [{ sequence: 3 }] }, comments: { totalCount: 2 } },
    })
  })

  test('a created case and an assignment are seen by the session at once', async () => {
    await pauseReplay()
    const create = `mutation { createCase(input: { categoryCode: "BILLING", typeCode: "REFUND",
      caseData: { amount: 1, invoiceCount: 1, goodwill: false } }) { ... on CreateCasePayload { case { id } } } }`
    const { createCase } = await graphqlData<{ createCase: { case: { id: string } } }>(server.url, create)
    expect((await listed(restClient(second)))[0]).toMatchObject({ id: Number(createCase.case.id) })
  })

  test('a session that is revoked on the primary is refused at once', async () => {
    await caughtUp()
    const client = restClient(server)
    expect((await client.get('cases?first=1', {}, omar)).status).toBe(200)
    await pauseReplay()
    const change = (value: string) =>
      sql(
        server.database,
        `update sessions set revoked_at = ${value} where person_id = (
        select id from persons where email = 'omar@example.com' and kind = 'OPERATOR')`,
      )
    await change('now()')
    onTestFinished(async () => void (await change('null')))
    expect((await client.get('cases?first=1', {}, omar)).status).toBe(401)
  })

  test('an operator who is no longer authorised no longer sees the cases in lists', async () => {
    const id = await server.addCase()
    await caughtUp()
    await pauseReplay()
    // A full page is read without the list of types that the primary returned.
    const ids = async () => (await listed(restClient(server), olga)).map((each) => each.id)
    expect(await ids()).toContain(id)
    await sql(server.database, 'create table kept as select * from operator_types')
    await sql(server.database, 'create table kept_of_groups as select * from operator_group_types')
    onTestFinished(async () => {
      await sql(server.database, 'insert into operator_types select * from kept')
      await sql(server.database, 'insert into operator_group_types select * from kept_of_groups')
      await sql(server.database, 'drop table kept, kept_of_groups')
    })
    await sql(server.database, 'delete from operator_types')
    await sql(server.database, 'delete from operator_group_types')
    expect(await ids()).not.toContain(id)
  })

  test('the caller of a touchpoint that is granted more sees more cases at once', async () => {
    const id = await server.addCase({ partyEmail: null })
    await caughtUp()
    await pauseReplay()
    const ids = async () =>
      (bodyOf(await get('cases?first=100', {}, paula)).cases as { id: number }[]).map((each) => each.id)
    expect(await ids()).not.toContain(id)
    const grant = (value: boolean) =>
      sql(server.database, `update touchpoint_grants set modify_cases = ${value} where touchpoint_code = 'web'`)
    onTestFinished(async () => void (await grant(false)))
    await grant(true)
    expect(await ids()).toContain(id)
  })
})

test('a hanging replica delays a read by less time than a statement has', { tags: ['nightly'] }, async () => {
  const { standby } = await started()
  const proxy = await startProxy(urlOf(standby))
  onTestFinished(() => proxy.takeAway())
  proxy.hang()
  const settings = { kind: 'postgresql' as const, url: proxy.url, poolSize: 1, preparedStatements: true }
  const replica = openReplica(proxy.url, settings)
  onTestFinished(() => replica.close())
  const client = new pg.Client({ connectionString: proxy.url, connectionTimeoutMillis: 2_000 })
  const refused = client.connect().catch(() => 'a statement')
  const read = replica.run(statement('select 1')).catch(() => 'the replica')
  expect(await Promise.race([refused, read])).toBe('the replica')
  proxy.cut()
  await refused
})

test(
  'a replica that stops or stops responding fails no read, and is used again when it is back',
  { tags: ['nightly'] },
  async () => {
    const { standby, proxy } = await started()
    const reads = async () => {
      expect(await listed(restClient(server), omar)).toHaveLength(1)
      expect(await texts(restClient(server), 1001)).toHaveLength(1)
    }
    await caughtUp()
    await standby.stop('SIGQUIT')
    expect(await readsOf(reads)).not.toContain('replica')
    await standby.start()
    await expect.poll(() => readsOf(reads)).toEqual(['replica'])
    const forward = proxy.hang()
    expect(await readsOf(reads)).not.toContain('replica')
    forward()
    await expect.poll(() => readsOf(reads)).toEqual(['replica'])
  },
)
