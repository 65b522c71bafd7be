import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import type { Statement } from '../../src/database/statement.ts'
import { startServer } from '../../src/server.ts'
import { Connection } from '../load/connection.ts'
import { type BenchDatabase, withClient } from '../servers/database.ts'
import type { CheckedRequest } from '../load/load.ts'
import { type Operation, requestsFor } from '../load/requests.ts'

// Variables of pgbench, with the formulas of random-input.ts.
/** Reads 50 cases, without their comments and the names that Casegate returns. */
const plainList = 'select * from cases order by updated_at desc, id desc limit 50;\n'

const setKey: Partial<Record<Operation, string>> = {
  update: '\\set id random(1, :cases)',
  assign: '\\set id random(1, :cases)',
  case: '\\set id 100 * random(1, :cases / 100)',
  lookup: '\\set session random(5001, 10000)',
  filtered: '\\set session random(5001, 10000)',
}
const setOthers = `\
\\set i :id % 432
\\set first :i + case when :i >= 376 then 28 when :i >= 100 then 24 else 0 end
\\set category 1 + (:first + 500 * case when random(1, 4) = 1 then random(0, 3) else :id / 432 % 4 end) / 10
\\set digit 10 - (1 + :first * 7 % 500) % 10
\\set session 10 * random(0, 499) + :digit
\\set operator 10 * random(0, 197) + :digit`

/** A pgbench script with the statements that Casegate runs for one request of the operation. */
export async function writeScript({ url, cases }: BenchDatabase, operation: Operation): Promise<string> {
  if (operation === 'list' || operation === 'list-page') return plainList
  const isOfCase = operation !== 'lookup' && operation !== 'filtered'
  const variables = (setKey[operation] ?? '').replace(':cases', String(cases)) + (isOfCase ? `\n${setOthers}` : '')
  const { statements, columns } = await record(url, operation, requestsFor(operation, 'graphql', cases)())
  const [load, ...others] = statements
  if (!load) throw new Error(`No statement was run for ${operation}.`)
  const parts = [
    variables,
    `${bind(operation, load, {})}${isOfCase ? '\n\\gset' : ';'}`,
    ...others.map((statement) => `${bind(operation, statement, columns)};`),
  ]
  return `${parts.join('\n')}\n`
}

interface RecordedStatement {
  text: string
  values: readonly unknown[]
}

type Columns = Record<string, unknown>

interface Recording {
  statements: RecordedStatement[]
  /** The columns that the first statement returned. */
  columns: Columns
}

/** Executes the request on a server in this process and records the statements that it runs. */
async function record(url: string, operation: Operation, { request, check }: CheckedRequest): Promise<Recording> {
  const config = readConfig({ DATABASE_URL: url, PORT: '0' })
  const database = await openDatabase(config.store)
  const statements: RecordedStatement[] = []
  let columns: Columns = {}
  async function run<Row>(statement: Statement<Row>, values: readonly unknown[] = []): Promise<Row[]> {
    if (statement.name !== loadCatalogue.name) {
      if (statements.length === 0) columns = await queryColumns(url, statement.text, values)
      statements.push({ text: statement.text, values })
    }
    return database.run(statement, values)
  }
  const server = await startServer({ database: { ...database, run }, config })
  try {
    const connection = await Connection.open(Number(new URL(server.url).port))
    await connection.send(request)
    const problem = check(connection.status, connection.body())
    connection.close()
    if (problem !== null) throw new Error(`Recording ${operation}: ${problem}\n${connection.body().toString()}`)
    return { statements, columns }
  } finally {
    await server.close()
    await database.close()
  }
}

function queryColumns(url: string, text: string, values: readonly unknown[]): Promise<Columns> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<Columns>(text, [...values])
    // The first column is the position of a key among those of a shared statement, which is always 1 here.
    return Object.fromEntries(Object.entries(rows[0] ?? {}).slice(1))
  })
}

/** Replaces parameters by pgbench variables if they depend on the caller or on loaded columns, otherwise by literals. */
function bind(operation: Operation, { text, values }: RecordedStatement, loaded: Columns): string {
  return text.trim().replaceAll(/\$(\d+)/g, (_, number: string) => {
    const value = values[Number(number) - 1]
    if (typeof value === 'string' && value.startsWith('[{')) return bindRecord(operation, value, loaded)
    const [first] = Array.isArray(value) ? (value as unknown[]) : []
    if (typeof first === 'string' && /^person\d+@/.test(first)) {
      return "array[concat('person', :operator::text, '@bench.example')]"
    }
    const source = idColumn(loaded, value)
    if (source) return `:${source}::bigint`
    if (typeof first === 'number') return 'array[:id::bigint]'
    return typeof value === 'number' && Object.keys(loaded).length === 0 ? ':id' : literal(value)
  })
}

/** The JSON of the one written change. Members that equal a loaded column take its value. */
function bindRecord(operation: Operation, json: string, loaded: Columns): string {
  const [record] = JSON.parse(json) as Record<string, unknown>[]
  const members = Object.entries(record ?? {}).map(([name, value]) => {
    const key = literal(`"${name}":`)
    if (operation === 'update' && name === 'category_code') {
      return `${key}, '"CAT', lpad(:category::text, 3, '0'), '"'`
    }
    const column = isEqual(loaded[name], value) ? name : name.endsWith('_id') ? idColumn(loaded, value) : undefined
    // pgbench reads null as an empty text.
    if (column?.endsWith('id') || column === 'version') return `${key}, coalesce(nullif(:${column}::text, ''), 'null')`
    return column ? `${key}, '"', :${column}::text, '"'` : literal(`"${name}":${JSON.stringify(value)}`)
  })
  return `concat('[{', ${members.join(", ',', ")}, '}]')`
}

function idColumn(loaded: Columns, value: unknown): string | undefined {
  return Object.keys(loaded).find((name) => name.endsWith('_id') && isEqual(loaded[name], value))
}

/** The driver returns bigint as text. */
function isEqual(column: unknown, value: unknown): boolean {
  const isScalar = typeof value === 'number' || typeof value === 'string'
  return isScalar && column !== null && column !== undefined && String(column) === String(value)
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (isTokenHash(value)) return "encode(sha256(('bench-session-' || :session)::bytea), 'hex')"
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`
  // pgbench reads a colon before a letter as a variable.
  return typeof value === 'string' ? `'${value.replaceAll("'", "''").replaceAll(/:(?=\w)/g, ': ')}'` : String(value)
}

function isTokenHash(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}
