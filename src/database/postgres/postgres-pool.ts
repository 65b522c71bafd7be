import pg, { type Client, type Pool, type PoolClient, type PoolConfig } from 'pg'
import type { Logger } from 'pino'
import type { PostgresStore } from '../../settings/config.ts'
import { codeOf } from '../../errors/system-errors.ts'
import { clientOf } from './host-client.ts'
import { PrimaryHosts } from './primary-hosts.ts'
import {
  checkSettings,
  forTransaction,
  type SettingsCheck,
  sessionSettings,
  type TransactionSettings,
  withStartupOptions,
} from './session-settings.ts'
import { StatementNames } from './statement-names.ts'
import { DatabaseUnavailable } from '../unavailable.ts'
import { watchConnections } from './watch-connections.ts'

const defaultConnectTimeoutMs = 5_000

/** What the pool of a server needs to know. */
export type PoolSettings = Pick<
  PostgresStore,
  'url' | 'poolSize' | 'preparedStatements' | 'queryTimeoutMs' | 'connectTimeoutMs'
>

export interface PostgresPool {
  pool: Pool
  names: StatementNames
  /** Takes a connection from the pool, or throws DatabaseUnavailable. */
  connect(): Promise<PoolClient>
  /** Opens a connection outside of the pool, for locks. */
  openLockClient(): Promise<Client>
  /** Notes that the server of the connection rejected a write. */
  onReadOnly(): void
  /** Notes that it did not respond to a statement in time. */
  onUnanswered(): void
  /** The settings to send with each transaction; undefined if every connection has them. */
  transactionSettings(): TransactionSettings | undefined
}

/** Creates a pool of the driver. */
export function createPool(options: PoolConfig): Promise<Pool> {
  const pool = new pg.Pool(options)
  // The pool removes broken connections. Without these listeners, their errors would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return Promise.resolve(pool)
}

/**
 * Opens a pool whose connections have the service's settings. Behind a pooler, each transaction has to send them.
 * `create` creates the pool with these options.
 */
export async function openPool(
  { url, poolSize, preparedStatements, queryTimeoutMs, connectTimeoutMs = defaultConnectTimeoutMs }: PoolSettings,
  create: (options: PoolConfig, url: string) => Promise<Pool>,
  log?: Logger,
): Promise<PostgresPool> {
  const settings = sessionSettings(queryTimeoutMs)
  const perTransaction = forTransaction(settings)
  const hosts = new PrimaryHosts(url, log)
  let hasStartupOptions = true
  let isSettled = true
  const names = new StatementNames(preparedStatements, log)

  /** A pooler has other process IDs. It may drop options, and it runs the next transaction on another connection. */
  async function check(client: Client & { processID?: number | undefined }): Promise<void> {
    if (!isSettled) return
    const { rows } = await client.query<SettingsCheck>(checkSettings, [JSON.stringify(settings)])
    const [{ pid, settled } = { pid: 0, settled: 0 }] = rows
    isSettled = pid === client.processID && settled === Object.keys(settings).length
  }

  const HostClient = clientOf(hosts, {
    urlOf: (host) => (hasStartupOptions ? withStartupOptions(host.url, settings) : host.url),
    isExpected: (error) => isOptionError(error) && hasStartupOptions,
    prepare: check,
  })
  const options = {
    Client: HostClient as unknown as NonNullable<PoolConfig['Client']>,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    idleTimeoutMillis: 0,
    ...(queryTimeoutMs === undefined ? {} : { query_timeout: queryTimeoutMs }),
  }
  const pool = await create(options, hosts.used.url)
  if (hosts.areSeveral) watchConnections(pool, hosts)
  const take: () => Promise<PoolClient> = pool.connect.bind(pool)

  async function connect(): Promise<PoolClient> {
    await hosts.ready()
    const hadStartupOptions = hasStartupOptions
    try {
      const client = await take()
      if (!isSettled) await names.check(openClient)
      if (hosts.isUsable(client)) return returned(client)
      client.release(true)
    } catch (error) {
      // Poolers reject startup options that they do not know.
      if (isOptionError(error) && hadStartupOptions) hasStartupOptions = false
      else if (!(await hosts.hasNextAfter(error))) throw new DatabaseUnavailable(error)
    }
    return connect()
  }

  function returned(client: PoolClient): PoolClient {
    const release = client.release
    client.release = (error) => release(error || !hosts.isUsable(client))
    return client
  }

  const openClient = (): Promise<Client> => new HostClient(pool.options).connect()

  async function openLockClient(): Promise<Client> {
    // Finds a host that can be used.
    const first = await connect()
    first.release()
    try {
      return await openClient()
    } catch (error) {
      throw new DatabaseUnavailable(error)
    }
  }

  // MikroORM takes connections from the pool, too. It expects the errors of the driver.
  pool.connect = () =>
    connect().catch((error: DatabaseUnavailable) => {
      throw error.cause ?? error
    })

  return {
    pool,
    names,
    connect,
    openLockClient,
    onReadOnly: () => hosts.onReadOnly(),
    onUnanswered: () => hosts.onUnanswered(),
    transactionSettings: () => (isSettled ? undefined : perTransaction),
  }
}

const isOptionError = (error: unknown) => codeOf(error) === '08P01'
