import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loadCatalogue } from '../src/catalogue/catalogue.ts'
import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/database/database.ts'
import type { Statement } from '../src/database/statement.ts'
import { startServer } from '../src/server.ts'
import { type BenchDatabase, withClient } from './database.ts'
import { Connection, type Exchange, type Measurement } from './load.ts'
import { findProgram } from './postgres.ts'
import { requestsOf, type Unit } from './requests.ts'

/** Runs the product's own statements of one unit with pgbench, which does nothing besides: what PostgreSQL can do. */
export type Pgbench = (unit: Unit, seconds: number) => Promise<Measurement>

const clients = 16
const changes: ReadonlySet<Unit> = new Set(['update', 'assign'])

/** Undefined where pgbench is not installed. */
export async function openPgbench(database: BenchDatabase): Promise<Pgbench | undefined> {
  const program = findProgram('pgbench')
  if (!program) return undefined
  const scripts = new Map<Unit, string>()
  return async (unit, seconds) => {
    const script = scripts.get(unit) ?? (await writeScript(database, unit))
    scripts.set(unit, script)
    const before = await countEvents(database.url)
    const measurement = await runScript(program, database.url, script, seconds)
    const written = (await countEvents(database.url)) - before
    // A few lose the race for a case; more, and the script would not do what the product does.
    if (changes.has(unit) && written < 0.99 * measurement.requests) {
      throw new Error(`pgbench wrote ${written} changes in ${measurement.requests} transactions:\n${script}`)
    }
    return measurement
  }
}

function countEvents(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ count: string }>('select count(*) from case_events')
    return Number(rows[0]?.count)
  })
}

async function runScript(program: string, url: string, script: string, seconds: number): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'casegate-pgbench-'))
  try {
    const file = join(folder, 'script.sql')
    writeFileSync(file, script)
    const flags = ['-n', '-M', 'prepared', '-c', `${clients}`, '-j', '2', '-T', `${seconds}`, '-f', file]
    const { stdout } = await promisify(execFile)(program, [...flags, '-l', '--log-prefix', join(folder, 'log'), url])
    const tps = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
    if (!(tps > 0) || !/failed transactions: 0 /.test(stdout)) throw new Error(`pgbench failed:\n${stdout}\n${script}`)
    const logs = readdirSync(folder).filter((name) => name.startsWith('log'))
    const lines = logs.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    const latencies = lines.map((line) => Number(line.split(' ')[2]) / 1000).sort((a, b) => a - b)
    const percentile = (part: number) => latencies[Math.floor(latencies.length * part)] ?? NaN
    const [p50, p99] = [percentile(0.5), percentile(0.99)]
    return { requestsPerSecond: tps, requests: lines.length, p50, p99, wrong: 0, firstWrong: null }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

// As in data.ts.
const draws: Record<Unit, string> = {
  update: '\\set id random(1, :cases)',
  assign: '\\set id random(1, :cases)',
  case: '\\set id 100 * random(1, :cases / 100)',
  lookup: '\\set session random(5001, 10000)',
  filtered: '\\set session random(5001, 10000)',
}
const drawOthers = `\
\\set i :id % 432
\\set first :i + case when :i >= 376 then 28 when :i >= 100 then 24 else 0 end
\\set category 1 + (:first + 500 * case when random(1, 4) = 1 then random(0, 3) else :id / 432 % 4 end) / 10
\\set digit 10 - (1 + :first * 7 % 500) % 10
\\set session 10 * random(0, 499) + :digit
\\set operator 10 * random(0, 197) + :digit`

/** The statements that the product runs for a request of the unit, as it runs them, in a script for pgbench. */
async function writeScript({ url, cases }: BenchDatabase, unit: Unit): Promise<string> {
  const ofCase = unit !== 'lookup' && unit !== 'filtered'
  const draw = draws[unit].replace(':cases', String(cases)) + (ofCase ? `\n${drawOthers}` : '')
  const [load, ...others] = await record(url, unit, requestsOf(unit, 'graphql', cases)())
  if (!load) throw new Error(`No statement was run for ${unit}.`)
  // The place of a key among those of its statement is always 1 here, and no column of the case.
  const { place: _, ...columns } = load.rows[0] ?? {}
  const parts = [
    draw,
    `${bind(unit, load, {})}${ofCase ? '\n\\gset' : ';'}`,
    ...others.map((run) => `${bind(unit, run, columns)};`),
  ]
  return `${parts.join('\n')}\n`
}

interface Recorded {
  text: string
  values: readonly unknown[]
  rows: Record<string, unknown>[]
}

/** Has a server in this process answer the request, and gives the statements that it ran. */
async function record(url: string, unit: Unit, { request, check }: Exchange): Promise<Recorded[]> {
  const config = readConfig({ DATABASE_URL: url, PORT: '0' })
  const database = await openDatabase(config.store)
  const recorded: Recorded[] = []
  async function run<Row>(statement: Statement<Row>, values: readonly unknown[] = []): Promise<Row[]> {
    const rows = await database.run(statement, values)
    if (statement.name !== loadCatalogue.name)
      recorded.push({ text: statement.text, values, rows: rows as Recorded['rows'] })
    return rows
  }
  const server = await startServer({ database: { ...database, run }, config })
  try {
    const connection = await Connection.open(Number(new URL(server.url).port))
    await connection.send(request)
    const problem = check(connection.status, connection.body())
    connection.close()
    if (problem !== null) throw new Error(`Recording ${unit}: ${problem}\n${connection.body().toString()}`)
    return recorded
  } finally {
    await server.close()
    await database.close()
  }
}

/** The statement with pgbench's variables for the caller and for what the load gave, and the recorded values else. */
function bind(unit: Unit, { text, values }: Recorded, loaded: Record<string, unknown>): string {
  return text.trim().replaceAll(/\$(\d+)/g, (_, number: string) => {
    const value = values[Number(number) - 1]
    if (typeof value === 'string' && value.startsWith('[{')) return bindRecord(unit, value, loaded)
    const [first] = Array.isArray(value) ? (value as unknown[]) : []
    if (typeof first === 'string' && /^person\d+@/.test(first))
      return "array[concat('person', :operator::text, '@bench.example')]"
    const source = Object.entries(loaded).find(
      ([name, column]) => name.endsWith('_id') && column !== null && column === value,
    )
    if (source) return `:${source[0]}::bigint`
    if (typeof first === 'number') return 'array[:id::bigint]'
    return typeof value === 'number' && Object.keys(loaded).length === 0 ? ':id' : literal(value)
  })
}

/** The JSON of the one change that is written, with what the load gave in its places. */
function bindRecord(unit: Unit, json: string, loaded: Record<string, unknown>): string {
  const [record] = JSON.parse(json) as Record<string, unknown>[]
  const members = Object.entries(record ?? {}).map(([name, value]) => {
    const key = literal(`"${name}":`)
    if (unit === 'update' && name === 'category_code') return `${key}, '"CAT', lpad(:category::text, 3, '0'), '"'`
    const idSource = () => Object.keys(loaded).find((column) => column.endsWith('_id') && loaded[column] === value)
    const column =
      loaded[name] === value && value !== null ? name : name.endsWith('_id') && value !== null ? idSource() : undefined
    // pgbench reads a null column as an empty text.
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
