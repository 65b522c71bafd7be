import { callbackify } from 'node:util'
import pg, { type ClientConfig } from 'pg'
import type { Host, PrimaryHosts } from './primary-hosts.ts'

/** With several hosts, connections to one that hangs must not fill the pool when another one is found. */
const hostTimeoutMs = 2_000

interface ClientSettings {
  /** The URL of the host with further parameters. */
  urlOf(host: Host): string
  /** Whether an error says nothing about the host. */
  isExpected(error: Error): boolean
  /** Prepares a new connection that the hosts have accepted. */
  prepare(client: pg.Client): Promise<void>
}

export type HostClient = new (options: ClientConfig) => pg.Client

/** Connections to the host that is to be used next. */
export function clientOf(hosts: PrimaryHosts, { urlOf, isExpected, prepare }: ClientSettings): HostClient {
  return class extends pg.Client {
    constructor(options: ClientConfig) {
      const timeout = hosts.areSeveral ? { connectionTimeoutMillis: hostTimeoutMs } : {}
      super({ ...options, ...timeout, connectionString: urlOf(hosts.used) })
      // The pool listens only once the connection is prepared. Until then, its errors would end the process.
      this.on('error', () => {})
    }

    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
      if (!callback) return this.#open()
      callbackify(() => this.#open())(callback as (error: Error | null) => void)
    }

    async #open(): Promise<pg.Client> {
      try {
        await super.connect()
        await hosts.accept(this)
        await prepare(this)
        return this
      } catch (error) {
        if (!isExpected(error as Error)) hosts.onFailure(this, error as Error)
        void this.end().catch(() => {})
        throw error
      }
    }
  }
}
