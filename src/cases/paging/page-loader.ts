import { BatchLoader } from '../../database/batch-loader.ts'
import { type Columns, columns, type RowOf } from '../../database/columns.ts'
import { type Statement, statement } from '../../database/statement.ts'
import type { ListKey, PageKey } from './page-key.ts'
import { partsOf } from './page-parts.ts'
import type { CaseVersion, PastReads } from '../read/past-reads.ts'

const listKeyColumns = { case_id: 'bigint', up_to_version: 'int', edits_until: 'int', internal: 'boolean' }
const pageKeyColumns = {
  ...listKeyColumns,
  after_version: 'int',
  after_position: 'int',
  before_version: 'int',
  before_position: 'int',
  items: 'int',
}

/** The parameters of a statement as its keys `k`. */
type KeysIn = (columns: Record<string, string>) => string

/** One page. A distributed database reads it from the server that has the case. */
const oneKeyIn: KeysIn = (columns) => {
  const parameters = Object.entries(columns).map(([name, type], index) => `$${index + 1}::${type} as ${name}`)
  return `(select 1 as ordinal, ${parameters.join(', ')}) k`
}

/**
 * Many pages. A distributed database joins only columns of its tables, so that the case IDs are those of `cases`. Grouping
 * keeps it from replacing them by the parameters.
 */
const keysIn: KeysIn = (columns) => {
  const [caseId, ...others] = Object.keys(columns)
  const names = others.map((name) => `s.${name}`).join(', ')
  return `(
  select cases.id as ${caseId}, s.ordinal, ${names}
  from ${unnested(columns, 's')}
  join cases on cases.id = s.${caseId}
  where cases.id = any($1::bigint[])
  group by cases.id, s.ordinal, ${names}
) k`
}

/** Many lists that are counted. */
const listKeysIn: KeysIn = (columns) => unnested(columns, 'k')

function unnested(columns: Record<string, string>, alias: string): string {
  const parameters = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`)
  return `unnest(${parameters.join(', ')}) with ordinality as ${alias} (${Object.keys(columns).join(', ')}, ordinal)`
}

export const countColumns = columns({ ordinal: 'int', total: 'int' })

/** A statement for one page, and one for many. */
interface PageStatements<Row> {
  one: Statement<Row>
  many: Statement<Row>
}

/** The statements for one kind of list. */
export interface ListStatements<Row> {
  forward: PageStatements<Row>
  backward: PageStatements<Row>
  count: Statement<RowOf<typeof countColumns>>
  /** Whether they take the filters of the keys. */
  isFiltered?: boolean
}

/** Declares the statements. The queries are of the keys `k`. Lists without items need not be counted. */
export function listStatements<const C extends Columns>(
  rowColumns: C,
  pagesIn: (order: 'asc' | 'desc', keys: string) => string,
  countIn: (keys: string) => string,
  { isFiltered = false } = {},
): ListStatements<RowOf<C>> {
  const filter = isFiltered ? { filter: 'text' } : {}
  const pages = (order: 'asc' | 'desc') => ({
    one: statement(pagesIn(order, oneKeyIn({ ...pageKeyColumns, ...filter })), rowColumns),
    many: statement(pagesIn(order, keysIn({ ...pageKeyColumns, ...filter })), rowColumns),
  })
  const count = statement(countIn(listKeysIn({ ...listKeyColumns, ...filter })), countColumns)
  return { forward: pages('asc'), backward: pages('desc'), count, isFiltered }
}

// Versions and positions start at 1.
const start = [0, 0]
const end = [2 ** 31 - 1, 2 ** 31 - 1]

/** Loads pages, with one statement for each direction, and counts lists. Concurrent requests share a statement. */
export class PageLoader<Row extends { ordinal: number }> {
  readonly #reads: PastReads
  readonly #bytesOf: (row: Row) => number
  readonly #isFiltered: boolean
  readonly #forward: BatchLoader<PageKey, Row>
  readonly #backward: BatchLoader<PageKey, Row>
  readonly #counts: BatchLoader<ListKey, RowOf<typeof countColumns>>

  /** `bytesOf` returns the bytes of a row's long values. */
  constructor(reads: PastReads, statements: ListStatements<Row>, bytesOf: (row: Row) => number) {
    const { forward, backward, count, isFiltered = false } = statements
    this.#isFiltered = isFiltered
    this.#reads = reads
    this.#bytesOf = bytesOf
    this.#forward = new BatchLoader((keys) => this.#loadAll(forward, keys))
    this.#backward = new BatchLoader((keys) => this.#loadAll(backward, keys))
    this.#counts = new BatchLoader((keys) => {
      const parameters = [...listParametersOf(keys), ...this.#filtersOf(keys)]
      return reads.run(keys.map(latestOf), count, parameters)
    })
  }

  /** Throws the error of the budget if the page exceeds it. */
  async load(key: PageKey): Promise<Row[]> {
    const rows = await (key.page.inverted ? this.#backward : this.#forward).loadAll(key)
    if (key.budget?.excess) throw key.budget.excess
    return rows
  }

  /** Pages of requests that exceed their budget are neither loaded nor kept. */
  async #loadAll({ one, many }: PageStatements<Row>, keys: readonly PageKey[]): Promise<Row[]> {
    const kept: Row[] = []
    for (const part of partsOf(keys)) {
      const keysOfPart = part.map((index) => keys[index]!)
      const parameters = [...parametersOf(keysOfPart), ...this.#filtersOf(keysOfPart)]
      const versions = keysOfPart.map(latestOf)
      const rows = await (keysOfPart.length === 1
        ? this.#reads.run(
            versions,
            one,
            parameters.map(([only]) => only),
          )
        : this.#reads.run(versions, many, parameters))
      for (const row of rows) {
        const index = part[row.ordinal - 1]!
        const { budget } = keys[index]!
        budget?.charge(this.#bytesOf(row))
        if (budget?.excess) continue
        row.ordinal = index + 1
        kept.push(row)
      }
    }
    return kept
  }

  #filtersOf(keys: readonly ListKey[]): unknown[][] {
    return this.#isFiltered ? [keys.map(({ filter }) => filter)] : []
  }

  async count(key: ListKey): Promise<number> {
    return (await this.#counts.load(key))?.total ?? 0
  }
}

/** The latest version that the list depends on. */
function latestOf({ caseId, version, editsUntil }: ListKey): CaseVersion {
  return { caseId, version: Math.max(version, editsUntil) }
}

function listParametersOf(keys: readonly ListKey[]): unknown[][] {
  return [
    keys.map(({ caseId }) => caseId),
    keys.map(({ version }) => version),
    keys.map(({ editsUntil }) => editsUntil),
    keys.map(({ internal }) => internal),
  ]
}

function parametersOf(keys: readonly PageKey[]): unknown[][] {
  return [
    ...listParametersOf(keys),
    ...[0, 1].map((i) => keys.map(({ page }) => page.after?.[i] ?? start[i])),
    ...[0, 1].map((i) => keys.map(({ page }) => page.before?.[i] ?? end[i])),
    keys.map(({ page }) => page.limit),
  ]
}
