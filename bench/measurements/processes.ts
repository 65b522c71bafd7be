import { type BenchDatabase, createDatabase } from '../servers/database.ts'
import type { CheckedRequest } from '../load/load.ts'
import { measureTogether, median, type Sample } from './measure.ts'
import { readCounter } from '../servers/metrics.ts'
import { isSelected, type Options } from '../options.ts'
import type { PostgresServer } from '../servers/postgres.ts'
import { random } from '../load/random-input.ts'
import { describe, environment, format, formatRange, markdownTable, publish } from '../report.ts'
import { requestsFor, update } from '../load/requests.ts'
import { freePort, measuredSettings, type ServerProcess, startCasegate } from '../servers/server-process.ts'

const processCounts = [1, 2, 4]
/** As many as in the measurement of fairness. */
const hotClients = 48

interface Row {
  name: string
  operation: 'update' | 'case' | 'hot'
  /** Returns the number of clients of all processes together. */
  clients(perProcess: number, processes: number): number
}

const rows: Row[] = [
  ...(['update', 'case'] as const).flatMap((operation): Row[] => [
    { name: operation, operation, clients: (perProcess) => perProcess },
    { name: `${operation}-growing`, operation, clients: (perProcess, processes) => perProcess * processes },
  ]),
  { name: 'hot', operation: 'hot', clients: () => hotClients },
]

function requestsOf({ operation }: Row, cases: number): () => CheckedRequest {
  return operation === 'hot' ? () => update('rest', random(1, 2)) : requestsFor(operation, 'rest', cases)
}

interface Figures extends Sample {
  /** Changes that were decided again because another process was first, per request. */
  lostRaces: number
  /** Changes that locked their case after several lost races, per request. */
  locks: number
}

interface Servers {
  processes: [ServerProcess, ...ServerProcess[]]
  metricsPorts: number[]
}

/** Measures several numbers of processes under the same load. Each connection belongs to one of them, in turn. */
export async function measureProcesses(server: PostgresServer, options: Options): Promise<void> {
  const [cases] = options.cases
  // Each process has at least one client.
  const counts = processCounts.filter((count) => count <= options.connections)
  const selected = rows.filter(({ name }) => isSelected(name, options))
  const database = await createDatabase(server, { cases, fresh: options.fresh })
  const figures = new Map<string, Figures[]>()
  const figuresOf = (name: string, count: number) => figures.get(`${name} ${count}`) ?? []
  try {
    for (let round = 1; round <= options.rounds; round++) {
      await database.checkpoint()
      for (const count of round % 2 === 1 ? counts : counts.toReversed()) {
        const servers = await startServers(database, count)
        try {
          for (const measured of selected) {
            const { name, clients } = measured
            const load = { connections: clients(options.connections, count), next: requestsOf(measured, cases) }
            await measureTogether(servers.processes, { ...load, seconds: (options.warmUpSeconds / 2) * count })
            const sample = await measureWithRaces(servers, { ...load, seconds: options.seconds })
            figures.set(`${name} ${count}`, [...figuresOf(name, count), sample])
            const races = `lost races ${format(sample.lostRaces)}  locks ${format(sample.locks)}`
            console.log(`round ${round}  ${name.padEnd(14)} ${count} processes  ${describe(sample)}  ${races}`)
          }
        } finally {
          await Promise.all(servers.processes.map((each) => each.stop()))
        }
      }
    }
  } finally {
    await database.drop()
  }
  const table = markdownTable(
    [
      '',
      'processes',
      'clients',
      'requests/s',
      'CPU in µs',
      'CPU relative to one process',
      'p99 in ms',
      'lost races',
      'locks',
    ],
    selected.flatMap((measured) =>
      counts.map((count) => [
        measured.operation === 'hot' ? 'update two cases' : measured.operation,
        `${count}`,
        `${measured.clients(options.connections, count)}`,
        ...cellsOf(figuresOf(measured.name, count), figuresOf(measured.name, 1)),
      ]),
    ),
  )
  console.log(`\n${table}`)
  publish('processes', options, `${environment(database, options)}\n\n${table}`)
}

async function startServers(database: BenchDatabase, count: number): Promise<Servers> {
  const started: ServerProcess[] = []
  const metricsPorts: number[] = []
  for (let index = 0; index < count; index++) {
    const metricsPort = await freePort()
    metricsPorts.push(metricsPort)
    started.push(await startCasegate({ ...measuredSettings(database.url), METRICS_PORT: `${metricsPort}` }))
  }
  return { processes: started as Servers['processes'], metricsPorts }
}

async function measureWithRaces(
  { processes, metricsPorts }: Servers,
  load: Parameters<typeof measureTogether>[1],
): Promise<Figures> {
  const before = await readRaces(metricsPorts)
  const sample = await measureTogether(processes, load)
  const after = await readRaces(metricsPorts)
  const perRequest = (name: keyof typeof after) => (after[name] - before[name]) / sample.requests
  return { ...sample, lostRaces: perRequest('lostRaces'), locks: perRequest('locks') }
}

/** The counters of all processes together. */
async function readRaces(metricsPorts: readonly number[]): Promise<{ lostRaces: number; locks: number }> {
  const sum = async (name: string) => {
    const counts = await Promise.all(metricsPorts.map((port) => readCounter(port, name)))
    return counts.reduce((total, count) => total + count, 0)
  }
  return { lostRaces: await sum('casegate_change_retries_total'), locks: await sum('casegate_change_locks_total') }
}

/** The figures of one line of the table. The ratio to one process is that of the same round. */
function cellsOf(figures: Figures[], ofOne: Figures[]): string[] {
  const medianOf = (figure: (figures: Figures) => number) => median(figures.map(figure))
  const percent = (part: number) => `${(part * 100).toFixed(1)} %`
  return [
    format(medianOf(({ requestsPerSecond }) => requestsPerSecond)),
    format(medianOf(({ cpu }) => cpu)),
    formatRange(figures.map(({ cpu }, round) => cpu / (ofOne[round]?.cpu ?? NaN))),
    format(medianOf(({ p99 }) => p99)),
    percent(medianOf(({ lostRaces }) => lostRaces)),
    percent(medianOf(({ locks }) => locks)),
  ]
}
