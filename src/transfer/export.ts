import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkCaseData } from '../cases/case-data.rules.ts'
import type { Database, Transaction } from '../database/database.ts'
import { typed } from '../database/columns.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { exportSections } from './export-sections.ts'
import { loadFieldDefinitions } from './field-definitions.ts'

const useOneSnapshot = statement('set transaction isolation level repeatable read, read only')

/**
 * Writes all data except sessions as an import file, as of one point in time and in a fixed order. Reads the database
 * in batches and leaves the output open. Returns the number of items by section.
 */
export function exportData(database: Database, output: Writable): Promise<Record<string, number>> {
  return database.transaction(async (transaction) => {
    await transaction.run(useOneSnapshot)
    const counts: Record<string, number> = {}
    await pipeline(jsonChunks(transaction, counts), output, { end: false })
    return counts
  })
}

type ExportItem = Record<string, unknown>

async function* jsonChunks(transaction: Transaction, counts: Record<string, number>): AsyncGenerator<string> {
  let sectionSeparator = '{\n'
  for (const [name, query] of Object.entries(exportSections)) {
    yield `${sectionSeparator}  ${JSON.stringify(name)}: [`
    counts[name] = 0
    let itemSeparator = '\n'
    const complete = name === 'cases' ? await outdatedCaseDataMarker(transaction) : (item: ExportItem) => item
    for await (const items of readBatches(transaction, query)) {
      const lines = items.map((item) => `    ${JSON.stringify(complete(item))}`)
      counts[name] += items.length
      yield itemSeparator + lines.join(',\n')
      itemSeparator = ',\n'
    }
    yield counts[name] === 0 ? ']' : '\n  ]'
    sectionSeparator = ',\n'
  }
  yield '\n}\n'
}

/** Reads through a cursor, because the drivers return all rows of a query at once. */
async function* readBatches(database: Queryable, query: string): AsyncGenerator<ExportItem[]> {
  const items = `select json_strip_nulls(item) as item from (${query}) section`
  await database.run(statement(`declare exported no scroll cursor for ${items}`))
  const fetchBatch = statement('fetch 250 from exported', { item: typed<ExportItem>('json') })
  for (;;) {
    const rows = await database.run(fetchBatch)
    if (rows.length === 0) break
    yield rows.map(({ item }) => item)
  }
  await database.run(statement('close exported'))
}

/**
 * Returns a function that marks cases whose data no longer matches the fields of their type, because the fields changed
 * after the data was stored. An import takes the data of marked cases unchecked.
 */
async function outdatedCaseDataMarker(transaction: Transaction): Promise<(item: ExportItem) => ExportItem> {
  const fields = await loadFieldDefinitions(transaction.forkEntityManager())
  return (item) => {
    const { typeCode, caseData } = item
    if (caseData === undefined) return item
    const { problems } = checkCaseData(fields.get(String(typeCode)) ?? [], caseData)
    return problems.length === 0 ? item : { ...item, outdatedCaseData: true }
  }
}
