import { BatchLoader } from '../database/batch-loader.ts'
import type { Page } from '../database/page.ts'
import type { Queryable, Statement } from '../database/statement.ts'

/** A page of a list that belongs to a case. */
export interface PageKey {
  caseId: number
  /** Whether to include internal comments. */
  internal: boolean
  page: Page
}

/** The keys of many pages, as the statements of a PageLoader take them in their parameters. */
export const pageKeys = `unnest($1::bigint[], $2::boolean[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[])
  with ordinality as k (
    case_id, internal, after_version, after_position, before_version, before_position, items, ordinal)`

// Versions and positions start at 1.
const start = [0, 0]
const end = [2 ** 31 - 1, 2 ** 31 - 1]

/** Loads pages with one of two statements, one for each direction. Concurrent requests share a statement. */
export class PageLoader<Row extends { ordinal: number }> {
  #forward: BatchLoader<PageKey, Row>
  #backward: BatchLoader<PageKey, Row>

  constructor(database: Queryable, statements: { forward: Statement<Row>; backward: Statement<Row> }) {
    this.#forward = new BatchLoader((keys) => database.run(statements.forward, parametersOf(keys)))
    this.#backward = new BatchLoader((keys) => database.run(statements.backward, parametersOf(keys)))
  }

  load(key: PageKey): Promise<Row[]> {
    return (key.page.inverted ? this.#backward : this.#forward).loadAll(key)
  }
}

function parametersOf(keys: readonly PageKey[]): unknown[] {
  return [
    keys.map(({ caseId }) => caseId),
    keys.map(({ internal }) => internal),
    ...[0, 1].map((i) => keys.map(({ page }) => page.after?.[i] ?? start[i])),
    ...[0, 1].map((i) => keys.map(({ page }) => page.before?.[i] ?? end[i])),
    keys.map(({ page }) => page.limit),
  ]
}
