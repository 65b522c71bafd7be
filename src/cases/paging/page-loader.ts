import type { Numbered } from '../../database/batch-loader.ts'
import { type Batched, batchedBy, type Loader } from '../../database/batched.ts'
import { type Columns, columns, type RowOf } from '../../database/columns.ts'
import type { CaseVersion } from '../../database/statement.ts'
import type { ListKey, PageKey } from './page-key.ts'
import { partsOf } from './page-parts.ts'

const listKeys = columns({ caseId: 'bigint', version: 'int', editsUntil: 'int', internal: 'boolean' })
const pageKeys = columns({
  ...listKeys,
  afterVersion: 'int',
  afterPosition: 'int',
  beforeVersion: 'int',
  beforePosition: 'int',
  items: 'int',
})

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
  const filter = isFiltered ? { filter: 'text' } : {}
  const options = { pastOf: (keys: readonly RowOf<typeof listKeys>[]) => keys.map(latestOf) }

  function pages(order: 'asc' | 'desc'): Batched<PageKey, RowOf<C>> {
    const read = batchedBy({ ...pageKeys, ...filter }, (keys) => pagesIn(order, keys), rowColumns, options)
    return {
      /** Pages of requests that exceed their budget are neither loaded nor kept. */
      async run(db, keys) {
        const kept: Numbered<RowOf<C>>[] = []
        for (const part of partsOf(keys)) {
          for (const row of await read.run(
            db,
            part.map((index) => boundsOf(keys[index]!)),
          )) {
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

  const count = batchedBy({ ...listKeys, ...filter }, countIn, { total: 'int' }, options)
  return { forward: pages('asc'), backward: pages('desc'), count }
}

// Versions and positions start at 1.
const start = [0, 0]
const end = [2 ** 31 - 1, 2 ** 31 - 1]

function boundsOf({ page, ...list }: PageKey) {
  const [afterVersion = 0, afterPosition = 0] = page.after ?? start
  const [beforeVersion = 0, beforePosition = end[1]!] = page.before ?? end
  return { ...list, afterVersion, afterPosition, beforeVersion, beforePosition, items: page.limit }
}

/** The latest version that the list depends on. */
function latestOf({ caseId, version, editsUntil }: RowOf<typeof listKeys>): CaseVersion {
  return { caseId, version: Math.max(version, editsUntil) }
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
