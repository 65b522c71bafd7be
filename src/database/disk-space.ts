import { codeOf } from '../errors/system-errors.ts'
import { type Queryable, statement } from './statements/statement.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const diskFull = '53100'

/** 25006: read-only, 42501: the role may not create temporary tables. Then nothing is known. */
const unknown = /^(25006|42501)$/

/**
 * Writes a temporary table where the database is stored, and drops it. PostgreSQL does not tell how much space is left,
 * only that it could not extend a file. Rows below 2 kB are stored without compression: 500 of them take about 1 MiB.
 */
const fill = (rows: number) =>
  statement(`do $$
  begin
    perform set_config('temp_tablespaces', '', true);
    create temporary table casegate_space as select repeat('x', 1900) as filler from generate_series(1, ${rows});
    drop table casegate_space;
  end $$`)

const fills = { '1 MiB': fill(530), '32 MiB': fill(17_000) }

/** Whether the disk of the database has room for so much more. Undefined if the role cannot find out. */
export async function hasRoomFor(size: keyof typeof fills, database: Queryable): Promise<boolean | undefined> {
  try {
    await database.run(fills[size])
    return true
  } catch (error) {
    const code = codeOf(error instanceof DatabaseUnavailable ? error.cause : error) ?? ''
    if (unknown.test(code)) return undefined
    if (code !== diskFull) throw error
    return false
  }
}

/** Whether writes fail because the disk of the database is full, as far as this process knows. */
export class DiskSpace {
  #isFull = false
  #probe: Promise<boolean> | undefined

  note(error: unknown): void {
    if (codeOf(error) === diskFull) this.#isFull = true
  }

  /** After a statement has failed for lack of space, tries to write until there is room again. */
  async isFull(database: Queryable): Promise<boolean> {
    if (!this.#isFull) return false
    this.#probe ??= hasRoomFor('1 MiB', database)
      .then((hasRoom) => hasRoom !== false)
      .finally(() => (this.#probe = undefined))
    this.#isFull = !(await this.#probe)
    return this.#isFull
  }
}
