import { writeAudit } from '../../audit/write-audit.ts'
import { loadedCatalogue } from '../../catalogue/catalogue-store.ts'
import { changeConfiguration } from '../../catalogue/lock-configuration.ts'
import { planConfiguration } from '../../configuration/plan/plan-configuration.ts'
import { Problems, type References } from '../../configuration/items/items.rules.ts'
import { manageConfiguration } from '../../configuration/plan/managed-configuration.ts'
import { loadPeople } from '../../configuration/plan/stored-people.ts'
import { changesOf } from '../../configuration/plan/changes.ts'
import { writePlan } from '../../configuration/plan/write-plan.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { Case, CaseComment, CaseEvent } from '../../cases/case.entity.ts'
import { tableNames } from '../../database/orm.ts'
import { analyzeGrown } from '../../database/schema/analyze.ts'
import type { ImportFile } from '../format/import-format.ts'
import { checkCases, configurationAfter, emailsOf } from './check-cases.ts'
import type { ContentFolder } from '../export/export-contents.ts'
import { importContents } from './import-contents.ts'
import { importCases, type OnProgress } from './import-cases.ts'
import { ImportError, readImportFile, refusePublicCredentials } from './read-import-file.ts'
import { addTransitions, itemsOf, sentKeysOf, withoutStored } from './import-items.ts'
import { checkLinks, importLinks } from './import-links.ts'
import { checkSecrets, importSecrets, importSessions, secretsOf } from './import-credentials.ts'

export interface ImportSummary {
  /** New cases. */
  cases: number
  /** Cases that already existed and were left unchanged. */
  casesLeft: number
  /** Inserted or updated rows of the catalogue, people and sessions. */
  others: number
}

/** The tables that grow with the cases. */
const caseTables: string[] = [Case, CaseEvent, CaseComment].map(({ tableName }) => tableName)

interface ImportOptions {
  onProgress?: OnProgress
  /** Whether to accept sessions and secrets on a PostgreSQL server. The embedded store, which is for trials, accepts them. */
  withPublicSessions?: boolean
  /** Where the contents of files are. Without it, a file with attachments is not valid. */
  folder?: ContentFolder | undefined
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
  { onProgress = () => {}, withPublicSessions = true, folder }: ImportOptions = {},
): Promise<ImportSummary> {
  const contents = files.map((data) => {
    const problems = new Problems()
    const content = readImportFile(data, problems)
    if (!withPublicSessions && database.kind === 'postgresql') refusePublicCredentials(content)
    return { content, problems }
  })
  const summary = await changeConfiguration(database, async (transaction) => {
    const sum = { cases: 0, casesLeft: 0, others: 0 }
    for (const { content, problems } of contents) {
      const { cases, casesLeft, others } = await importContent(transaction, content, problems, {
        onProgress,
        contents: folder,
      })
      sum.cases += cases
      sum.casesLeft += casesLeft
      sum.others += others
    }
    const { cases, others } = sum
    const changes = Object.entries({ cases, others }).map(([name, to]) => ({ path: [name], from: 0, to }))
    if (cases + others > 0) await writeAudit(transaction, null, [{ action: 'IMPORTED', target: 'import', changes }])
    return sum
  })
  await analyzeGrown(database, caseTables, summary.cases)
  const others = tableNames(database).filter((table) => !caseTables.includes(table))
  await analyzeGrown(database, others, summary.others)
  return summary
}

/** Imports the content by the rules of `configure`, with lists that only add. */
async function importContent(
  transaction: Transaction,
  file: ImportFile,
  problems: Problems,
  { onProgress, contents }: { onProgress: OnProgress; contents: ContentFolder | undefined },
): Promise<ImportSummary> {
  const sent = itemsOf(file)
  const em = transaction.forkEntityManager()
  const people = await loadPeople(em, sent, emailsOf(file))
  const configuration = manageConfiguration(em, await loadedCatalogue(transaction), people)
  const items = file.keepExisting ? withoutStored(sent, configuration) : sent
  const references: References = { items, sentKeys: sentKeysOf(file), source: 'file' }
  const plan = planConfiguration(configuration, references, true, problems)
  addTransitions(file, plan, problems)
  const after = configurationAfter(plan, file)
  checkCases(file, plan.targets, after, problems)
  checkLinks(file, problems)
  const sentSecrets = secretsOf(file, (code) => !file.keepExisting || !configuration.has('touchpoints', code))
  await checkSecrets(transaction, sentSecrets, problems)
  if (problems.found.length > 0) throw new ImportError(problems)

  const changes = changesOf(plan, false)
  await writePlan(transaction, null, plan, changes)
  const secrets = await importSecrets(transaction, sentSecrets)
  const sessions = await importSessions(transaction, file, after)
  // Deadlines follow from the configuration as it is now.
  const catalogue = await loadedCatalogue(transaction)
  const imported = await importCases(transaction, file, after, catalogue, onProgress)
  await importLinks(transaction, file, imported)
  await importContents(transaction, contents, file, imported, problems)
  if (problems.found.length > 0) throw new ImportError(problems)
  const cases = imported.size
  return { cases, casesLeft: file.cases.items.size - cases, others: changes.rows + secrets + sessions }
}
