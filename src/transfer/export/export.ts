import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkImportedData } from '../../cases/case-data.rules.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { casesQuery } from './export-cases.ts'
import { exportSections } from './export-sections.ts'
import { loadedCatalogue } from '../../catalogue/catalogue-store.ts'
import { type ExportItem, fileChunks, inSnapshot, readBatches } from '../file-chunks.ts'

/**
 * Writes all data except sessions as an import file, in a fixed order and as of one point in time. Reads the
 * database in batches and leaves the output open. Returns the number of items by section.
 */
export function exportData(
  database: Database,
  output: Writable,
  { withHistory = false } = {},
): Promise<Record<string, number>> {
  return inSnapshot(database, async (transaction) => {
    const counts: Record<string, number> = {}
    const sections = Object.entries(exportSections).map(([name, query]) => ({
      name,
      batches: readBatches(transaction, query),
    }))
    const cases = readBatches(transaction, casesQuery('order by c.id', { withHistory }))
    sections.push({ name: 'cases', batches: withOutdatedCaseDataMarked(transaction, cases) })
    await pipeline(fileChunks({}, sections, counts), output, { end: false })
    return counts
  })
}

/**
 * Marks cases whose data no longer matches the fields of their type, because the fields changed after the data was
 * stored. An import takes the data of marked cases unchecked.
 */
async function* withOutdatedCaseDataMarked(
  transaction: Transaction,
  batches: AsyncIterable<ExportItem[]>,
): AsyncGenerator<ExportItem[]> {
  const { types } = await loadedCatalogue(transaction)
  for await (const items of batches) {
    yield items.map((item) => {
      const { typeCode, caseData } = item
      if (caseData === undefined) return item
      const { problems } = checkImportedData(types.get(String(typeCode))?.fields ?? [], caseData)
      return problems.length === 0 ? item : { ...item, outdatedCaseData: true }
    })
  }
}
