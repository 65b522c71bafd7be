import { loadCatalogue } from '../../src/catalogue/catalogue.ts'
import { readConfig } from '../../src/settings/config.ts'
import { openDatabase } from '../../src/open-database.ts'
import type { Statement } from '../../src/database/statements/statement.ts'
import { startServer } from '../../src/server.ts'
import { claimStatement } from '../../src/webhooks/delivery/claims.ts'
import { Connection } from '../load/connection.ts'
import type { BenchDatabase } from '../servers/database.ts'
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

/** A column of the case that was loaded. pgbench reads null as an empty text. */
const loaded = (column: string, type = 'text') => `nullif(:${column}::text, '')::${type}`
const loadedIds = (...columns: string[]) =>
  `array_remove(array[${columns.map((column) => loaded(column, 'bigint')).join(', ')}], null)`

const ofCase = {
  id: loaded('id', 'bigint'),
  version: loaded('version', 'int'),
  type_code: loaded('type_code'),
  actor_id: loaded('person_id', 'bigint'),
  touchpoint_code: loaded('touchpoint_code'),
}

/** The members of a written change that depend on what was loaded. The others are written as in the recorded change. */
const written = {
  update: {
    ...ofCase,
    category_code: `concat('CAT', lpad(:category::text, 3, '0'))`,
    assignee_id: loaded('assignee_id', 'bigint'),
    group_id: loaded('group_id', 'bigint'),
    person_ids: loadedIds('person_id'),
  },
  assign: {
    ...ofCase,
    category_code: loaded('category_code'),
    status: loaded('status'),
    resolution: loaded('resolution'),
    case_data: loaded('case_data', 'jsonb'),
    assignee_id: loaded('operator_id', 'bigint'),
    person_ids: loadedIds('person_id', 'operator_id', 'unerased_assignee_id'),
  },
}

/** Whether the operation writes, and has a script. */
export function isChange(operation: Operation): operation is keyof typeof written {
  return operation in written
}

/** The parameters of the statement that reads comments, by their column. */
const pageOfComments: Record<string, string> = { case_id: ':id', up_to_version: ':version', edits_until: ':version' }

/** A pgbench script with the statements that Casegate runs for one request of the operation. */
export async function writeScript({ url, cases }: BenchDatabase, operation: Operation): Promise<string> {
  if (operation === 'list' || operation === 'list-page') return plainList
  const isOfCase = operation !== 'lookup' && operation !== 'filtered'
  const variables = (setKey[operation] ?? '').replace(':cases', String(cases)) + (isOfCase ? `\n${setOthers}` : '')
  const next = requestsFor(operation, 'graphql', cases)
  let statements = await record(url, operation, next())
  // An assignment to the assignee writes nothing.
  while (isChange(operation) && statements.length === 1) statements = await record(url, operation, next())
  const [load, ...others] = statements
  if (!load) throw new Error(`No statement was run for ${operation}.`)
  const parts = [
    variables,
    `${bindLoad(load)}${isOfCase ? '\n\\gset' : ';'}`,
    ...others.map((each) => `${isChange(operation) ? bindWrite(each, written[operation]) : bindComments(each)};`),
  ]
  return `${parts.join('\n')}\n`
}

interface RecordedStatement {
  text: string
  values: readonly unknown[]
}

/** Statements of the server itself. */
const ofServer = new Set([loadCatalogue.name, claimStatement.name])

/** Executes the request on a server in this process and records the statements that it runs until it responds. */
async function record(
  url: string,
  operation: Operation,
  { request, check }: CheckedRequest,
): Promise<RecordedStatement[]> {
  const config = readConfig({ DATABASE_URL: url, PORT: '0' })
  const database = await openDatabase(config.store)
  const statements: RecordedStatement[] = []
  async function run<Row>(statement: Statement<Row>, values: readonly unknown[] = []): Promise<Row[]> {
    if (!ofServer.has(statement.name)) statements.push({ text: statement.text, values })
    return database.run(statement, values)
  }
  const server = await startServer({ database: { ...database, run }, config })
  try {
    const connection = await Connection.open(Number(new URL(server.url).port))
    await connection.send(request)
    const problem = check(connection.status, connection.body())
    connection.close()
    if (problem !== null) throw new Error(`Recording ${operation}: ${problem}\n${connection.body().toString()}`)
    // Without the last use of the session, which is written once a minute, for all sessions together.
    return [...statements]
  } finally {
    await server.close()
    await database.close()
  }
}

/** Replaces each parameter by an expression for its value. `column` is what the statement calls it. */
function bind({ text, values }: RecordedStatement, expression: (value: unknown, column?: string) => string): string {
  const parameter = /\$(\d+)(?:(?=::\w+ as (\w+)))?/g
  return text
    .trim()
    .replaceAll(parameter, (_, number: string, column?: string) => expression(values[Number(number) - 1], column))
}

function bindLoad(statement: RecordedStatement): string {
  return bind(statement, (value) => {
    const [first] = Array.isArray(value) ? (value as unknown[]) : []
    if (typeof first === 'number') return 'array[:id::bigint]'
    const isAddress = typeof first === 'string' && /^person\d+@/.test(first)
    return isAddress ? "array[concat('person', :operator::text, '@bench.example')]" : literal(value)
  })
}

/** The first parameter is a list of changes as JSON, the second one the IDs of the persons that they name. */
function bindWrite(statement: RecordedStatement, members: (typeof written)[keyof typeof written]): string {
  const columns = Object.entries(members).map(([name, value]) => `'${name}', ${value}`)
  return bind(statement, (value) => {
    if (typeof value !== 'string') return members.person_ids
    const [record] = JSON.parse(value) as object[]
    return `jsonb_build_array(${literal(JSON.stringify(record))}::jsonb || jsonb_build_object(${columns.join(', ')}))`
  })
}

function bindComments(statement: RecordedStatement): string {
  return bind(statement, (value, column = '') => pageOfComments[column] ?? literal(value))
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
