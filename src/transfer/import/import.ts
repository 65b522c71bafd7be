import { analyze } from '../../database/schema/analyze.ts'
import type { Database } from '../../database/database.ts'
import { statement } from '../../database/statement.ts'
import { checkReferences } from './check-references.ts'
import { importCases, type OnProgress } from './import-cases.ts'
import { importCatalogue } from './import-catalogue.ts'
import { ImportErrors } from './import-errors.ts'
import { readImportFile } from './read-import-file.ts'
import { importPeople } from './import-people.ts'
import { referenceData } from './reference-data.ts'
import { loadStoredData, withoutStored } from './stored-data.ts'

export interface ImportSummary {
  /** New cases. */
  cases: number
  /** Cases that already existed and were left unchanged. */
  casesLeft: number
  /** Inserted or updated rows of the catalogue, people and sessions. */
  others: number
}

// One import at a time: a second one would be checked against data that the first one is changing. The number is
// arbitrary.
export const importLock = 4_206_218
const lockImports = statement(`select from pg_advisory_xact_lock(${importLock})`)

/**
 * Imports the parsed content of an import file in one transaction. Inserts and updates by natural key, removes nothing
 * and leaves existing cases unchanged. Throws an ImportError that lists every error of the file, in which case nothing
 * is written.
 */
export async function importData(
  database: Database,
  data: unknown,
  { onProgress = () => {} }: { onProgress?: OnProgress } = {},
): Promise<ImportSummary> {
  const errors = new ImportErrors()
  const content = readImportFile(data, errors)
  const summary = await database.transaction(async (transaction) => {
    await transaction.run(lockImports)
    const stored = await loadStoredData(transaction, content)
    const file = content.keepExisting ? withoutStored(content, stored) : content
    const reference = referenceData(file, stored)
    checkReferences(file, reference, errors)
    errors.throwIfAny()
    const catalogue = await importCatalogue(transaction.forkEntityManager(), file, reference)
    const people = await importPeople(transaction, file, stored)
    const cases = await importCases(transaction, file, reference, people.ids, onProgress)
    return { cases, casesLeft: file.cases.items.size - cases, others: catalogue + people.written }
  })
  await analyze(database, { cases: summary.cases > 0, others: summary.others > 0 })
  return summary
}
