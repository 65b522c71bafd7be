import { PostgresDialect } from 'kysely'
import pg, { type PoolClient, type QueryArrayConfig } from 'pg'
import type { PostgresStore } from '../config.ts'
import { codeOf } from '../errors.ts'
import { databaseBreaker } from './circuit-breaker.ts'
import type { Database, Transaction } from './database.ts'
import { forkInTransaction } from './orm.ts'
import { openPool } from './postgres-pool.ts'
import { queryWithSettings } from './query-with-settings.ts'
import { toObjects } from './rows.ts'
import { type Statement, typeParsers } from './statement.ts'
import { asUnavailable, isConflict, isFromPostgresql, outcomeUnknown, repeatAfterConflict } from './unavailable.ts'

/** A connection that was taken from the pool. */
interface Lease {
  client: PoolClient
  /** Lets the connection be closed instead of being reused. */
  discard(): void
}

interface SendOptions {
  /** Whether PostgreSQL may commit a change before it responds. */
  mayWrite: boolean
  isNamed?: boolean
  /** Statements without rows that run first, in the same transaction. */
  settings?: readonly string[] | undefined
}

export async function openPostgres(store: PostgresStore): Promise<Database> {
  const { orm, pool, connect, transactionSettings } = await openPool(store)
  const withBreaker = databaseBreaker(store.queryTimeoutMs ?? Infinity)

  const types = { getTypeParser: (oid: number) => typeParsers[oid] ?? defaultParser(oid) }
  const defaultParser = (oid: number) => (pool.options.types ?? pg.types).getTypeParser(oid, 'text')

  /** Runs the work on a connection of the pool. */
  function withClient<Result>(work: (lease: Lease) => Promise<Result>): Promise<Result> {
    return withBreaker(async () => {
      const client = await connect()
      let isDiscarded = false
      const discard = () => {
        isDiscarded = true
      }
      try {
        return await work({ client, discard })
      } finally {
        client.release(isDiscarded)
      }
    })
  }

  async function send<Row>(
    lease: Lease,
    statement: Statement<Row>,
    values: readonly unknown[],
    { mayWrite, isNamed = store.preparedStatements && !statement.varies, settings }: SendOptions,
  ): Promise<Row[]> {
    const { client, discard } = lease
    const { name, text } = statement
    const unnamed = { text, values: values as unknown[], types, rowMode: 'array' as const }
    const query: QueryArrayConfig = isNamed ? { name, ...unnamed } : unnamed
    try {
      const result = settings ? queryWithSettings(client, settings, query) : client.query(query)
      return toObjects(statement, await result) as Row[]
    } catch (error) {
      // pg may believe that the statement is prepared, because the settings were.
      if (settings && isNamed) discard()
      throw await failure(error, lease, mayWrite)
    }
  }

  return {
    kind: 'postgresql',
    orm,

    run(statement, values = []) {
      return withClient(async (lease) => {
        const options = { mayWrite: statement.writes ?? false, settings: transactionSettings()?.implicit }
        try {
          return await send(lease, statement, values, options)
        } catch (error) {
          if (isConflict(error)) return repeatAfterConflict(() => send(lease, statement, values, options))
          // A migration changed the result of the prepared plan. Without a name, the statement is planned anew.
          if (isStalePlan(error)) return send(lease, statement, values, { ...options, isNamed: false })
          throw error
        }
      })
    },

    transaction(work) {
      return withClient(async (lease) => {
        const { client, discard } = lease
        try {
          await client.query(transactionSettings()?.begin ?? 'begin')
          const transaction: Transaction = {
            // Nothing is written before the commit.
            run: (statement, values = []) => send(lease, statement, values, { mayWrite: false }),
            forkEntityManager: () => forkInTransaction(orm, dialectOf(client)),
          }
          const result = await work(transaction)
          await client.query('commit').catch(async (error: unknown) => {
            throw await failure(error, lease, true)
          })
          return result
        } catch (error) {
          // Otherwise the next user of the connection would be in a transaction that is never committed.
          await client.query('rollback').catch(discard)
          throw asUnavailable(error)
        }
      })
    },

    async exclusively(lock, work) {
      // On a connection of its own: the pool may have only one, which the work needs.
      const first = await connect()
      first.release()
      const client = new pg.Client(pool.options)
      client.on('error', () => {})
      try {
        await client.connect()
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
      await orm.close()
      // The ORM ends the pool only if it has used it.
      if (!pool.ending) await pool.end()
    },
  }
}

/**
 * The one rule for errors after a statement was sent: only PostgreSQL's own error for it, in a session that goes on,
 * proves that nothing was written. A pooler's error, a fatal one or a broken connection can come after the commit.
 */
async function failure(error: unknown, { client, discard }: Lease, mayWrite: boolean): Promise<unknown> {
  const isOwn = isFromPostgresql(error)
  if (!isOwn) discard()
  const isUnwritten = !mayWrite || (isOwn && (await goesOn(client)))
  return isUnwritten ? asUnavailable(error) : outcomeUnknown(error)
}

/** Whether the session still responds after an error. PostgreSQL translates the severity, so it cannot be compared. */
function goesOn(client: PoolClient): Promise<boolean> {
  return client.query('').then(
    () => true,
    () => false,
  )
}

/** Kysely accepts only a pool. This one lends the given client and leaves it open. */
function dialectOf(client: PoolClient): PostgresDialect {
  const lent = { query: client.query.bind(client), release: () => {} }
  return new PostgresDialect({ pool: { options: {}, connect: async () => lent, end: async () => {} } })
}

function isStalePlan(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '0A000' && error.message.includes('cached plan')
}
