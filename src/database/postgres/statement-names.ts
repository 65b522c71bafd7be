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
  #log: Logger | undefined
  #areUsed: boolean
  #checked: Promise<void> | undefined
  /** Whether a pooler does not support prepared statements, so that names are no longer used. */
  areUnsupported = false

  constructor(areUsed: boolean, log?: Logger) {
    this.#areUsed = areUsed
    this.#log = log
  }

  get areUsed(): boolean {
    return this.#areUsed
  }

  /** Finds out whether a pooler supports prepared statements. `open` opens a connection to it. */
  check(open: () => Promise<Client>): Promise<void> {
    return (this.#checked ??= this.#check(open))
  }

  /** Handles the error of a statement. Returns whether the statement can be sent again without a name. */
  note(error: unknown): boolean {
    if (!isNameError(error)) return false
    if (this.#areUsed) {
      this.#log?.warn(
        'The connection pooler does not support prepared statements, so they are not used. Set PREPARED_STATEMENTS=off, or ' +
          'set max_prepared_statements in PgBouncer 1.21 or later.',
      )
    }
    this.#areUsed = false
    this.areUnsupported = true
    return true
  }

  /** A pooler tends to reuse the connection to PostgreSQL that another client used last. */
  async #check(open: () => Promise<Client>): Promise<void> {
    for (let attempt = 0; attempt < probes && this.#areUsed; attempt++) {
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
