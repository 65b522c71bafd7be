import type pg from 'pg'
import { type BenchDatabase, createDatabase, withClient } from '../servers/database.ts'
import { measure, median } from './measure.ts'
import type { Options } from '../options.ts'
import type { PostgresServer } from '../servers/postgres.ts'
import { childrenOf, parentOf, privateMemory, processCpuMs } from '../servers/proc.ts'
import { environment, format, markdownTable, publish } from '../report.ts'
import { type Cell, cells, requestsFor } from '../load/requests.ts'
import { measuredSettings, type ServerProcess, startCasegate } from '../servers/server-process.ts'

const changes: readonly string[] = ['update-rest', 'assign-rest', 'create-rest']
const reads: readonly string[] = ['filtered-rest', 'case-graphql', 'list-graphql', 'list-page-rest']
const tables = ['cases', 'case_events', 'case_comments']
/** So few that all their pages are written within the warm-up. */
const fewCases = 1_000

/** Measures what a request costs: CPU time of both servers, WAL, disk and memory. Needs Linux and a local PostgreSQL. */
export async function measureResources(server: PostgresServer, options: Options): Promise<void> {
  const [cases] = options.cases
  const database = await createDatabase(server, { cases, fresh: options.fresh })
  const casegate = await startCasegate(measuredSettings(database.url))
  try {
    await withClient(database.url, async (client) => {
      const perCase = (await sizeOf(client, tables)) / cases
      const rows: string[][] = []
      let perUpdate = NaN
      for (const cell of cells.filter(({ name }) => [...changes, ...reads].includes(name))) {
        const cost = await costOf(cell, { database, casegate, client, options })
        if (cell.name === 'update-rest') perUpdate = cost.stored
        const wal = changes.includes(cell.name) ? [cost.walAfterCheckpoint, cost.wal] : [NaN, NaN]
        rows.push([cell.name, ...[cost.casegateCpu, cost.postgresCpu, ...wal].map(format)])
        console.log(rows.at(-1)?.join('  '))
      }
      const table = markdownTable(
        ['per request', 'Casegate CPU µs', 'PostgreSQL CPU µs', 'WAL bytes after a checkpoint', 'WAL bytes later'],
        rows,
      )
      const connection = median((await backends(client)).map(privateMemory)) / 2 ** 20
      const facts = [
        `- Disk space of a case with its events and comments, with indexes: ${format(perCase)} bytes`,
        `- Disk space of an update with its event and comment, with indexes: ${format(perUpdate)} bytes`,
        `- Memory of a connection in PostgreSQL, without shared memory: ${format(connection)} MiB`,
        `- Memory of the process of Casegate: ${format(casegate.memory())} MiB`,
      ]
      const text = `${environment(database, options)}\n\n${table}\n\n${facts.join('\n')}`
      console.log(`\n${text}`)
      publish('resources', options, text)
    })
  } finally {
    await casegate.stop()
    await database.drop()
  }
}

interface Setup {
  database: BenchDatabase
  casegate: ServerProcess
  client: pg.Client
  options: Options
}

/** CPU time in microseconds and sizes in bytes, all per request; medians of the rounds. */
async function costOf({ operation, face }: Cell, { database, casegate, client, options }: Setup) {
  const load = (cases: number) => ({ connections: options.connections, next: requestsFor(operation, face, cases) })
  const rounds: Record<'casegateCpu' | 'postgresCpu' | 'walAfterCheckpoint' | 'wal' | 'stored', number>[] = []
  for (let round = 1; round <= options.rounds; round++) {
    await measure(casegate, { ...load(database.cases), seconds: options.warmUpSeconds })
    await database.checkpoint()
    const [startWal, startSize, startCpu] = [
      await walOf(client),
      await sizeOf(client, tables.slice(1)),
      await cpuOf(client),
    ]
    const all = await measure(casegate, { ...load(database.cases), seconds: options.seconds })
    const postgresCpu = cpuBetween(startCpu, await cpuOf(client)) * 1000
    const [walAfterCheckpoint, stored] = [await walOf(client), await sizeOf(client, tables.slice(1))]
    await measure(casegate, { ...load(fewCases), seconds: options.warmUpSeconds })
    const laterWal = await walOf(client)
    const few = await measure(casegate, { ...load(fewCases), seconds: options.seconds })
    rounds.push({
      casegateCpu: all.cpu,
      postgresCpu: postgresCpu / all.requests,
      walAfterCheckpoint: (walAfterCheckpoint - startWal) / all.requests,
      wal: ((await walOf(client)) - laterWal) / few.requests,
      stored: (stored - startSize) / all.requests,
    })
  }
  const medianOf = (name: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[name]))
  return {
    casegateCpu: medianOf('casegateCpu'),
    postgresCpu: medianOf('postgresCpu'),
    walAfterCheckpoint: medianOf('walAfterCheckpoint'),
    wal: medianOf('wal'),
    stored: medianOf('stored'),
  }
}

/** The bytes of WAL written so far. */
async function walOf(client: pg.Client): Promise<number> {
  return numberFrom(client, `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as number`)
}

/** The size of the tables with their indexes in bytes. */
async function sizeOf(client: pg.Client, names: readonly string[]): Promise<number> {
  return numberFrom(client, 'select sum(pg_total_relation_size(t::regclass)) as number from unnest($1::text[]) t', [
    names,
  ])
}

/** The CPU time in milliseconds that each process of PostgreSQL has used so far. */
export async function cpuOf(client: pg.Client): Promise<Map<number, number>> {
  const postmaster = parentOf(await numberFrom(client, 'select pg_backend_pid() as number'))
  return new Map(childrenOf(postmaster).map((pid) => [pid, processCpuMs(pid)]))
}

/** The sum over the processes that exist at the end. The few that ended before were idle. */
export function cpuBetween(start: ReadonlyMap<number, number>, end: ReadonlyMap<number, number>): number {
  return [...end].reduce((sum, [pid, ms]) => sum + ms - (start.get(pid) ?? 0), 0)
}

/** The processes of PostgreSQL that serve the connections of Casegate. */
async function backends(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  return rows.map(({ pid }) => pid)
}

async function numberFrom(client: pg.Client, sql: string, parameters: unknown[] = []): Promise<number> {
  const { rows } = await client.query<{ number: string }>(sql, parameters)
  return Number(rows[0]?.number)
}
