import { expect, test } from 'vitest'
import { promote, requireStandby } from '../../bench/standby.ts'
import { openPostgres } from '../../src/database/postgres.ts'
import { afterFile } from '../support/cleanup.ts'
import { type Clusters, startClusters, urlOf } from '../support/clusters.ts'
import { sql } from '../support/database.ts'
import { sendRaw } from '../support/http.ts'
import { bodyOf, restClient } from '../support/rest-client.ts'
import { useServer } from '../support/server.ts'

let clusters: Clusters

/** Both servers in one URL. The first one is the standby, so that the search for the primary begins with the first request. */
function urlOfBoth({ primary, standby }: Clusters): string {
  const [first, second] = [new URL(urlOf(standby)), new URL(urlOf(primary))]
  return `postgres://postgres@${first.host},${second.host}/postgres?target_session_attrs=read-write`
}

const server = useServer({
  async database() {
    clusters = await startClusters()
    await requireStandby(clusters.primary)
    const database = await openPostgres({
      kind: 'postgresql',
      url: urlOfBoth(clusters),
      poolSize: 8,
      preparedStatements: true,
      queryTimeoutMs: 5_000,
      replicas: { urls: [urlOf(clusters.standby)], maxLagMs: 60_000 },
    })
    afterFile(() => database.close())
    return database
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
  await expect.poll(readiness, { timeout: 5_000, interval: 10 }).toBe(200)
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

test('a connection to a server that has become read-only is not used again', async () => {
  const { standby } = clusters
  const url = `${urlOf(standby)}?target_session_attrs=read-write`
  const database = await openPostgres({ kind: 'postgresql', url, poolSize: 1, preparedStatements: true })
  afterFile(() => database.close())
  const readOnly = (value: string) => sql(database, `set default_transaction_read_only = ${value}`)
  const [before] = await sql<{ pid: string }>(database, 'select pg_backend_pid()::text as pid')
  await readOnly('on')
  await expect(sql(database, 'create table never ()')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  const [after] = await sql<{ pid: string }>(database, 'select pg_backend_pid()::text as pid')
  expect(after!.pid).not.toBe(before!.pid)
})
