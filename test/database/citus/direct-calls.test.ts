import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '../../../src/auth/viewer.ts'
import { caseFacts } from '../../../src/cases/case-facts.ts'
import type { Database } from '../../../src/database/database.ts'
import { openPostgres } from '../../../src/database/postgres/postgres.ts'
import { afterFile } from '../../support/cleanup.ts'
import { freshDatabase, isDistributed, sql, urlOf } from '../../support/database/database.ts'
import { olga } from '../../support/requests/credentials.ts'

const key = { tokenHash: hashToken(olga.token), caseId: 1001 }
const poolSize = 5

// Needs a cluster: TEST_CITUS_URL.
describe.runIf(isDistributed)('a process that is connected to all workers', () => {
  let workers: { host: string; port: number }[]
  let given: URL
  let database: Database

  beforeAll(async () => {
    const entry = await freshDatabase()
    given = new URL(urlOf(entry)!)
    workers = await sql(entry, 'select nodename as host, nodeport as port from pg_dist_node where shouldhaveshards')
    const hosts = workers.map(({ host, port }) => `${host}:${port}`).join()
    const url = `postgresql://${given.username}@${hosts}${given.pathname}?load_balance_hosts=random`
    database = await openPostgres({ kind: 'postgresql', url, poolSize, preparedStatements: true })
    afterFile(() => database.close())
  })

  /** The ports of the workers to which a process has sent the call itself. */
  async function portsOfCall(name: string): Promise<number[]> {
    const calls = `select from pg_stat_activity
      where datname = current_database() and query like $1 and application_name not like 'citus%' and pid <> pg_backend_pid()`
    const ports: number[] = []
    for (const { host, port } of workers) {
      const url = new URL(given)
      url.hostname = host
      url.port = `${port}`
      const client = new pg.Client({ connectionString: url.href })
      await client.connect()
      const { rowCount } = await client.query(calls, [`% from ${name}\\_%`]).finally(() => client.end())
      if (rowCount) ports.push(port)
    }
    return ports
  }

  test('sends calls to the worker that has the case, and its figures contain these connections', async () => {
    const perWorker = Math.ceil(poolSize / workers.length)
    const before = database.pool!()
    expect(before).toMatchObject({ waiting: 0, max: poolSize + perWorker * workers.length })
    expect(await database.load(caseFacts, key)).toMatchObject({ case: { id: 1001 } })
    expect(database.pool!()).toMatchObject({ total: before.total + 1, idle: before.idle + 1 })
    const [place] = await sql<{ port: number }>(
      database,
      `select nodeport as port from citus_shards where shardid = get_shard_id_for_distribution_column('cases', 1001)`,
    )
    expect(await portsOfCall('case_facts')).toEqual([place!.port])
    await Promise.all(Array.from({ length: 100 }, () => database.load(caseFacts, key)))
    expect(database.pool!()).toMatchObject({ total: before.total + perWorker, idle: before.idle + perWorker })
  })
})
