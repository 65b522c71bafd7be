import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CheckedRequest } from '../load/load.ts'
import { random } from '../load/random-input.ts'
import { keyedUpdate, listOfParty, requestsFor, searchForCase, update } from '../load/requests.ts'
import { isSelected, type Options } from '../options.ts'
import { environment, format, formatRange, markdownTable, publish } from '../report.ts'
import {
  type CitusCluster,
  createDistributedDatabase,
  nameOf,
  requireCitus,
  startCluster,
  urlOfWorkers,
} from '../servers/citus.ts'
import { type BenchDatabase, createDatabase } from '../servers/database.ts'
import {
  measuredServerSettings,
  type OwnPostgresServer,
  type PostgresServer,
  startPostgres,
} from '../servers/postgres.ts'
import { treeCpuMs } from '../servers/proc.ts'
import { measuredSettings, type ServerProcess, startCasegate } from '../servers/server-process.ts'
import { measureTogether, median } from './measure.ts'

/** Processes of Casegate on a database. */
interface Target {
  name: string
  /** One for each process. */
  urls: string[]
  /** Those that have the database. The coordinator of a cluster is the first. */
  servers: OwnPostgresServer[]
  clients: number
}

/** CPU time in microseconds per request. */
interface Cost {
  requestsPerSecond: number
  casegate: number
  /** In the order of the target's servers. */
  servers: number[]
}

interface Workload {
  requests: (cases: number) => () => CheckedRequest
  /** Requests until every connection between servers has executed each statement several times. */
  warmUp: number
}

const workloads: Record<string, Workload> = {
  update: { requests: (cases) => () => update('graphql', random(1, cases)), warmUp: 2_000 },
  'update with a key': { requests: (cases) => () => keyedUpdate(random(1, cases)), warmUp: 2_000 },
  'list of an operator, with comments': { requests: (cases) => requestsFor('list', 'graphql', cases), warmUp: 100 },
  'list of an operator': { requests: (cases) => requestsFor('list-page', 'rest', cases), warmUp: 100 },
  'list of a party': { requests: () => listOfParty, warmUp: 100 },
  'search of an operator': { requests: (cases) => () => searchForCase(random(1, cases)), warmUp: 100 },
}
/** A process with one client never has two updates at once, so that each of its statements has one key. */
const singleProcesses = 4
const [single, oneWorker] = ['PostgreSQL, single statements', '1 worker']

