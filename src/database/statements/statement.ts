import { createHash } from 'node:crypto'
import type { Columns, RowOf } from './columns.ts'
import { parseTimestamp } from './timestamp.ts'

/** A named SQL statement with numbered parameters ($1, $2, …). */
export interface Statement<Row> {
  readonly name: string
  readonly text: string
  /** Absent if it returns none. */
  readonly columns?: Columns
  /** Whether it writes, so that after a broken connection nobody knows whether it did. */
  readonly writes?: boolean
  /** Whether its text varies, so that it is not prepared under a name: connections keep prepared statements forever. */
  readonly varies?: boolean
  /** How long it may take, in milliseconds, if that is longer than other statements may. Only in a transaction. */
  readonly timeoutMs?: number
  /** Carries the row's type; never set. */
  readonly row?: Row
}

/** Whether a statement writes to tables or sequences. The locks `for update` and `for no key update` do not. */
export function isWriting(text: string): boolean {
  return /\b(insert into|delete from|setval\(|(?<!for |key )update \w)/.test(text)
}

/**
 * Declares a statement and the columns that it returns. Its name is a hash of the text, so that two versions of a
 * statement never share a prepared plan.
 */
export function statement<const C extends Columns = Record<never, never>>(
  text: string,
  columns?: C,
): Statement<RowOf<C>> {
  const name = `casegate_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
  return { name, text, writes: isWriting(text), ...(columns && { columns }) }
}

/** Declares a statement whose text varies with the input. It is planned for its parameters each time. */
export function varyingStatement<const C extends Columns>(text: string, columns: C): Statement<RowOf<C>> {
  return { name: '', text, columns, varies: true }
}

/** How long a statement may take that reads a whole table, in milliseconds. */
const longTimeoutMs = 10 * 60_000

/** Calls the function that lets statements declared with `long` take their time in this transaction. Commands have no time limit. */
export const allowingLongStatements = `set_config(
    'statement_timeout', case current_setting('statement_timeout') when '0' then '0' else '${longTimeoutMs}' end, true)`

export const allowLongStatements = statement(`select from ${allowingLongStatements}`)

/** The statement with a longer time limit. Run `allowLongStatements` first, in the same transaction. */
export function long<Row>(declared: Statement<Row>): Statement<Row> {
  // The server should give up first.
  return { ...declared, timeoutMs: longTimeoutMs * 1.1 }
}

/** A version of something whose earlier versions never change. */
export interface Version {
  id: number
  version: number
}

/** Runs statements: the database itself, or a transaction in it. */
export interface Queryable {
  /** `past`: the statement reads only what these versions, and earlier ones, have left. It may run on a replica. */
  run<Row>(statement: Statement<Row>, values?: readonly unknown[], past?: readonly Version[]): Promise<Row[]>
}

const types = { int8: 20, json: 114, jsonb: 3802, numeric: 1700, timestamptz: 1184 } as const

/** How to read the types that pg and PGlite read differently. Identifiers are at most 2^53 - 1, so bigint is a number. */
export const typeParsers: Record<number, (value: string) => unknown> = {
  [types.int8]: Number,
  [types.numeric]: Number,
  [types.json]: (value) => JSON.parse(value),
  [types.jsonb]: (value) => JSON.parse(value),
  [types.timestamptz]: parseTimestamp,
}
