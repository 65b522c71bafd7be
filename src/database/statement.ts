import { createHash } from 'node:crypto'

/** A named SQL statement with numbered parameters ($1, $2, …); `Row` is the shape of what it returns. */
export interface Statement<Row> {
  readonly name: string
  readonly text: string
  /** Carries the row's type; never set. */
  readonly row?: Row
}

/** Names come from a hash of the text, so that two versions of a statement never share a prepared plan. */
export function statement<Row>(text: string): Statement<Row> {
  return { name: `casegate_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`, text }
}

/** Runs statements: the database itself, or a transaction in it. */
export interface Queryable {
  run<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]>
}

const types = { int8: 20, json: 114, jsonb: 3802, numeric: 1700, timestamptz: 1184 } as const

/**
 * How values of those types on which pg and PGlite disagree are read. Identifiers are at most 2^53 - 1, so that
 * bigint is a number.
 */
export const typeParsers: Record<number, (value: string) => unknown> = {
  [types.int8]: Number,
  [types.numeric]: Number,
  [types.json]: (value) => JSON.parse(value),
  [types.jsonb]: (value) => JSON.parse(value),
  [types.timestamptz]: (value) => new Date(value),
}
