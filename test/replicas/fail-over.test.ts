import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { promote, requireStandby, runOn } from '../../bench/servers/standby.ts'
import { watchConnections } from '../../src/database/postgres/watch-connections.ts'
import { openDatabase } from '../../src/open-database.ts'
import { PrimaryHosts } from '../../src/database/postgres/primary-hosts.ts'
import { Replicas } from '../../src/database/postgres/replicas.ts'
import { afterFile } from '../support/cleanup.ts'
import { type Clusters, startClusters, urlOf } from '../support/database/clusters.ts'
import { openUntilEnd, sql } from '../support/database/database.ts'
import { sendRaw } from '../support/requests/http.ts'
import { openStream, type OpenStream } from '../support/requests/event-stream.ts'
import { startServe } from '../support/server/process.ts'
import { startProxy } from '../support/database/proxy.ts'
import { bodyOf, restClient } from '../support/requests/rest-client.ts'
import { useServer } from '../support/server/server.ts'

let clusters: Clusters

interface Page {
  events: { cursor: string; sequence: number }[]
}

/** One URL for several servers. */
function urlOfHosts(...urls: string[]): string {
  const hosts = urls.map((url) => new URL(url).host).join()
  return `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`
}

/** Stops the primary and promotes the standby, unless an earlier test has. */
async function failOver({ primary, standby }: Clusters): Promise<void> {
  if (!(await runOn(standby, 'select pg_is_in_recovery()'))) return
  await primary.stop('SIGQUIT')
  await promote(standby)
}

const settings = { kind: 'postgresql' as const, poolSize: 8, preparedStatements: true }

function logTo(lines: string[]) {
  return pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) })
}

const server = useServer({
  async database() {
    clusters = await startClusters()
    await requireStandby(clusters.primary)
    return openUntilEnd(urlOfHosts(urlOf(clusters.standby), urlOf(clusters.primary)), {
      poolSize: 8,
      queryTimeoutMs: 5_000,
      replicas: { urls: [urlOf(clusters.standby)], maxLagMs: 60_000 },
    })
  },
})

const { get, put } = restClient(server)
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

test('a standby is promoted under load: no acknowledged change is lost, none is made twice, and service resumes', async () => {
  const ids: number[] = []
  for (let count = 0; count < 8; count++) ids.push(await server.addCase())
  const statuses = new Map<string, number>()
  const acknowledged = () => [...statuses.values()].filter((status) => status === 201).length
  const stopping = new AbortController()

  async function change(id: number, client: number): Promise<void> {
    for (let count = 0; !stopping.signal.aborted; count++) {
      const text = `change ${client}-${count}`
      const { status } = await put(`cases/${id}`, { ...codes, comments: [text] })
      statuses.set(text, status)
    }
  }
  const more = async (count: number) => {
    const before = acknowledged()
    await expect.poll(() => acknowledged(), { interval: 5 }).toBeGreaterThan(before + count)
  }
  const readiness = async () => (await sendRaw(server.url, { path: '/readyz' })).status

  const load = Promise.all(ids.map(change))
  await more(50)
  expect(await readiness()).toBe(200)
  await clusters.primary.stop('SIGQUIT')
  const rejected = () => [...statuses.values()].filter((status) => status === 503).length
  await expect.poll(rejected).toBeGreaterThan(0)
  expect(await readiness()).toBe(503)
  const refusal = await put(`cases/${ids[0]}`, { ...codes, comments: ['Nobody writes this.'] })
  expect(refusal).toMatchObject({ status: 503 })
  expect(JSON.parse(refusal.body)).toMatchObject({ code: 'unavailable' })

  await promote(clusters.standby)
  await expect.poll(readiness, { interval: 10 }).toBe(200)
  await more(50)
  stopping.abort()
  await load

  const stored = await sql<{ text: string; count: string }>(
    server.database,
    `select text, count(*)::text from case_comments where text like 'change %' group by text`,
  )
  const times = new Map(stored.map(({ text, count }) => [text, Number(count)]))
  const wrong = [...statuses].filter(([text, status]) => {
    const count = times.get(text) ?? 0
    // The outcome of a request that got 500 is unknown.
    return status === 201 ? count !== 1 : status === 503 ? count !== 0 : status !== 500 || count > 1
  })
  expect(wrong).toEqual([])
  expect(bodyOf(await get('cases?first=8')).cases).toHaveLength(8)
})

