import type { Numbered } from '../../database/batch-loader.ts'
import { type Batched, batched, type Loader } from '../../database/batched.ts'
import type { Columns, RowOf } from '../../database/columns.ts'
import { paddedArray, unnestedKeys } from '../../database/keys.ts'
import type { CaseVersion } from '../../database/statement.ts'
import type { ListKey, PageKey } from './page-key.ts'
import { partsOf } from './page-parts.ts'

const listKeyColumns = { case_id: 'bigint', up_to_version: 'int', edits_until: 'int', internal: 'boolean' }
const pageKeyColumns = {
  ...listKeyColumns,
  after_version: 'int',
  after_position: 'int',
  before_version: 'int',
  before_position: 'int',
  items: 'int',
}

/** The statements for one kind of list that belongs to a case. */
export interface CasePages<Row> {
  forward: Batched<PageKey, Row>
  backward: Batched<PageKey, Row>
  count: Batched<ListKey, { total: number }>
}

/**
 * Declares the statements. The queries are of the keys `k`. Lists without items need not be counted. `bytesOf` returns the
 * bytes of a row's long values. `isFiltered`: whether the statements take the filters of the keys.
 */
export function casePages<const C extends Columns>(
  rowColumns: C,
  pagesIn: (order: 'asc' | 'desc', keys: string) => string,
  countIn: (keys: string) => string,
  bytesOf: (row: RowOf<C>) => number,
  { isFiltered = false } = {},
): CasePages<RowOf<C>> {
  const filterColumn = isFiltered ? { filter: 'text' } : {}
  const filtersOf = (keys: readonly ListKey[]) => (isFiltered ? [keys.map(({ filter }) => filter)] : [])

  function pages(order: 'asc' | 'desc'): Batched<PageKey, RowOf<C>> {
    const read = batched(
      pagesIn(order, unnestedKeys({ ...pageKeyColumns, ...filterColumn })),
      rowColumns,
      (keys: readonly PageKey[]) => [...parametersOf(keys), ...filtersOf(keys)],
      { pastOf: (keys) => keys.map(latestOf) },
    )

    return {
      /** Pages of requests that exceed their budget are neither loaded nor kept. */
      async run(db, keys) {
        const kept: Numbered<RowOf<C>>[] = []
        for (const part of partsOf(keys)) {
          const keysOfPart = part.map((index) => keys[index]!)
          for (const row of await read.run(db, keysOfPart)) {
            const index = part[row.ordinal - 1]!
            const { budget } = keys[index]!
            budget?.charge(bytesOf(row))
            if (budget?.excess) continue
            row.ordinal = index + 1
            kept.push(row)
          }
        }
        return kept
      },
    }
  }

  const count = batched(
    countIn(unnestedKeys({ ...listKeyColumns, ...filterColumn })),
    { total: 'int' },
    (keys: readonly ListKey[]) => [...listParametersOf(keys), ...filtersOf(keys)],
    { pastOf: (keys) => keys.map(latestOf) },
  )
  return { forward: pages('asc'), backward: pages('desc'), count }
}

/** Throws the error of the budget if the page exceeds it. */
export async function loadPage<Row>(db: Loader, pages: CasePages<Row>, key: PageKey): Promise<Row[]> {
  const rows = await db.loadAll(key.page.inverted ? pages.backward : pages.forward, key)
  if (key.budget?.excess) throw key.budget.excess
  return rows
}

export async function countItems<Row>(db: Loader, pages: CasePages<Row>, list: ListKey): Promise<number> {
  return (await db.load(pages.count, list))?.total ?? 0
}

/** The latest version that the list depends on. */
function latestOf({ caseId, version, editsUntil }: ListKey): CaseVersion {
  return { caseId, version: Math.max(version, editsUntil) }
}

function listParametersOf(keys: readonly ListKey[]): (readonly unknown[])[] {
  return [
    paddedArray(
      keys.map(({ caseId }) => caseId),
      null,
    ),
    keys.map(({ version }) => version),
    keys.map(({ editsUntil }) => editsUntil),
    keys.map(({ internal }) => internal),
  ]
}

// Versions and positions start at 1.
const start = [0, 0]
const end = [2 ** 31 - 1, 2 ** 31 - 1]

function parametersOf(keys: readonly PageKey[]): (readonly unknown[])[] {
  return [
    ...listParametersOf(keys),
    ...[0, 1].map((i) => keys.map(({ page }) => page.after?.[i] ?? start[i])),
    ...[0, 1].map((i) => keys.map(({ page }) => page.before?.[i] ?? end[i])),
    keys.map(({ page }) => page.limit),
  ]
}
