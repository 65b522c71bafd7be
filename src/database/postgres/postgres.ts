import type { MikroORM } from '@mikro-orm/postgresql'
import { PostgresDialect } from 'kysely'
import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import type { PostgresStore } from '../../settings/store.ts'
import { ownLoads, sharedLoads } from '../statements/batched.ts'
import type { Database, ReplicaServer, Transaction } from '../database.ts'
import { DiskSpace } from '../disk-space.ts'
import { type Entities, forkInTransaction, initOrm } from '../schema/orm.ts'
import { PostgresPool } from './postgres-pool.ts'
import type { PoolSession } from './session-settings.ts'
import { failure, StatementRunner } from './statement-runner.ts'
import { asUnavailable } from '../unavailable.ts'

export async function openPostgres(store: PostgresStore, entities: Entities, log?: Logger): Promise<Database> {
  const connections = new PostgresPool(store, log)
  const { pool, hosts, names, session } = connections
  const orm = await initOrm({ clientUrl: hosts.used.url, driverOptions: new PostgresDialect({ pool }) }, entities)
  const diskSpace = new DiskSpace()
  const runner = new StatementRunner(connections, { ...store, diskSpace })
  const { urls = [], maxLagMs = 0 } = store.replicas ?? {}
  const servers = urls.map((url) => openReplica(url, store, log))
  return {
    kind: 'postgresql',
    orm,
    diskSpace,
    run: runner.run,
    ...sharedLoads,
    lacksPreparedStatements: () => names.state === 'unsupported',
    ...(servers.length > 0 && { replicas: { servers, maxLagMs } }),
    transaction: (work) => inTransaction(runner, session, orm, work),
    exclusively: (lock, work) => whileHolding(lock, connections, work),
    pool: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: store.poolSize,
    }),
    async close() {
      await Promise.all(servers.map((each) => each.close()))
      await orm.close()
      // The ORM ends the pool only if it has used it.
      if (!pool.ending) await pool.end()
    },
  }
}

/** A read that takes longer is repeated on the primary, and so is one that gets no connection in time. */
const replicaLimits = { queryTimeoutMs: 2_000, connectTimeoutMs: 1_000 }

/** Opens a replica. It connects when it is used. */
export function openReplica(url: string, { poolSize, preparedStatements }: PostgresStore, log?: Logger): ReplicaServer {
  const connections = new PostgresPool({ url, poolSize, preparedStatements, ...replicaLimits }, log)
  const { run } = new StatementRunner(connections, replicaLimits)
  return { name: new URL(url).host, run, ...sharedLoads, close: () => connections.pool.end() }
}

function inTransaction<Result>(
  runner: StatementRunner,
  session: PoolSession,
  orm: MikroORM,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return runner.withClient(async (lease) => {
    const { client } = lease
    let last: Promise<unknown> = Promise.resolve()
    try {
      await client.query(session.perTransaction?.begin ?? 'begin')
      const result = await work({
        kind: 'postgresql',
        // One after the other, as the driver requires. Nothing is written before the commit.
        run(statement, values = []) {
          const rows = last.then(() => runner.send(lease, statement, values, { mayWrite: false }))
          last = rows.catch(() => {})
          return rows
        },
        ...ownLoads,
        forkEntityManager: () => forkInTransaction(orm, dialectOf(client)),
      })
      await client.query('commit').catch(async (error: unknown) => {
        throw await failure(error, lease, true)
      })
      return result
    } catch (error) {
      // Otherwise the next user of the connection would be in a transaction that is never committed.
      if (!lease.isDiscarded) {
        await last
        await client.query('rollback').catch(() => (lease.isDiscarded = true))
      }
      throw asUnavailable(error)
    }
  })
}

async function whileHolding<Result>(
  lock: number,
  connections: PostgresPool,
  work: () => Promise<Result>,
): Promise<Result> {
  // On a separate connection: the pool may have only one, which the work needs.
  const client = await connections.openLockClient()
  try {
    // In a transaction, because a session's lock would stay with a pooler's connection.
    await client.query('begin; set local idle_in_transaction_session_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [lock])
    return await work()
  } catch (error) {
    throw asUnavailable(error)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Kysely accepts only a pool. This one lends the given client and leaves it open. */
function dialectOf(client: PoolClient): PostgresDialect {
  const lent = { query: client.query.bind(client), release: () => {} }
  return new PostgresDialect({ pool: { options: {}, connect: async () => lent, end: async () => {} } })
}
