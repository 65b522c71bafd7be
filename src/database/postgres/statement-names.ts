import type { Client } from 'pg'
import type { Logger } from 'pino'
import { codeOf } from '../../errors/system-errors.ts'

/** Connections prepare this statement to detect a pooler that does not support prepared statements. */
const probe = { name: 'casegate_probe', text: 'select 1' }
const probes = 4

/** The name is already in use, or unknown. PostgreSQL has not executed the statement. */
export function isNameError(error: unknown): boolean {
  return ['42P05', '26000'].includes(codeOf(error) ?? '')
}

/**
 * Whether statements have names, under which PostgreSQL keeps them prepared. In transaction mode, a pooler without support for
 * prepared statements shares connections between clients: a name may be unknown on a connection, or already in use.
 */
export class StatementNames {
  /** `unsupported` by a pooler: they are no longer used. */
  state: 'used' | 'off' | 'unsupported'
  readonly #log: Logger | undefined
  #checked: Promise<void> | undefined

  constructor(areUsed: boolean, log?: Logger) {
    this.state = areUsed ? 'used' : 'off'
    this.#log = log
  }

  /** Finds out whether a pooler supports prepared statements. `open` opens a connection to it. */
  check(open: () => Promise<Client>): Promise<void> {
    return (this.#checked ??= this.#check(open))
  }

  note(error: unknown): void {
    if (!isNameError(error)) return
    if (this.state === 'used') {
      this.#log?.warn(
        'The connection pooler does not support prepared statements, so they are not used. Set PREPARED_STATEMENTS=off, or ' +
          'set max_prepared_statements in PgBouncer 1.21 or later.',
      )
    }
    this.state = 'unsupported'
  }

  /** A pooler tends to reuse the connection to PostgreSQL that another client used last. */
  async #check(open: () => Promise<Client>): Promise<void> {
    for (let attempt = 0; attempt < probes && this.state === 'used'; attempt++) {
      try {
        const client = await open()
        try {
          for (let use = 0; use < 2; use++) await client.query(probe)
        } finally {
          await client.end()
        }
      } catch (error) {
        // If no connection can be opened, the next statement fails with the same error.
        this.note(error)
      }
    }
  }
}
