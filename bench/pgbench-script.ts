import { loadCatalogue } from '../src/catalogue/catalogue.ts'
import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/database/database.ts'
import type { Statement } from '../src/database/statement.ts'
import { startServer } from '../src/server.ts'
import { Connection } from './connection.ts'
import type { BenchDatabase } from './database.ts'
import type { CheckedRequest } from './load.ts'
import { type Operation, requestsFor } from './requests.ts'

// Variables of pgbench, with the formulas of random-input.ts.
const setKey: Record<Operation, string> = {
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
  const isOfCase = operation !== 'lookup' && operation !== 'filtered'
  const variables = setKey[operation].replace(':cases', String(cases)) + (isOfCase ? `\n${setOthers}` : '')
  const [load, ...others] = await record(url, operation, requestsFor(operation, 'graphql', cases)())
  if (!load) throw new Error(`No statement was run for ${operation}.`)
  // The place of a key among the keys of a shared statement is always 1 here. It is not a column of the case.
  const { place: _, ...columns } = load.rows[0] ?? {}
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
  rows: Record<string, unknown>[]
}

/** Executes the request on a server in this process and returns the statements that it ran. */
async function record(
  url: string,
  operation: Operation,
  { request, check }: CheckedRequest,
): Promise<RecordedStatement[]> {
  const config = readConfig({ DATABASE_URL: url, PORT: '0' })
  const database = await openDatabase(config.store)
  const recorded: RecordedStatement[] = []
  async function run<Row>(statement: Statement<Row>, values: readonly unknown[] = []): Promise<Row[]> {
    const rows = await database.run(statement, values)
    if (statement.name !== loadCatalogue.name) {
      recorded.push({ text: statement.text, values, rows: rows as RecordedStatement['rows'] })
    }
    return rows
  }
  const server = await startServer({ database: { ...database, run }, config })
  try {
    const connection = await Connection.open(Number(new URL(server.url).port))
    await connection.send(request)
    const problem = check(connection.status, connection.body())
    connection.close()
    if (problem !== null) throw new Error(`Recording ${operation}: ${problem}\n${connection.body().toString()}`)
    return recorded
  } finally {
    await server.close()
    await database.close()
  }
}

/** Replaces parameters by variables of pgbench where they depend on the caller or on loaded columns, else by literals. */
function bind(operation: Operation, { text, values }: RecordedStatement, loaded: Record<string, unknown>): string {
  return text.trim().replaceAll(/\$(\d+)/g, (_, number: string) => {
    const value = values[Number(number) - 1]
    if (typeof value === 'string' && value.startsWith('[{')) return bindRecord(operation, value, loaded)
    const [first] = Array.isArray(value) ? (value as unknown[]) : []
    if (typeof first === 'string' && /^person\d+@/.test(first)) {
      return "array[concat('person', :operator::text, '@bench.example')]"
    }
    const source = Object.entries(loaded).find(
      ([name, column]) => name.endsWith('_id') && column !== null && column === value,
    )
    if (source) return `:${source[0]}::bigint`
    if (typeof first === 'number') return 'array[:id::bigint]'
    return typeof value === 'number' && Object.keys(loaded).length === 0 ? ':id' : literal(value)
  })
}

/** The JSON of the one written change. Members that equal a loaded column take its value. */
function bindRecord(operation: Operation, json: string, loaded: Record<string, unknown>): string {
  const [record] = JSON.parse(json) as Record<string, unknown>[]
  const members = Object.entries(record ?? {}).map(([name, value]) => {
    const key = literal(`"${name}":`)
    if (operation === 'update' && name === 'category_code') {
      return `${key}, '"CAT', lpad(:category::text, 3, '0'), '"'`
    }
    const idColumn = () => Object.keys(loaded).find((column) => column.endsWith('_id') && loaded[column] === value)
    const column =
      loaded[name] === value && value !== null ? name : name.endsWith('_id') && value !== null ? idColumn() : undefined
    // pgbench reads null as an empty text.
    if (column?.endsWith('id') || column === 'version') return `${key}, coalesce(nullif(:${column}::text, ''), 'null')`
    return column ? `${key}, '"', :${column}::text, '"'` : literal(`"${name}":${JSON.stringify(value)}`)
  })
  return `concat('[{', ${members.join(", ',', ")}, '}]')`
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (isTokenHash(value)) return "encode(sha256(('bench-session-' || :session)::bytea), 'hex')"
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`
  // pgbench takes a colon before a letter for a variable.
  return typeof value === 'string' ? `'${value.replaceAll("'", "''").replaceAll(/:(?=\w)/g, ': ')}'` : String(value)
}

function isTokenHash(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}
