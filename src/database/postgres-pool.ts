import type { MikroORM } from '@mikro-orm/postgresql'
import type { Pool, PoolClient } from 'pg'
import type { PostgresStore } from '../config.ts'
import { codeOf } from '../errors.ts'
import { initOrm } from './orm.ts'
import {
  checkSettings,
  forTransaction,
  sessionSettings,
  type TransactionSettings,
  withStartupOptions,
} from './session-settings.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const connectTimeoutMs = 5_000

export interface PostgresPool {
  orm: MikroORM
  pool: Pool
  /** Takes a connection from the pool, or throws DatabaseUnavailable. */
  connect(): Promise<PoolClient>
  /** The settings to send with each transaction; undefined if every connection has them. */
  transactionSettings(): TransactionSettings | undefined
}

/** Opens a pool whose connections have the service's settings. Behind a pooler, each transaction has to send them. */
export async function openPool({ url, poolSize, queryTimeoutMs }: PostgresStore): Promise<PostgresPool> {
  const settings = sessionSettings(queryTimeoutMs)
  const perTransaction = forTransaction(settings)
  let isSettled = true

  /** A pooler has process IDs of its own. It may drop options, and it runs the next transaction on another connection. */
  async function onConnect(client: PoolClient & { processID?: number }): Promise<void> {
    if (!isSettled) return
    const { rows } = await client.query<{ pid: number; settled: number }>(checkSettings, [JSON.stringify(settings)])
    const [{ pid, settled } = { pid: 0, settled: 0 }] = rows
    isSettled = pid === client.processID && settled === Object.keys(settings).length
  }

  const connectionString = withStartupOptions(url, settings)
  const orm = await initOrm({
    clientUrl: url,
    pool: { min: 0, max: poolSize },
    driverOptions: {
      // MikroORM ignores the parameters of its URL, such as sslmode.
      connectionString,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      idleTimeoutMillis: 0,
      onConnect,
      ...(queryTimeoutMs === undefined ? {} : { query_timeout: queryTimeoutMs }),
    },
  })
  const pool = (await orm.em.getConnection().getNativeClient()) as Pool

  async function connect(): Promise<PoolClient> {
    const isWithOptions = pool.options.connectionString === connectionString
    try {
      return await pool.connect()
    } catch (error) {
      // Poolers reject startup options that they do not know.
      if (codeOf(error) !== '08P01' || !isWithOptions) throw new DatabaseUnavailable(error)
      pool.options.connectionString = url
      return connect()
    }
  }

  return { orm, pool, connect, transactionSettings: () => (isSettled ? undefined : perTransaction) }
}
