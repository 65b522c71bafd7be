import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkImportedData } from '../../cases/case-data.rules.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { distributedTables } from '../../database/schema/distribution.ts'
import { statement } from '../../database/statement.ts'
import { readCases } from './export-cases.ts'
import { exportSections } from './export-sections.ts'
import { loadFieldDefinitions } from '../../configuration/items/field-definitions.ts'
import { configurationLock } from '../../configuration/lock-configuration.ts'
import { type ExportItem, fileChunks, readBatches, useOneSnapshot } from '../file-chunks.ts'

/**
 * Writes all data except sessions as an import file, as of one point in time and in a fixed order. Reads the database
 * in batches and leaves the output open. Returns the number of items by section.
 */
export async function exportData(
  database: Database,
  output: Writable,
  { withHistory = false } = {},
): Promise<Record<string, number>> {
  const write = () => writeExport(database, output, withHistory)
  // There, cases are read later than the people and the catalogue, which only imports change.
  const isDistributed = (await distributedTables(database)).length > 0
  return isDistributed ? database.exclusively(configurationLock, write) : write()
}

function writeExport(database: Database, output: Writable, withHistory: boolean): Promise<Record<string, number>> {
  return database.transaction(async (transaction) => {
    await transaction.run(useOneSnapshot)
    const counts: Record<string, number> = {}
    const sections = Object.entries(exportSections).map(([name, query]) => ({
      name,
      batches: counted(counts, name, readBatches(transaction, query)),
    }))
    const cases = withOutdatedCaseDataMarked(transaction, caseBatches(transaction, withHistory))
    sections.push({ name: 'cases', batches: counted(counts, 'cases', cases) })
    await pipeline(fileChunks({}, sections), output, { end: false })
    return counts
  })
}

const nextIds = statement('select id from cases where id > $1::bigint order by id limit 250', { id: 'bigint' })

async function* caseBatches(transaction: Transaction, withHistory: boolean): AsyncGenerator<ExportItem[]> {
  let last = Number.MIN_SAFE_INTEGER
  for (;;) {
    const ids = (await transaction.run(nextIds, [last])).map(({ id }) => id)
    if (ids.length === 0) return
    yield await readCases(transaction, ids, { withHistory })
    last = ids.at(-1)!
  }
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
      const { problems } = checkImportedData(fields.get(String(typeCode)) ?? [], caseData)
      return problems.length === 0 ? item : { ...item, outdatedCaseData: true }
    })
  }
}