/** Measures the CPU time of updates and lists on clusters with 1, 2 and 3 workers and on a plain server. Needs Linux. */
export async function measureCitus(_server: PostgresServer, options: Options): Promise<void> {
  const programs = requireCitus()
  // Each server and process is stopped when this process exits.
  process.setMaxListeners(50)
  const folder = mkdtempSync(join(tmpdir(), 'casegate-bench-citus-'))
  // The user of the servers must be able to enter it.
  chmodSync(folder, 0o755)
  const started: { stop(): Promise<void> }[] = []
  try {
    const plain = await startPostgres(join(folder, 'plain'), measuredServerSettings, programs)
    started.push({ stop: () => plain.stop('SIGINT') })
    const [cases] = options.cases
    const database = await createDatabase(plain, { cases })
    const targets = plainTargets(plain, database, options)
    for (const workers of [1, 2, 3]) {
      const cluster = await startCluster(join(folder, `${workers}`), workers)
      started.push(cluster)
      targets.push(...clusterTargets(cluster, await createDistributedDatabase(cluster, cases), options))
    }
    const text = `${environment(database, options)}\n\n${await measureTargets(targets, options)}`
    console.log(`\n${text}`)
    if (options.only.length === 0) publish('citus', text)
  } finally {
    for (const each of started) await each.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function plainTargets(server: OwnPostgresServer, { url }: BenchDatabase, { connections }: Options): Target[] {
  const singles = Array.from({ length: singleProcesses }, () => url)
  return [
    { name: single, urls: singles, servers: [server], clients: singleProcesses },
    { name: 'PostgreSQL, shared statements', urls: [url], servers: [server], clients: connections },
  ]
}

function clusterTargets(cluster: CitusCluster, database: BenchDatabase, { connections: clients }: Options): Target[] {
  const { servers, workers } = cluster
  const name = workers.length === 1 ? oneWorker : `${workers.length} workers`
  const urls = workers.map(() => urlOfWorkers(cluster, nameOf(database)))
  return [
    { name, urls, servers, clients },
    { name: `${name}, through the coordinator`, urls: urls.map(() => database.url), servers, clients },
  ]
}

async function measureTargets(targets: readonly Target[], options: Options): Promise<string> {
  const costs = new Map<string, Cost[]>()
  for (let round = 1; round <= options.rounds; round++) {
    for (const target of targets) {
      const processes: ServerProcess[] = []
      try {
        for (const url of target.urls) processes.push(await startCasegate(measuredSettings(url)))
        for (const [workload, each] of Object.entries(workloads).filter(([name]) => isSelected(name, options))) {
          const cost = await costOf(target, processes, each, options)
          const cell = cellOf(workload, target)
          costs.set(cell, [...(costs.get(cell) ?? []), cost])
          console.log(
            `round ${round}  ${cell}  ${format(cost.requestsPerSecond)}/s  ${cost.servers.map(format).join(' ')}`,
          )
        }
      } finally {
        for (const process of processes) await process.stop()
      }
    }
  }
  const rows = Object.keys(workloads).flatMap((workload) => targets.map((target) => rowOf(workload, target, costs)))
  return markdownTable(
    [
      'CPU time per request in µs',
      'requests/s',
      'all servers',
      'to single statements',
      'coordinator, part of all',
      'busiest server',
      'to one worker',
      'Casegate',
    ],
    rows.filter((row) => row.length > 1),
  )
}

const cellOf = (workload: string, { name }: Pick<Target, 'name'>) => `${workload}: ${name}`

async function costOf(
  { servers, clients: connections }: Target,
  processes: readonly ServerProcess[],
  { requests, warmUp }: Workload,
  { cases, seconds }: Options,
): Promise<Cost> {
  const next = requests(cases[0])
  const [first, ...others] = processes
  const all = [first!, ...others] as const
  for (let sent = 0; sent < warmUp;) {
    sent += (await measureTogether(all, { connections, next, seconds: 1 })).requests
  }
  const cpu = () => servers.map((server) => treeCpuMs(server.pid()))
  const before = cpu()
  const sample = await measureTogether(all, { connections, next, seconds })
  const used = cpu().map((ms, index) => ((ms - before[index]!) * 1000) / sample.requests)
  return { requestsPerSecond: sample.requestsPerSecond, casegate: sample.cpu, servers: used }
}

function rowOf(workload: string, target: Target, costs: ReadonlyMap<string, Cost[]>): string[] {
  const of = (name: string) => costs.get(cellOf(workload, { name })) ?? []
  const rounds = of(target.name)
  const sum = ({ servers }: Cost) => servers.reduce((total, each) => total + each, 0)
  const busiest = ({ servers }: Cost) => Math.max(...servers)
  const ratios = (name: string, figure: (cost: Cost) => number) =>
    formatRange(rounds.map((cost, index) => figure(cost) / figure(of(name)[index]!)))
  const medianOf = (figure: (cost: Cost) => number) => format(median(rounds.map(figure)))
  const isCluster = target.servers.length > 1
  if (rounds.length === 0) return []
  return [
    cellOf(workload, target),
    medianOf(({ requestsPerSecond }) => requestsPerSecond),
    medianOf(sum),
    ratios(single, sum),
    isCluster ? `${formatRange(rounds.map((cost) => (100 * cost.servers[0]!) / sum(cost)))} %` : '',
    medianOf(busiest),
    isCluster ? ratios(oneWorker, busiest) : '',
    medianOf(({ casegate }) => casegate),
  ]
}
