import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkCaseData } from '../cases/case-data.rules.ts'
import type { FieldDefinition } from '../catalogue/field-definition.ts'
import type { Database } from '../database/database.ts'
import { exportSections } from './export-sections.ts'
import { type Queryable, statement } from '../database/statement.ts'

const oneSnapshot = statement('set transaction isolation level repeatable read, read only')

/**
 * Writes everything but sessions as JSON in the form that an import takes, as of one instant and in an order of its
 * own, a batch of records at a time. The output is not ended. Gives how many records there were of each kind.
 */
export function exportData(database: Database, output: Writable): Promise<Record<string, number>> {
  return database.transaction(async (transaction) => {
    await transaction.run(oneSnapshot)
    const counts: Record<string, number> = {}
    await pipeline(fileOf(transaction, counts), output, { end: false })
    return counts
  })
}

type ExportRecord = Record<string, unknown>

async function* fileOf(database: Queryable, counts: Record<string, number>): AsyncGenerator<string> {
  let separator = '{\n'
  for (const [name, query] of Object.entries(exportSections)) {
    yield `${separator}  ${JSON.stringify(name)}: [`
    let recordSeparator = '\n'
    counts[name] = 0
    const complete = name === 'cases' ? markOutdated(await readFields(database)) : (record: ExportRecord) => record
    for await (const records of batches(database, query)) {
      const lines = records.map((record) => `    ${JSON.stringify(complete(record))}`)
      counts[name] += records.length
      yield recordSeparator + lines.join(',\n')
      recordSeparator = ',\n'
    }
    yield recordSeparator === '\n' ? ']' : '\n  ]'
    separator = ',\n'
  }
  yield '\n}\n'
}

const fetchSome = statement<{ record: ExportRecord }>('fetch 250 from exported')
const closeCursor = statement('close exported')

/** A cursor, because a driver hands over all rows of a query at once. */
async function* batches(database: Queryable, query: string): AsyncGenerator<ExportRecord[]> {
  const records = `select json_strip_nulls(record) as record from (${query}) r`
  await database.run(statement(`declare exported no scroll cursor for ${records}`))
  for (;;) {
    const rows = await database.run(fetchSome)
    if (rows.length === 0) break
    yield rows.map(({ record }) => record)
  }
  await database.run(closeCursor)
}

const allFields = statement<FieldDefinition & { typeCode: string }>(`
  select type_code as "typeCode", name, label, kind, minimum, maximum, scale from case_type_fields
`)

async function readFields(database: Queryable): Promise<Map<string, FieldDefinition[]>> {
  return Map.groupBy(await database.run(allFields), ({ typeCode }) => typeCode)
}

/** Says of data that was stored before the type's fields were changed that an import has to take it as it is. */
function markOutdated(fields: Map<string, FieldDefinition[]>): (record: ExportRecord) => ExportRecord {
  return (record) => {
    const { typeCode, caseData } = record
    if (caseData === undefined) return record
    const { problems } = checkCaseData(fields.get(String(typeCode)) ?? [], caseData)
    return problems.length === 0 ? record : { ...record, outdatedCaseData: true }
  }
}
