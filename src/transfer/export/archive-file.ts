import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { loadedCatalogue } from '../../catalogue/catalogue-store.ts'
import type { Database } from '../../database/database.ts'
import { UsageError } from '../../errors/usage-error.ts'
import { archivedCases, archivedPeople } from './export-sections.ts'
import { casesQuery } from './export-cases.ts'
import { type ExportItem, fileChunks } from '../../database/json-file.ts'
import { type ContentFolder, withContents } from './export-contents.ts'
import { inSnapshot, itemsOfCatalogue, readBatches, sectionsOf } from './export.ts'
import { caseWithHistory } from '../format/case-history-format.ts'
import { itemProblem } from '../import/read-import-file.ts'

/** Closed cases whose last change came before a time, those that have not changed for longest first. */
export interface ArchiveSelection {
  before: Date
  limit: number
  /** The maximum size of the cases in the file. */
  maximumBytes: number
}

/** A case as it is in the file. */
export interface WrittenCase {
  id: number
  version: number
  updatedAt: Date
  /** The number of its events and comments. */
  rows: number
}

/** An import reads files of up to 512 MiB. This leaves enough for the catalogue and the people. */
export const maximumBytesOfCases = 400_000_000

/**
 * Writes the selected cases with their history, and the parts of the catalogue and the people that they may refer to, as
 * of one point in time. The file has no permissions: an import of it authorises nobody. Returns the cases that it has.
 */
export function writeArchive(
  database: Database,
  output: Writable,
  { before, limit, maximumBytes }: ArchiveSelection,
  folder?: ContentFolder,
): Promise<WrittenCase[]> {
  return inSnapshot(database, async (transaction) => {
    const selection = [before.toISOString(), limit]
    const written: WrittenCase[] = []
    const found = readBatches(transaction, casesQuery(archivedCases, { withHistory: true }), selection)
    // Only the cases that fit into the file: the others would leave their contents in the folder.
    const cases = withContents(transaction, folder, caseBatches(found, maximumBytes, written))
    // All of the catalogue, because the history contains its names, without what it permits.
    const catalogue = await itemsOfCatalogue(transaction, await loadedCatalogue(transaction))
    const { touchpoints, transitions: _, ...others } = catalogue
    const named = touchpoints.map(({ code, name }) => ({ code, name }))
    const people = Object.entries(archivedPeople).map(([name, query]) => ({
      name,
      batches: readBatches(transaction, query, query.includes('$1') ? selection : []),
    }))
    const sections = [...sectionsOf({ touchpoints: named, ...others }), ...people, { name: 'cases', batches: cases }]
    await pipeline(fileChunks({ keepExisting: true }, sections), output, { end: false })
    return written
  })
}

async function* caseBatches(
  cases: AsyncIterable<ExportItem[]>,
  maximumBytes: number,
  written: WrittenCase[],
): AsyncGenerator<ExportItem[]> {
  let bytes = 0
  for await (const items of cases) {
    const fitting: ExportItem[] = []
    for (const item of items) {
      bytes += Buffer.byteLength(JSON.stringify(item))
      if (bytes > maximumBytes && written.length === 0) throw tooLarge(item, maximumBytes)
      if (bytes > maximumBytes) break
      fitting.push(importable(item))
      written.push(writtenCase(item))
    }
    yield fitting
    if (bytes > maximumBytes) break
  }
}

function tooLarge({ id }: ExportItem, maximumBytes: number): UsageError {
  return new UsageError(
    `Case ${String(id)} cannot be archived, because it is larger than ${maximumBytes} bytes with its history. ` +
      'Nothing was deleted.',
  )
}

/** The item as an import accepts it, even if the fields of its type change. Throws a UsageError if none would. */
function importable(item: ExportItem): ExportItem {
  const complete = 'caseData' in item ? { ...item, outdatedCaseData: true } : item
  const problem = itemProblem(caseWithHistory, complete)
  if (problem === undefined) return complete
  throw new UsageError(
    `Case ${String(item['id'])} cannot be archived, because an import would reject it: ${problem}. Nothing was ` +
      'deleted. Run "doctor --deep", and correct the case with SQL.',
  )
}

function writtenCase({ id, version = 1, updatedAt, history, comments = [] }: ExportItem): WrittenCase {
  const rows = (history as unknown[]).length + (comments as unknown[]).length
  return { id: id as number, version: version as number, updatedAt: new Date(updatedAt as string), rows }
}
