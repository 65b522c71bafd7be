import { canSeeInternal, type Viewer } from '../../viewer/viewer.ts'
import type { CaseRow } from '../case-facts.ts'
import type { Numbered } from '../../database/statements/batch-loader.ts'
import { type Batched, batchedBy, type Loader } from '../../database/statements/batched.ts'
import { type Columns, columns, type RowOf } from '../../database/statements/columns.ts'
import type { Page } from '../../database/statements/page.ts'
import type { Version } from '../../database/statements/statement.ts'
import { partsOf } from './page-parts.ts'

/** A list that belongs to a case. */
interface ListKey {
  caseId: number
  /** The version of the case up to which the list has items. */
  version: number
  /** The version of the case up to which comments are edited and removed. */
  editsUntil: number
  /** Whether to include internal comments, and events that only added internal comments. */
  internal: boolean
  /** What else the items must fulfil, as JSON. */
  filter?: string
}

/** A version of a case, and the version up to which comments are edited and removed, if that is another one. */
export type ShownVersion = Pick<CaseRow, 'id' | 'version' | 'editsUntil'>

/** A list of the case as the viewer sees it. */
export function listOf({ id, version, editsUntil = version }: ShownVersion, viewer: Viewer): ListKey {
  return { caseId: id, version, editsUntil, internal: canSeeInternal(viewer) }
}

/** A page of such a list. */
export interface PageKey extends ListKey {
  page: Page
  /** Is charged with the rows; undefined if they are reserved already. */
  budget: PageBudget | undefined
}

/** The bytes that a request may still load. */
export interface PageBudget {
  /** Why no more may be loaded. */
  readonly excess: Error | undefined
  /** Sets `excess` if the bytes are too many. */
  charge(bytes: number): void
}

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

interface CaseList<C> {
  table: string
  alias: string
  /** Whether an item is in the list, for a key `k`. */
  condition: string
  /** The query of a page, for the keys `k`. */
  pagesIn(order: 'asc' | 'desc', keys: string): string
  /** The bytes of a row's long values. */
  bytesOf(row: RowOf<C>): number
  /** Whether the statements take the filters of the keys. */
  isFiltered?: boolean
}

/** Declares the statements. Lists without items need not be counted. */
export function casePages<const C extends Columns>(
  rowColumns: C,
  { table, alias, condition, pagesIn, bytesOf, isFiltered = false }: CaseList<C>,
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

  const countIn = (keys: string) => `
select k.ordinal::int, count(*)::int as total
from ${keys}
join ${table} ${alias} on ${alias}.case_id = k.case_id
where ${condition}
group by k.ordinal`
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
function latestOf({ caseId, version, editsUntil }: RowOf<typeof listKeys>): Version {
  return { id: caseId, version: Math.max(version, editsUntil) }
}

/** Throws the error of the budget if the page exceeds it. */
export async function loadPage<Row>(db: Loader, pages: CasePages<Row>, key: PageKey): Promise<Row[]> {
  const rows = await db.loadAll(key.page.inverted ? pages.backward : pages.forward, key)
  if (key.budget?.excess) throw key.budget.excess
  return rows
}

/** The loaders of a list of a case. */
export function listOfCase<Row>(db: Loader, pages: CasePages<Row>, list: ListKey, budget: PageBudget | undefined) {
  return {
    load: (page: Page) => loadPage(db, pages, { ...list, page, budget }),
    count: async () => (await db.load(pages.count, list))?.total ?? 0,
  }
}

/** The item of the list at a position, such as a version. Null if the viewer cannot see one there. */
export async function loadItem<Row>(
  db: Loader,
  pages: CasePages<Row>,
  list: ListKey,
  position: readonly number[],
  budget?: PageBudget,
): Promise<Row | null> {
  const [last = 0] = position.slice(-1)
  const others = position.slice(0, -1)
  const page = { after: [...others, last - 1], before: [...others, last + 1], limit: 1, inverted: false }
  return (await loadPage(db, pages, { ...list, page, budget }))[0] ?? null
}
