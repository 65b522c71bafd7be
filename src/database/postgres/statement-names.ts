import type { Client } from 'pg'
import type { Logger } from 'pino'
import { codeOf } from '../../errors.ts'

/** A statement that connections prepare to find out whether a pooler mixes up the names of its clients. */
const probe = { name: 'casegate_probe', text: 'select 1' }
const probes = 4

/** The name is already in use, or unknown. PostgreSQL has not executed the statement. */
export function isNameError(error: unknown): boolean {
  return ['42P05', '26000'].includes(codeOf(error) ?? '')
}

/**
 * Whether statements have names, under which PostgreSQL keeps them prepared. In transaction mode, a pooler without support for them
 * runs statements on a connection on which another client may have used the name, or nobody.
 */
export class StatementNames {
  #log: Logger | undefined
  #areUsed: boolean
  #checked: Promise<void> | undefined
  /** Whether a pooler mixes up names, so that they are no longer used. */
  areMixedUp = false

  constructor(areUsed: boolean, log?: Logger) {
    this.#areUsed = areUsed
    this.#log = log
  }

  get areUsed(): boolean {
    return this.#areUsed
  }

  /** Finds out whether a pooler mixes up names. `open` opens a connection to it. */
  check(open: () => Promise<Client>): Promise<void> {
    return (this.#checked ??= this.#check(open))
  }

  /** Notes the error of a statement. Returns whether it can be sent again without a name. */
  note(error: unknown): boolean {
    if (!isNameError(error)) return false
    if (this.#areUsed) {
      this.#log?.warn(
        'The pooler of PostgreSQL does not support prepared statements, so they are not used. Set PREPARED_STATEMENTS=off, or ' +
          'max_prepared_statements of PgBouncer 1.21 or later.',
      )
    }
    this.#areUsed = false
    this.areMixedUp = true
    return true
  }

  /** A pooler tends to run one client's statement where it ran the last one of another client. */
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
        // The statements will say if no connection can be opened.
        this.note(error)
      }
    }
  }
}
