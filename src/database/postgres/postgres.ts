import type { MikroORM } from '@mikro-orm/postgresql'
import { PostgresDialect } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'
import type { PostgresStore } from '../../settings/config.ts'
import { ownLoads, sharedLoads } from '../batched.ts'
import type { Database, Transaction } from '../database.ts'
import { DiskSpace } from '../disk-space.ts'
import { forkInTransaction, initOrm } from '../orm.ts'
import { openPool, type PostgresPool } from './postgres-pool.ts'
import { openReplica } from '../replicas/replica-server.ts'
import { createRunner, failure } from './statement-runner.ts'
import { asUnavailable } from '../unavailable.ts'

export async function openPostgres(store: PostgresStore, log?: Logger): Promise<Database> {
  const [orm, opened] = await openOrmPool(store, log)
  const { pool, names, transactionSettings, openLockClient } = opened
  const diskSpace = new DiskSpace()
  const { run, withClient, send } = createRunner(opened, { ...store, diskSpace })
  const { urls = [], maxLagMs = 0 } = store.replicas ?? {}
  const servers = await Promise.all(urls.map((url) => openReplica(url, store, log)))
  return {
    kind: 'postgresql',
    orm,
    poolSize: store.poolSize,
    diskSpace,
    run,
    ...sharedLoads,
    lacksPreparedStatements: () => names.areUnsupported,
    ...(servers.length > 0 && { replicas: { servers, maxLagMs } }),

    transaction(work) {
      return withClient(async (lease) => {
        const { client, discard } = lease
        let last: Promise<unknown> = Promise.resolve()
        try {
          await client.query(transactionSettings()?.begin ?? 'begin')
          const transaction: Transaction = {
            // One after the other, as the driver requires. Nothing is written before the commit.
            run(statement, values = []) {
              const result = last.then(() => send(lease, statement, values, { mayWrite: false }))
              last = result.catch(() => {})
              return result
            },
            ...ownLoads,
            forkEntityManager: () => forkInTransaction(orm, dialectOf(client)),
          }
          const result = await work(transaction)
          await client.query('commit').catch(async (error: unknown) => {
            throw await failure(error, lease, true)
          })
          return result
        } catch (error) {
          // Otherwise the next user of the connection would be in a transaction that is never committed.
          if (!lease.isDiscarded) {
            await last
            await client.query('rollback').catch(discard)
          }
          throw asUnavailable(error)
        }
      })
    },

    async exclusively(lock, work) {
      // On a separate connection: the pool may have only one, which the work needs.
      const client = await openLockClient()
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
    },

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

/** Opens the pool that MikroORM uses as well. */
async function openOrmPool(store: PostgresStore, log?: Logger): Promise<[MikroORM, PostgresPool]> {
  const orms: MikroORM[] = []
  const opened = await openPool(
    store,
    async (options, clientUrl) => {
      // MikroORM ignores the parameters of its URL, such as sslmode. They are in the connection string of the options.
      const orm = await initOrm({ clientUrl, pool: { min: 0, max: store.poolSize }, driverOptions: options })
      orms.push(orm)
      return (await orm.em.getConnection().getNativeClient()) as Pool
    },
    log,
  )
  return [orms[0]!, opened]
}

/** Kysely accepts only a pool. This one lends the given client and leaves it open. */
function dialectOf(client: PoolClient): PostgresDialect {
  const lent = { query: client.query.bind(client), release: () => {} }
  return new PostgresDialect({ pool: { options: {}, connect: async () => lent, end: async () => {} } })
}
