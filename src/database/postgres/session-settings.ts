import type { ClientBase } from 'pg'

/** Changes of several cases share a statement, so one that waits for a lock delays the others. */
const lockTimeoutMs = 1_000

const isolation = 'read committed'

/**
 * The settings that statements rely on, by name, as pg_settings shows them. They must not depend on the settings of the
 * server, the database or the role. `queryTimeoutMs`: how long a statement may take; undefined if it may take any time.
 */
export function sessionSettings(queryTimeoutMs?: number): Record<string, string> {
  return {
    default_transaction_isolation: isolation,
    DateStyle: 'ISO, MDY',
    TimeZone: 'UTC',
    // PostgreSQL compiles a statement whose rows it overestimates, which takes longer than any of these run.
    jit: 'off',
    ...(queryTimeoutMs === undefined
      ? {}
      : // The server should give up first, because its error proves that nothing was written.
        {
          lock_timeout: `${lockTimeoutMs}`,
          statement_timeout: `${Math.round(queryTimeoutMs * 0.9)}`,
          // A statement with workers would take the CPU time of several.
          max_parallel_workers_per_gather: '0',
        }),
  }
}

/** Whether the settings are in force on this connection. `pid` differs from the connection's own behind a pooler. */
export const checkSettings = `
select pg_backend_pid() as pid, count(*)::int as settled
from pg_settings s join json_each_text($1) expected on s.name = expected.key and s.setting = expected.value`

/** The settings of one transaction. Behind a pooler, anything else would get lost or affect its other clients. */
interface TransactionSettings {
  /** Statements to send before a single one, in the same implicit transaction. */
  implicit: string[]
  begin: string
}

/** How connections get their settings: when they are opened, or behind a pooler with each transaction. */
export class PoolSession {
  /** Whether connections are opened with the settings. Some poolers reject options that they do not know. */
  hasStartupOptions = true
  readonly #settings: Record<string, string>
  readonly #perTransaction: TransactionSettings
  #isSettled = true

  constructor(settings: Record<string, string>) {
    this.#settings = settings
    const entries = Object.entries(settings)
    const configs = entries.map(([name, value]) => `set_config('${name}', '${value}', true)`)
    const begin = [
      `begin isolation level ${isolation}`,
      ...entries.map(([name, value]) => `set local ${name} = '${value}'`),
    ]
    this.#perTransaction = {
      // Without `local`, which causes a warning in an implicit transaction. This setting never outlasts the transaction.
      implicit: [`set transaction_isolation = '${isolation}'`, `select where concat(${configs.join(', ')}) is null`],
      begin: begin.join('; '),
    }
  }

  /** The settings to send with each transaction; undefined if every connection has them. */
  get perTransaction(): TransactionSettings | undefined {
    return this.#isSettled ? undefined : this.#perTransaction
  }

  /** The URL with the settings as startup options. They follow those of the URL, so they win. */
  withStartupOptions(url: string): string {
    if (!this.hasStartupOptions) return url
    const options = Object.entries(this.#settings).map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    const result = new URL(url)
    const given = result.searchParams.get('options')
    result.searchParams.set('options', [...(given ? [given] : []), ...options].join(' '))
    return result.href
  }

  /**
   * Finds out whether a new connection has the settings. A pooler has other process IDs. It may drop options, and it runs the
   * next transaction on another connection.
   */
  async check(client: ClientBase & { processID?: number | undefined }, timeoutMs: number): Promise<void> {
    if (!this.#isSettled) return
    const query = { text: checkSettings, values: [JSON.stringify(this.#settings)], query_timeout: timeoutMs }
    const { rows } = await client.query<{ pid: number; settled: number }>(query)
    const [row] = rows
    this.#isSettled = row?.pid === client.processID && row?.settled === Object.keys(this.#settings).length
  }
}
