import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Columns } from '../../src/database/columns.ts'
import { camelCase } from '../../src/database/rows.ts'
import type { Statement } from '../../src/database/statement.ts'
import { createPostgresDatabase, databaseKind } from '../support/database.ts'

/** Loads the modules that declare statements once more, and records what they declare. */
async function declaredStatements(): Promise<Statement<unknown>[]> {
  const declared: Statement<unknown>[] = []
  const declaring = '../../src/database/statement.ts'
  vi.resetModules()
  vi.doMock(declaring, async (importOriginal) => {
    const original = await importOriginal<typeof import('../../src/database/statement.ts')>()
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

const statements = databaseKind === 'postgresql' ? await declaredStatements() : []
const cases = statements.map(({ text, columns }) => ({ title: text.trim().replaceAll(/\s+/g, ' '), text, columns }))

describe.runIf(databaseKind === 'postgresql')('a statement returns the columns that it declares', () => {
  let client: pg.Client
  beforeAll(async () => {
    client = new pg.Client({ connectionString: await createPostgresDatabase('demo') })
    await client.connect()
  })
  afterAll(() => client.end())

  test.each(cases)('$title', async ({ text, columns }) => {
    const described = await describeStatement(client, text)
    const leaves = leavesOf(columns ?? {})
    expect(described.map(({ name }) => camelCase(name)).sort()).toEqual(Object.keys(leaves).sort())
    const declaredTypes = described.map(({ name }) => leaves[camelCase(name)]!)
    const names = await typeNames(client, declaredTypes)
    expect(names).toEqual(described.map(({ type }) => type))
    const neverNull = described.filter(
      ({ isNullable }, index) => isNullable && !isDeclaredNullable(declaredTypes[index]!),
    )
    expect(neverNull).toEqual([])
  })
})

const isDeclaredNullable = (type: string) => type.endsWith(' | null')

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

interface Field {
  name: string
  dataTypeID: number
  tableID: number
  columnID: number
}

/** Asks PostgreSQL what a statement would return, without executing it. */
async function describeStatement(client: pg.Client, text: string): Promise<DescribedColumn[]> {
  const fields = await new Promise<Field[]>((resolve, reject) => {
    let described: Field[] = []
    let error: Error | undefined
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription: (message: { fields: Field[] }) => (described = message.fields),
      handleError: (reason: Error) => (error = reason),
      handleReadyForQuery: () => (error ? reject(error) : resolve(described)),
    } as pg.Submittable)
  })
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

/** PostgreSQL's own names of types. */
async function typeNames(client: pg.Client, types: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select format_type(name::regtype, null) as name from unnest($1::text[]) with ordinality as t (name, n) order by n',
    [types.map((type) => type.replace(/ \| null$/, ''))],
  )
  return rows.map(({ name }) => name)
}
