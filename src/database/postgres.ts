import { PostgresDialect } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { PostgresStore } from '../config.ts'
import { codeOf } from '../errors.ts'
import type { Database, Transaction } from './database.ts'
import { forkInTransaction, initOrm } from './orm.ts'
import { databaseBreaker } from './circuit-breaker.ts'
import { toObjects } from './rows.ts'
import { type Statement, typeParsers } from './statement.ts'
import { asUnavailable, isStatementRejected, rethrowWriteError } from './unavailable.ts'

const connectTimeoutMs = 5_000
/** Changes of several cases share a statement, so one that waits for a lock delays the others. */
const lockTimeoutMs = 1_000

export async function openPostgres(store: PostgresStore): Promise<Database> {
  const orm = await initOrm({
    clientUrl: store.url,
    pool: { min: 0, max: store.poolSize },
    driverOptions: {
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      idleTimeoutMillis: 0,
      ...(store.queryTimeoutMs === undefined ? {} : limits(store.queryTimeoutMs)),
    },
  })
  const pool = (await orm.em.getConnection().getNativeClient()) as Pool

  const types = { getTypeParser: (oid: number) => typeParsers[oid] ?? defaultParser(oid) }
  const defaultParser = (oid: number) => (pool.options.types ?? pgTypes).getTypeParser(oid, 'text')
  const { Client, types: pgTypes } = (await import('pg')).default

  async function query<Row>(
    client: PoolClient,
    statement: Statement<Row>,
    values: readonly unknown[],
    isNamed = store.preparedStatements,
  ): Promise<Row[]> {
    const { name, text } = statement
    const query = { text, values: values as unknown[], types, rowMode: 'array' as const }
    return toObjects(statement, await client.query(isNamed ? { name, ...query } : query)) as Row[]
  }

  async function connect(): Promise<PoolClient> {
    try {
      return await pool.connect()
    } catch (error) {
      throw asUnavailable(error, false)
    }
  }

  const withBreaker = databaseBreaker(store.queryTimeoutMs ?? Infinity)

  /** Runs the work on a connection of the pool. After `discard`, the connection is closed instead of being reused. */
  function withClient<Result>(work: (client: PoolClient, discard: () => void) => Promise<Result>): Promise<Result> {
    return withBreaker(async () => {
      const client = await connect()
      let isDiscarded = false
      const discard = () => {
        isDiscarded = true
      }
      try {
        return await work(client, discard)
      } catch (error) {
        const known = asUnavailable(error, true)
        if (known !== error && !isStatementRejected(error)) discard()
        throw known
      } finally {
        client.release(isDiscarded)
      }
    })
  }

  return {
    kind: 'postgresql',
    orm,

    run(statement, values = []) {
      return withClient(async (client) => {
        try {
          return await query(client, statement, values)
        } catch (error) {
          // A migration changed the result of the prepared plan. Without a name, the statement is planned anew.
          if (!isStalePlan(error)) throw error
          return query(client, statement, values, false)
        }
      })
    },

    transaction(work) {
      return withClient(async (client, discard) => {
        await client.query('begin')
        try {
          const transaction: Transaction = {
            run: (statement, values = []) => query(client, statement, values),
            forkEntityManager: () => forkInTransaction(orm, dialectOf(client)),
          }
          const result = await work(transaction)
          await client.query('commit').catch(rethrowWriteError)
          return result
        } catch (error) {
          // Otherwise the next user of the connection would be in a transaction that is never committed.
          await client.query('rollback').catch(discard)
          throw error
        }
      })
    },

    async exclusively(lock, work) {
      // On a connection of its own: the pool may have only one, which the work needs. Closing it releases the lock.
      const client = new Client(pool.options)
      client.on('error', () => {})
      try {
        await client.connect()
        await client.query('select pg_advisory_lock($1)', [lock])
        return await work()
      } catch (error) {
        throw asUnavailable(error, true)
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
      await orm.close()
      // The ORM ends the pool only if it has used it.
      if (!pool.ending) await pool.end()
    },
  }
}

/** Kysely accepts only a pool. This one lends the given client and leaves it open. */
function dialectOf(client: PoolClient): PostgresDialect {
  const lent = { query: client.query.bind(client), release: () => {} }
  return new PostgresDialect({ pool: { options: {}, connect: async () => lent, end: async () => {} } })
}

/** How long a statement may take, on this side and on the server. */
function limits(queryTimeoutMs: number) {
  const set = `set lock_timeout = ${lockTimeoutMs}; set statement_timeout = ${queryTimeoutMs * 0.9}`
  return {
    query_timeout: queryTimeoutMs,
    // Poolers reject these as connection parameters. If the connection breaks here, its first user gets the error.
    onConnect: (client: PoolClient) => client.query(set).catch(() => {}),
  }
}

function isStalePlan(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '0A000' && error.message.includes('cached plan')
}
