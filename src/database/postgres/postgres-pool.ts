import pg, { type Client, type ClientBase, type ClientConfig, type Pool, type PoolClient } from 'pg'
import type { Logger } from 'pino'
import type { PostgresStore } from '../../settings/store.ts'
import { codeOf } from '../../errors/system-errors.ts'
import { PrimaryHosts } from './primary-hosts.ts'
import { PoolSession, sessionSettings } from './session-settings.ts'
import { StatementNames } from './statement-names.ts'
import { typeParsers } from '../statements/statement.ts'
import { DatabaseUnavailable } from '../unavailable.ts'
import { watchConnections } from './watch-connections.ts'

const defaultConnectTimeoutMs = 5_000
/** With several hosts, connections to one that hangs must not fill the pool when another one is found. */
const hostTimeoutMs = 2_000

const types = { getTypeParser: (oid: number) => typeParsers[oid] ?? pg.types.getTypeParser(oid, 'text') }

type PoolSettings = Pick<
  PostgresStore,
  'url' | 'poolSize' | 'preparedStatements' | 'queryTimeoutMs' | 'connectTimeoutMs'
>

/** Connections with the service's settings to the host that is to be used. Behind a pooler, each transaction has to send them. */
export class PostgresPool {
  /** The driver's pool, for MikroORM. It throws the errors of the driver. */
  readonly pool: Pool
  readonly hosts: PrimaryHosts
  readonly names: StatementNames
  readonly session: PoolSession
  readonly #HostClient: typeof Client
  readonly #prepareTimeoutMs: number
  readonly #take: () => Promise<PoolClient>

  constructor(settings: PoolSettings, log?: Logger) {
    const { url, poolSize, queryTimeoutMs, connectTimeoutMs = defaultConnectTimeoutMs } = settings
    this.hosts = new PrimaryHosts(url, log)
    this.names = new StatementNames(settings.preparedStatements, log)
    this.session = new PoolSession(sessionSettings(queryTimeoutMs))
    this.#prepareTimeoutMs = Math.min(connectTimeoutMs, queryTimeoutMs ?? Infinity)
    this.#HostClient = clientOf(this.hosts, this.session)
    this.pool = new pg.Pool({
      Client: this.#HostClient,
      onConnect: (client) => this.#prepare(client),
      max: poolSize,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      idleTimeoutMillis: 0,
      types,
      ...(queryTimeoutMs === undefined ? {} : { query_timeout: queryTimeoutMs }),
    })
    // The pool removes broken connections. Without this listener, their errors would end the process.
    this.pool.on('error', () => {})
    if (this.hosts.areSeveral) watchConnections(this.pool, this.hosts)
    this.#take = this.pool.connect.bind(this.pool)
    this.pool.connect = () =>
      this.connect().catch((error: DatabaseUnavailable) => {
        throw error.cause ?? error
      })
  }

  /** Takes a connection from the pool, or throws DatabaseUnavailable. */
  async connect(): Promise<PoolClient> {
    const { hosts, names, session } = this
    await hosts.ready()
    const host = hosts.used
    const { hasStartupOptions } = session
    try {
      const client = await this.#take()
      if (session.perTransaction) await names.check(() => this.#open())
      if (hosts.isUsable(client)) return client
      client.release(true)
    } catch (error) {
      // Poolers reject startup options that they do not know.
      if (codeOf(error) === '08P01' && hasStartupOptions) session.hasStartupOptions = false
      else if (!(await hosts.isOtherThan(host))) throw new DatabaseUnavailable(error)
    }
    return this.connect()
  }

  /** Opens a connection outside of the pool, for locks. */
  async openLockClient(): Promise<Client> {
    // Finds a host that can be used.
    const first = await this.connect()
    first.release()
    try {
      return await this.#open()
    } catch (error) {
      throw new DatabaseUnavailable(error)
    }
  }

  async #open(): Promise<Client> {
    const client = new this.#HostClient(this.pool.options)
    try {
      await client.connect()
      await this.#prepare(client)
      return client
    } catch (error) {
      void client.end().catch(() => {})
      throw error
    }
  }

  /** Throws if a new connection cannot be used, or does not respond in time. */
  async #prepare(client: ClientBase): Promise<void> {
    await this.hosts.accept(client, this.#prepareTimeoutMs)
    await this.session.check(client, this.#prepareTimeoutMs)
  }
}

function clientOf(hosts: PrimaryHosts, session: PoolSession): typeof Client {
  return class extends pg.Client {
    constructor(options?: ClientConfig) {
      const timeout = hosts.areSeveral ? { connectionTimeoutMillis: hostTimeoutMs } : {}
      super({ ...options, ...timeout, connectionString: session.withStartupOptions(hosts.used.url) })
      // The pool listens only to idle connections. Errors of the others would end the process.
      this.on('error', () => {})
    }
  }
}
