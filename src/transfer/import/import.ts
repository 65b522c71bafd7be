import { analyze } from '../../database/schema/analyze.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { statement } from '../../database/statement.ts'
import type { ImportFile } from '../format/import-format.ts'
import { checkReferences } from './check-references.ts'
import { importCases, type OnProgress } from './import-cases.ts'
import { importCatalogue } from './import-catalogue.ts'
import { ImportErrors } from './import-errors.ts'
import { readImportFile } from './read-import-file.ts'
import { importGroups } from './import-groups.ts'
import { importPeople } from './import-people.ts'
import { importTouchpoints } from './import-touchpoints.ts'
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
export const lockImports = statement(`select from pg_advisory_xact_lock(${importLock})`)

interface ImportOptions {
  onProgress?: OnProgress
}

/**
 * Imports the parsed content of an import file in one transaction. Inserts and updates by natural key, removes nothing
 * and leaves existing cases unchanged. Throws an ImportError that lists every error of the file, in which case nothing
 * is written.
 */
export function importData(database: Database, data: unknown, options: ImportOptions = {}): Promise<ImportSummary> {
  return importFiles(database, [data], options)
}

/** Imports several files in their order, in one transaction. */
export async function importFiles(
  database: Database,
  files: readonly unknown[],
  { onProgress = () => {} }: ImportOptions = {},
): Promise<ImportSummary> {
  const contents = files.map((data) => {
    const errors = new ImportErrors()
    return { content: readImportFile(data, errors), errors }
  })
  const summary = await database.transaction(async (transaction) => {
    await transaction.run(lockImports)
    const sum = { cases: 0, casesLeft: 0, others: 0 }
    for (const { content, errors } of contents) {
      const { cases, casesLeft, others } = await importContent(transaction, content, errors, onProgress)
      sum.cases += cases
      sum.casesLeft += casesLeft
      sum.others += others
    }
    return sum
  })
  await analyze(database, { cases: summary.cases > 0, others: summary.others > 0 })
  return summary
}

async function importContent(
  transaction: Transaction,
  content: ImportFile,
  errors: ImportErrors,
  onProgress: OnProgress,
): Promise<ImportSummary> {
  const stored = await loadStoredData(transaction, content)
  const file = content.keepExisting ? withoutStored(content, stored) : content
  const reference = referenceData(file, stored)
  checkReferences(file, reference, stored, errors)
  errors.throwIfAny()
  const { written, groups } = await importGroups(transaction.forkEntityManager(), file)
  const catalogue = await importCatalogue(transaction.forkEntityManager(), file, reference, groups)
  const touchpoints = await importTouchpoints(transaction, file, stored)
  const people = await importPeople(transaction, file, stored, groups)
  const cases = await importCases(transaction, file, reference, people.ids, onProgress)
  const others = written + catalogue + touchpoints + people.written
  return { cases, casesLeft: file.cases.items.size - cases, others }
}
