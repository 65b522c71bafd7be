import type { Pool, PoolClient } from 'pg'
import type { PostgresStore } from '../config.ts'
import type { Database } from './database.ts'
import { initOrm } from './orm.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import { toObjects } from './rows.ts'
import { type Queryable, type Statement, typeParsers } from './statement.ts'
import { asUnavailable, isRefusal, refuseToPromise } from './unavailable.ts'

const connectTimeoutMs = 5_000
/** Changes of several cases share a statement: one that waits for somebody's lock keeps the others waiting. */
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

  const silence = new CircuitBreaker(store.queryTimeoutMs ?? Infinity)

  /** Lends a connection to the work, which may give it up: then it is closed instead of being lent again. */
  function withClient<Result>(work: (client: PoolClient, giveUp: () => void) => Promise<Result>): Promise<Result> {
    return silence.watch(async () => {
      const client = await connect()
      let isGivenUp = false
      const giveUp = () => {
        isGivenUp = true
      }
      try {
        return await work(client, giveUp)
      } catch (error) {
        const known = asUnavailable(error, true)
        if (known !== error && !isRefusal(error)) giveUp()
        throw known
      } finally {
        client.release(isGivenUp)
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
          // A migration changed what the prepared plan returns; a plan without a name is made anew.
          if (!isStalePlan(error)) throw error
          return query(client, statement, values, false)
        }
      })
    },

    transaction(work) {
      return withClient(async (client, giveUp) => {
        await client.query('begin')
        try {
          const transaction: Queryable = { run: (statement, values = []) => query(client, statement, values) }
          const result = await work(transaction)
          await client.query('commit').catch(refuseToPromise)
          return result
        } catch (error) {
          // The next one to use this connection would be within the transaction, which nobody commits.
          await client.query('rollback').catch(giveUp)
          throw error
        }
      })
    },

    async exclusively(lock, work) {
      // Beside the pool, which may have a single connection: that one is for the work. The lock goes with its own.
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
      // The ORM ends a pool only where it has run a statement of its own on it.
      if (!pool.ending) await pool.end()
    },
  }
}

/** How long a statement may take, here and on the server. */
function limits(queryTimeoutMs: number) {
  const set = `set lock_timeout = ${lockTimeoutMs}; set statement_timeout = ${queryTimeoutMs * 0.9}`
  return {
    query_timeout: queryTimeoutMs,
    // Poolers refuse these among the parameters of a connection. Where it breaks, that is told to whoever uses it next.
    onConnect: (client: PoolClient) => client.query(set).catch(() => {}),
  }
}

function isStalePlan(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '0A000' && error.message.includes('cached plan')
}
