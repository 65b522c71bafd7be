import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkCaseData } from '../cases/case-data.rules.ts'
import type { Database, Transaction } from '../database/database.ts'
import { refuseDistributed } from '../database/distribution.ts'
import { casesQuery } from './export-cases.ts'
import { exportSections } from './export-sections.ts'
import { loadFieldDefinitions } from './field-definitions.ts'
import { type ExportItem, fileChunks, readBatches, useOneSnapshot } from './file-chunks.ts'

/**
 * Writes all data except sessions as an import file, as of one point in time and in a fixed order. Reads the database
 * in batches and leaves the output open. Returns the number of items by section.
 */
export async function exportData(
  database: Database,
  output: Writable,
  { withHistory = false } = {},
): Promise<Record<string, number>> {
  await refuseDistributed(database, 'The export')
  return database.transaction(async (transaction) => {
    await transaction.run(useOneSnapshot)
    const counts: Record<string, number> = {}
    const queries = { ...exportSections, cases: casesQuery('order by c.id', { withHistory }) }
    const sections = Object.entries(queries).map(([name, query]) => ({
      name,
      batches: counted(counts, name, readBatches(transaction, query)),
    }))
    const cases = sections.find(({ name }) => name === 'cases')!
    cases.batches = withOutdatedCaseDataMarked(transaction, cases.batches)
    await pipeline(fileChunks({}, sections), output, { end: false })
    return counts
  })
}

async function* counted(
  counts: Record<string, number>,
  name: string,
  batches: AsyncIterable<ExportItem[]>,
): AsyncGenerator<ExportItem[]> {
  let count = 0
  counts[name] = count
  for await (const items of batches) {
    yield items
    counts[name] = count += items.length
  }
}

/**
 * Marks cases whose data no longer matches the fields of their type, because the fields changed after the data was
 * stored. An import takes the data of marked cases unchecked.
 */
async function* withOutdatedCaseDataMarked(
  transaction: Transaction,
  batches: AsyncIterable<ExportItem[]>,
): AsyncGenerator<ExportItem[]> {
  const fields = await loadFieldDefinitions(transaction.forkEntityManager())
  for await (const items of batches) {
    yield items.map((item) => {
      const { typeCode, caseData } = item
      if (caseData === undefined) return item
      const { problems } = checkCaseData(fields.get(String(typeCode)) ?? [], caseData)
      return problems.length === 0 ? item : { ...item, outdatedCaseData: true }
    })
  }
}
