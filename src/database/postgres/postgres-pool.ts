import pg, { type ClientBase, type ClientConfig, type Pool, type PoolClient, type PoolConfig } from 'pg'
import type { Logger } from 'pino'
import type { PostgresStore } from '../../config.ts'
import { codeOf } from '../../errors.ts'
import { closeConnectionsToFormerPrimary } from './former-primary.ts'
import { PrimaryHosts } from './primary-hosts.ts'
import {
  checkSettings,
  forTransaction,
  type SettingsCheck,
  sessionSettings,
  type TransactionSettings,
  withStartupOptions,
} from './session-settings.ts'
import { DatabaseUnavailable } from '../unavailable.ts'

const defaultConnectTimeoutMs = 5_000
const hostTimeoutMs = 2_000

/** What the pool of a server needs to know. */
export type PoolSettings = Pick<PostgresStore, 'url' | 'poolSize' | 'queryTimeoutMs'> & { connectTimeoutMs?: number }

export interface PostgresPool {
  pool: Pool
  /** Takes a connection from the pool, or throws DatabaseUnavailable. */
  connect(): Promise<PoolClient>
  /** Notes that the server of the pool rejected a write. */
  onReadOnly(): void
  /** Notes that the server of the pool did not respond to a statement in time. */
  onUnanswered(): void
  /** The settings to send with each transaction; undefined if every connection has them. */
  transactionSettings(): TransactionSettings | undefined
  /** Whether Citus distributes the cases. Known when the first connection is open. */
  isDistributed(): boolean
}

/** Creates a pool of the driver. */
export function createPool(options: PoolConfig): Promise<Pool> {
  const pool = new pg.Pool(options)
  // The pool removes broken connections. Without these listeners, their errors would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return Promise.resolve(pool)
}

/** With several hosts, connections to one that hangs must not fill the pool when another one is found. */
class ImpatientClient extends pg.Client {
  constructor(options: ClientConfig) {
    super({ ...options, connectionTimeoutMillis: hostTimeoutMs })
  }
}

/**
 * Opens a pool whose connections have the service's settings. Behind a pooler, each transaction has to send them.
 * `create` creates the pool with these options.
 */
export async function openPool(
  { url, poolSize, queryTimeoutMs, connectTimeoutMs = defaultConnectTimeoutMs }: PoolSettings,
  create: (options: PoolConfig, url: string) => Promise<Pool>,
  log?: Logger,
): Promise<PostgresPool> {
  const settings = sessionSettings(queryTimeoutMs)
  const perTransaction = forTransaction(settings)
  const hosts = new PrimaryHosts(url, log)
  let hasStartupOptions = true
  let isSettled = true
  let isDistributed = false

  /** A pooler has other process IDs. It may drop options, and it runs the next transaction on another connection. */
  async function onConnect(client: ClientBase & { processID?: number | undefined }): Promise<void> {
    await hosts.check(client)
    if (!isSettled) return
    const { rows } = await client.query<SettingsCheck>(checkSettings, [JSON.stringify(settings)])
    const [{ pid, settled, is_distributed } = { pid: 0, settled: 0, is_distributed: false }] = rows
    isDistributed = is_distributed
    isSettled = pid === client.processID && settled === Object.keys(settings).length
  }

  const connectionString = () => (hasStartupOptions ? withStartupOptions(hosts.url, settings) : hosts.url)
  const options = {
    connectionString: connectionString(),
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    idleTimeoutMillis: 0,
    onConnect,
    ...(hosts.areSeveral && { Client: ImpatientClient as unknown as NonNullable<PoolConfig['Client']> }),
    ...(queryTimeoutMs === undefined ? {} : { query_timeout: queryTimeoutMs }),
  }
  const pool = await create(options, hosts.url)
  if (hosts.areSeveral) closeConnectionsToFormerPrimary(pool, hosts)
  const take: () => Promise<PoolClient> = pool.connect.bind(pool)

  async function resolveDoubt(): Promise<void> {
    await hosts.findPrimary()
    if (hosts.isInDoubt) throw new DatabaseUnavailable(new Error('The primary does not respond.'))
  }

  async function connect(): Promise<PoolClient> {
    if (hosts.isInDoubt) await resolveDoubt()
    // Another host may have been found since the last connection.
    if (hosts.areSeveral) pool.options.connectionString = connectionString()
    const tried = pool.options.connectionString
    try {
      const client = await take()
      if (!hosts.isOutdated(client)) return client
      client.release(true)
    } catch (error) {
      // Poolers reject startup options that they do not know.
      if (codeOf(error) === '08P01' && hasStartupOptions) hasStartupOptions = false
      else await hosts.findPrimary()
      if (connectionString() === tried) throw new DatabaseUnavailable(error)
    }
    pool.options.connectionString = connectionString()
    return connect()
  }

  // MikroORM takes connections from the pool, too. It expects the errors of the driver.
  pool.connect = () =>
    connect().catch((error: DatabaseUnavailable) => {
      throw error.cause ?? error
    })

  return {
    pool,
    connect,
    onReadOnly: () => void hosts.findPrimary(),
    onUnanswered: () => hosts.onUnanswered(),
    transactionSettings: () => (isSettled ? undefined : perTransaction),
    isDistributed: () => isDistributed,
  }
}