test(
  'after a fail-over that loses transactions, a reader who is ahead gets 410, and another one loses nothing',
  { tags: ['nightly'] },
  async () => {
    const { primary, standby } = await startClusters()
    const DATABASE_URL = urlOfHosts(urlOf(primary), urlOf(standby))
    const serve = startServe({ DATABASE_URL, PORT: '0', RATE_LIMIT: 'off' })
    const url = await serve.url
    const client = restClient({ url })
    const change = (text: string) => client.put('cases/1001', { ...codes, comments: [text] })
    const page = async (after: string) => bodyOf(await client.get(`events?after=${after}`)) as Page
    const opened = (after: string) => openStream(`${url}/api/v4/events?after=${after}`)
    const idsOf = ({ events }: OpenStream) => events.filter(({ event }) => event).map(({ id }) => id!)
    // The events of the import may wait for the first run of the relay.
    await expect.poll(() => runOn(primary, 'select count(*)::int from case_outbox')).toBe(0)
    const ahead = await opened('latest')
    expect((await change('Replicated.')).status).toBe(201)
    await expect.poll(() => idsOf(ahead)).toHaveLength(1)
    const kept = idsOf(ahead).at(-1)!
    const position = await runOn<string>(primary, 'select pg_current_wal_flush_lsn()')
    await expect.poll(() => runOn(standby, `select pg_last_wal_replay_lsn() >= '${position}'`)).toBe(true)
    await standby.stop('SIGINT')
    for (const text of ['Lost 1.', 'Lost 2.']) expect((await change(text)).status).toBe(201)
    const firstLost = 3
    await expect.poll(() => idsOf(ahead)).toHaveLength(3)
    const lost = idsOf(ahead)
    await primary.stop('SIGQUIT')
    await standby.start()
    await promote(standby)
    // The same versions of the same case get the same positions again.
    for (const text of ['Other 1.', 'Other 2.']) await expect.poll(async () => (await change(text)).status).toBe(201)
    // A request that got no answer may have been written too.
    await expect.poll(async () => (await page(kept)).events?.length).toBeGreaterThanOrEqual(2)
    expect(await ahead.ended).toBe(true)
    for (const cursor of lost.slice(1)) {
      expect((await client.get(`events?after=${cursor}`)).status).toBe(410)
      expect((await opened(cursor)).status).toBe(410)
    }
    const { events } = await page(kept)
    const sequences = events.map(({ sequence }) => sequence)
    expect(sequences).toEqual(events.map((_, index) => firstLost + index))
    expect(events.map(({ cursor }) => cursor)).not.toEqual(lost.slice(1))
    serve.child.kill('SIGTERM')
    expect(await serve.exited).toBe(0)
  },
)

