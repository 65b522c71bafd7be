import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Columns } from '../../src/database/statements/columns.ts'
import { camelCase } from '../../src/database/statements/rows.ts'
import type { Statement } from '../../src/database/statements/statement.ts'
import { createPostgresDatabase, databaseKind } from '../support/database/database.ts'

type Unknown = Statement<unknown>

/** Loads the modules that declare statements once more, and returns what they declare. */
async function declaredStatements(): Promise<Unknown[]> {
  const declared: Unknown[] = []
  const declaring = '../../src/database/statements/statement.ts'
  vi.resetModules()
  vi.doMock(declaring, async (importOriginal) => {
    const original = await importOriginal<typeof import('../../src/database/statements/statement.ts')>()
    return {
      ...original,
      statement(text: string, columns: Columns) {
        const made = original.statement(text, columns)
        declared.push(made)
        return made
      },
    }
  })
  for (const file of globSync('src/**/*.ts')) {
    const isDeclaring = /import .*\bstatement\b.* from '.*\/statement\.ts'/.test(readFileSync(file, 'utf8'))
    if (isDeclaring) await import(resolve(file))
  }
  vi.doUnmock(declaring)
  vi.resetModules()
  return declared
}

/** Runs commands that build statements when they run, and returns all their statements with the columns of the results. */
async function executedStatements(url: string): Promise<Map<Unknown, readonly Field[]>> {
  const executed = new Map<Unknown, readonly Field[]>()
  const reading = '../../src/database/statements/rows.ts'
  vi.resetModules()
  vi.doMock(reading, async (importOriginal) => {
    const original = await importOriginal<typeof import('../../src/database/statements/rows.ts')>()
    const toObjects: typeof original.toObjects = (statement, result) => {
      executed.set(statement as Unknown, result.fields as readonly Field[])
      return original.toObjects(statement, result)
    }
    return { ...original, toObjects }
  })
  const { openDatabase } = await import('../../src/open-database.ts')
  const { runChecks } = await import('../../src/doctor/doctor.ts')
  const { exportData } = await import('../../src/transfer/export/export.ts')
  const database = await openDatabase({ kind: 'postgresql', url, poolSize: 2, preparedStatements: true })
  await exportData(database, new PassThrough().resume())
  await Array.fromAsync(runChecks(database, { deep: true, poolSize: 2, explain: String }))
  await database.close()
  vi.doUnmock(reading)
  vi.resetModules()
  return executed
}

const statements = databaseKind === 'postgresql' ? await declaredStatements() : []
// PostgreSQL only knows what a cursor returns while it is open.
const described = statements.filter(({ text }) => !text.startsWith('fetch '))
const cases = described.map(({ text, columns, writes }) => ({
  title: text.trim().replaceAll(/\s+/g, ' '),
  text,
  columns,
  writes,
}))

describe.runIf(databaseKind === 'postgresql')('a statement returns the columns that it declares', () => {
  let url: string
  let client: pg.Client
  beforeAll(async () => {
    url = await createPostgresDatabase('demo')
    client = new pg.Client({ connectionString: url })
    await client.connect()
  })
  afterAll(() => client.end())

  test.each(cases)('$title', async ({ text, columns }) => {
    expect(await mismatches(client, columns, await describeStatement(client, text))).toEqual([])
  })

  test.each(cases)('and is known to write if its plan does: $title', async ({ text, writes }) => {
    const isPlanned = /^\s*(with|select|insert|update|delete)\b/.test(text)
    const { rows } = isPlanned ? await client.query(`explain (generic_plan) ${text}`) : { rows: [] }
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(writes).toBe(/^[ >-]*(Insert|Update|Delete) on /m.test(plan) || text.includes('setval('))
  })

  test('even if it is built when it runs', async () => {
    const executed = await executedStatements(url)
    expect(executed.size).toBeGreaterThan(30)
    for (const [{ text, columns }, fields] of executed) {
      expect(await mismatches(client, columns, fields), text).toEqual([])
    }
  })
})

/** The columns whose name or type is not as declared, or that are declared as never null although they can be. */
async function mismatches(client: pg.Client, columns: Columns = {}, fields: readonly Field[]): Promise<string[]> {
  const leaves = leavesOf(columns)
  const returned = await describeFields(client, fields)
  const names = returned.map(({ name }) => camelCase(name))
  const declaredTypes = await typeNames(client, leaves)
  const wrong = returned.filter(({ name, type, isNullable }) => {
    const leaf = camelCase(name)
    return type !== declaredTypes[leaf] || (isNullable && !leaves[leaf]?.endsWith(' | null'))
  })
  const missing = Object.keys(leaves).filter((name) => !names.includes(name))
  return [...wrong.map(({ name, type, isNullable }) => `${name} is ${type}${isNullable ? ' | null' : ''}`), ...missing]
}

/** The types of all columns, those in groups included. */
function leavesOf(columns: Columns): Record<string, string> {
  return Object.entries(columns).reduce((leaves, [name, column]) => {
    if (typeof column === 'string') return { ...leaves, [name]: column }
    return { ...leaves, ...leavesOf(('leftJoined' in column ? column.leftJoined : column) as Columns) }
  }, {})
}

interface DescribedColumn {
  name: string
  type: string
  /** Whether it comes from a column of a table that can be null. PostgreSQL does not tell it of expressions. */
  isNullable: boolean
}

type Field = { name: string; dataTypeID: number; tableID: number; columnID: number }

/** Asks PostgreSQL what a statement would return, without executing it. */
function describeStatement(client: pg.Client, text: string): Promise<Field[]> {
  return new Promise((resolve, reject) => {
    let fields: Field[] = []
    let error: Error | undefined
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription: (message: { fields: Field[] }) => (fields = message.fields),
      handleError: (reason: Error) => (error = reason),
      handleReadyForQuery: () => (error ? reject(error) : resolve(fields)),
    } as pg.Submittable)
  })
}

async function describeFields(client: pg.Client, fields: readonly Field[]): Promise<DescribedColumn[]> {
  const { rows } = await client.query<DescribedColumn>(
    `select f.name, format_type(f.type, null) as type, coalesce(not a.attnotnull, false) as "isNullable"
     from unnest($1::text[], $2::oid[], $3::oid[], $4::int[]) as f (name, type, "table", "column")
     left join pg_class c on c.oid = f."table" and c.relkind = 'r'
     left join pg_attribute a on a.attrelid = c.oid and a.attnum = f."column"`,
    [
      fields.map(({ name }) => name),
      fields.map(({ dataTypeID }) => dataTypeID),
      fields.map(({ tableID }) => tableID),
      fields.map(({ columnID }) => columnID),
    ],
  )
  return rows
}

/** PostgreSQL's own names of the declared types. */
async function typeNames(client: pg.Client, leaves: Record<string, string>): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; type: string }>(
    'select name, format_type(type::regtype, null) as type from unnest($1::text[], $2::text[]) as t (name, type)',
    [Object.keys(leaves), Object.values(leaves).map((type) => type.replace(/ \| null$/, ''))],
  )
  return Object.fromEntries(rows.map(({ name, type }) => [name, type]))
}
