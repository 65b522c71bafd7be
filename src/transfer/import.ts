import type { Database } from '../database/database.ts'
import { importCases, type OnProgress } from './import-cases.ts'
import { importCatalogue } from './import-catalogue.ts'
import { checkReferences } from './import-check.ts'
import { ImportErrors } from './import-errors.ts'
import { readImportFile } from './import-format.ts'
import { loadKnown } from './reference-data.ts'
import { importPeople } from './import-people.ts'
import { statement } from '../database/statement.ts'

export interface ImportSummary {
  /** Cases that were not there before. */
  cases: number
  /** Cases that were there already and stay as they are. */
  casesLeft: number
  /** Rows of the catalogue, people and sessions that were inserted or changed. */
  others: number
}

// Two imports at once would check against a database that the other is changing. The number is arbitrary.
const waitForOtherImports = statement('select pg_advisory_xact_lock(4206218)')

/**
 * Brings the parsed content of an import file into the database, in one transaction: inserts and updates by codes,
 * names, addresses and ids, removes nothing, leaves existing cases as they are. Throws an ImportError with every error
 * of the file, in which case nothing was written.
 */
export function importData(
  database: Database,
  data: unknown,
  { onProgress = () => {} }: { onProgress?: OnProgress } = {},
): Promise<ImportSummary> {
  const errors = new ImportErrors()
  const file = readImportFile(data, errors)
  return database.transaction(async (transaction) => {
    await transaction.run(waitForOtherImports)
    const known = await loadKnown(transaction, file)
    checkReferences(file, known, errors)
    errors.throwIfAny()
    const catalogue = await importCatalogue(transaction, file, known)
    const people = await importPeople(transaction, file)
    const cases = await importCases(transaction, file, known, people.ids, onProgress)
    return { cases, casesLeft: file.cases.items.size - cases, others: catalogue + people.written }
  })
}