test('a connection to a server that has become read-only is not used again', async () => {
  const { standby } = clusters
  const url = `${urlOf(standby)}?target_session_attrs=read-write`
  const database = await openUntilEnd(url, { poolSize: 1 })
  const readOnly = (value: string) => sql(database, `set default_transaction_read_only = ${value}`)
  const [before] = await sql<{ pid: string }>(database, 'select pg_backend_pid()::text as pid')
  await readOnly('on')
  await expect(sql(database, 'create table never ()')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  const [after] = await sql<{ pid: string }>(database, 'select pg_backend_pid()::text as pid')
  expect(after!.pid).not.toBe(before!.pid)
})

test('a host that hangs delays nothing after another one accepts writes', { tags: ['nightly'] }, async () => {
  await failOver(clusters)
  const [hanging, promoted] = [await startProxy(urlOf(clusters.standby)), await startProxy(urlOf(clusters.standby))]
  await promoted.takeAway()
  const url = urlOfHosts(hanging.url, promoted.url)
  const database = await openDatabase({ ...settings, url, queryTimeoutMs: 500 })
  onTestFinished(async () => {
    await Promise.all([hanging.takeAway(), promoted.takeAway()])
    await database.close()
  })
  const query = () => sql(database, 'select 1')
  await query()
  hanging.hang()
  await Promise.allSettled(Array.from({ length: 3 * settings.poolSize }, query))
  await promoted.bringBack()
  // A connection to the host that hangs takes longer.
  await expect
    .poll(
      () =>
        query().then(
          () => 'answered',
          () => 'rejected',
        ),
      { timeout: 4_000 },
    )
    .toBe('answered')
})

test(
  'a statement that waits for a former primary fails, even while a transaction is open',
  { tags: ['nightly'] },
  async () => {
    const { primary, standby } = await startClusters()
    const former = await startProxy(urlOf(primary))
    const url = urlOfHosts(former.url, urlOf(standby))
    // The timeout is longer than the test may take.
    const database = await openDatabase({ ...settings, url, queryTimeoutMs: 600_000 })
    onTestFinished(async () => {
      await former.takeAway()
      await database.close()
    })
    const [begun, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const transaction = database.transaction(() => {
      begun.resolve()
      return ending.promise
    })
    await begun.promise
    await sql(database, 'select 1')
    former.hang()
    const statement = sql(database, 'select 2')
    await promote(standby)
    await expect(statement).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await sql(database, 'select 3 as answer')).toEqual([{ answer: 3 }])
    ending.resolve()
    await expect(transaction).rejects.toThrow('The connection broke during a write')
  },
)

test(
  'a slow statement continues if the other host is another address of the same primary',
  { tags: ['nightly'] },
  async () => {
    await failOver(clusters)
    const [slow, other] = [await startProxy(urlOf(clusters.standby)), await startProxy(urlOf(clusters.standby))]
    const hosts = new PrimaryHosts(urlOfHosts(slow.url, other.url))
    const pool = new pg.Pool({
      connectionString: hosts.used.url,
      onConnect: (client) => hosts.accept(client as pg.Client),
    })
    onTestFinished(async () => {
      await pool.end()
      await Promise.all([slow.takeAway(), other.takeAway()])
    })
    watchConnections(pool, hosts)
    const client = await pool.connect()
    onTestFinished(() => client.release())
    const goOn = slow.hang()
    const statement = client.query('select 4 as answer')
    await expect.poll(() => new URL(hosts.used.url).host).toBe(new URL(other.url).host)
    goOn()
    expect((await statement).rows).toEqual([{ answer: 4 }])
  },
)

test('a slow statement does not cause requests to be rejected, even if its host accepts no connections', async () => {
  await failOver(clusters)
  const slow = await startProxy(urlOf(clusters.standby))
  onTestFinished(() => slow.takeAway())
  const hosts = new PrimaryHosts(urlOfHosts(slow.url, 'postgres://127.0.0.1:1'))
  await hosts.findPrimary()
  slow.hang()
  /** Whether the hosts were asked. A search directly after another one does nothing. */
  const hasSearched = async () => {
    const startedAt = performance.now()
    await hosts.findPrimary({ mayRejectRequests: false })
    return performance.now() - startedAt > 500
  }
  await expect.poll(hasSearched).toBe(true)
  expect(hosts.isInDoubt).toBe(false)
  await expect.poll(() => hosts.findPrimary().then(() => hosts.isInDoubt)).toBe(true)
})

test('a former primary that accepts writes again is not used, as primary or as replica, and the log names both', async () => {
  const { primary, standby } = clusters
  await failOver(clusters)
  await primary.start()
  const log: string[] = []
  const url = urlOfHosts(urlOf(primary), urlOf(standby))
  const replicas = { urls: [urlOf(primary)], maxLagMs: 60_000 }
  const database = await openDatabase({ ...settings, url, queryTimeoutMs: 5_000, replicas }, logTo(log))
  afterFile(() => database.close())
  const port = async () => (await sql<{ port: string }>(database, `select current_setting('port') as port`))[0]!.port
  expect(await port()).toBe(new URL(urlOf(standby)).port)
  const hosts = [
    { host: new URL(urlOf(primary)).host, timeline: 1 },
    { host: new URL(urlOf(standby)).host, timeline: 2 },
  ]
  const msg = 'DATABASE_URL: several hosts accept writes. Stop all but the one that is to stay.'
  expect(log.map((line) => JSON.parse(line) as unknown)).toEqual([{ level: 50, hosts, msg }])
  await standby.stop('SIGINT')
  for (let count = 0; count < 3; count++) await expect(port()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await standby.start()
  await expect.poll(() => port().catch(() => '')).toBe(new URL(urlOf(standby)).port)

  // As a standby that follows nobody. Its position is ahead of the new primary.
  const position = await runOn<string>(standby, 'select pg_current_wal_lsn()')
  while (await runOn(primary, `select pg_switch_wal() <= '${position}'`)) {
    await runOn(primary, `select pg_logical_emit_message(false, '', '')`)
  }
  await primary.stop('SIGINT')
  writeFileSync(join(primary.data, 'standby.signal'), '')
  await primary.start()
  onTestFinished(() => primary.stop('SIGQUIT'))
  const warnings: string[] = []
  const measured = new Replicas(database, database.replicas!, logTo(warnings))
  for (let count = 0; count < 2; count++) {
    await measured.run()
    expect(measured.choose()).toBeUndefined()
  }
  expect(warnings.join()).toContain('it is not on the timeline of the primary')
})
