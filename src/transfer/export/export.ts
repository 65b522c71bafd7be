import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { typed } from '../../database/statements/columns.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { type ExportItem, fileChunks, type FileSection } from '../../database/json-file.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'
import { checkImportedData } from '../../cases/values/case-data.rules.ts'
import { type ContentFolder, withContents } from './export-contents.ts'
import { casesQuery } from './export-cases.ts'
import { catalogueSections, peopleSections } from './export-sections.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { loadedCatalogue } from '../../catalogue/catalogue-store.ts'

const useOneSnapshot = statement('set transaction isolation level repeatable read, read only')

/** Runs the work in a transaction that only reads, and sees the data as of one point in time. */
export function inSnapshot<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (transaction) => {
    await transaction.run(useOneSnapshot)
    return work(transaction)
  })
}

/** Reads through a cursor, because the drivers return all rows of a query at once. */
export async function* readBatches(
  database: Queryable,
  query: string,
  values: readonly unknown[] = [],
): AsyncGenerator<ExportItem[]> {
  const items = `select json_strip_nulls(item) as item from (${query}) section`
  await database.run(statement(`declare exported no scroll cursor for ${items}`), values)
  const fetchBatch = statement('fetch 250 from exported', { item: typed<ExportItem>('json') })
  for (;;) {
    const rows = await database.run(fetchBatch)
    if (rows.length === 0) break
    yield rows.map(({ item }) => item)
  }
  await database.run(statement('close exported'))
}

/**
 * Writes all data except sessions as an import file, in a fixed order and as of one point in time. Reads the
 * database in batches and leaves the output open. Returns the number of items by section.
 */
export function exportData(
  database: Database,
  output: Writable,
  { withHistory = false, withAttachments = true, folder }: ExportOptions = {},
): Promise<Record<string, number>> {
  return inSnapshot(database, async (transaction) => {
    const counts: Record<string, number> = {}
    const catalogue = await loadedCatalogue(transaction)
    const cases = readBatches(transaction, casesQuery('order by c.id', { withHistory, withAttachments }))
    const sections = [
      ...sectionsOf(await itemsOfCatalogue(transaction, catalogue)),
      ...Object.entries(peopleSections).map(([name, query]) => ({ name, batches: readBatches(transaction, query) })),
      {
        name: 'cases',
        batches: withOutdatedCaseDataMarked(catalogue, withContents(transaction, folder, cases)),
      },
    ]
    await pipeline(fileChunks({}, sections, counts), output, { end: false })
    return counts
  })
}

interface ExportOptions {
  withHistory?: boolean
  /** Whether comments have their files. */
  withAttachments?: boolean
  /** Where the contents of files are written. */
  folder?: ContentFolder | undefined
}

const groupNames = statement('select id, name from operator_groups', { id: 'bigint', name: 'text' })

export async function itemsOfCatalogue(transaction: Transaction, catalogue: Catalogue) {
  const names = (await transaction.run(groupNames)).map(({ id, name }) => [id, name] as const)
  return catalogueSections(catalogue, new Map(names))
}

export function sectionsOf(items: Record<string, ExportItem[]>): FileSection[] {
  return Object.entries(items).map(([name, all]) => ({ name, batches: [all] }))
}

/**
 * Marks cases whose data no longer matches the fields of their type, because the fields changed after the data was
 * stored. An import takes the data of marked cases unchecked.
 */
async function* withOutdatedCaseDataMarked(
  { types }: Catalogue,
  batches: AsyncIterable<ExportItem[]>,
): AsyncGenerator<ExportItem[]> {
  for await (const items of batches) {
    yield items.map((item) => {
      const { typeCode, caseData } = item
      if (caseData === undefined) return item
      const { problems } = checkImportedData(types.get(String(typeCode))?.fields ?? [], caseData)
      return problems.length === 0 ? item : { ...item, outdatedCaseData: true }
    })
  }
}
