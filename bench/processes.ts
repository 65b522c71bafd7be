import { type BenchDatabase, createDatabase } from './database.ts'
import { measureTogether, median, type Sample } from './measure.ts'
import { isSelected, type Options } from './options.ts'
import type { PostgresServer } from './postgres.ts'
import { random } from './random-input.ts'
import { describe, environment, format, formatRange, markdownTable, publish } from './report.ts'
import { requestsFor, update } from './requests.ts'
import { freePort, measuredSettings, type ServerProcess, startCasegate } from './server-process.ts'

const processCounts = [1, 2, 4]
/** As many as in the measurement of fairness. */
const hotClients = 48
const warmUpSeconds = 2

const rows = [
  { name: 'update-rest', connections: (options: Options) => options.connections, next: randomCases('update') },
  { name: 'case-rest', connections: (options: Options) => options.connections, next: randomCases('case') },
  { name: 'hot', connections: () => hotClients, next: () => () => update('rest', random(1, 2)) },
]

function randomCases(operation: 'update' | 'case') {
  return (cases: number) => requestsFor(operation, 'rest', cases)
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
  const selected = rows.filter(({ name }) => isSelected(name, options))
  const database = await createDatabase(server, { cases, fresh: options.fresh })
  const figures = new Map<string, Figures[]>()
  const figuresOf = (name: string, count: number) => figures.get(`${name} ${count}`) ?? []
  try {
    for (let round = 1; round <= options.rounds; round++) {
      await database.checkpoint()
      for (const count of round % 2 === 1 ? processCounts : processCounts.toReversed()) {
        const servers = await startServers(database, count)
        try {
          for (const { name, connections, next } of selected) {
            const load = { connections: connections(options), next: next(cases) }
            await measureTogether(servers.processes, { ...load, seconds: warmUpSeconds })
            const sample = await measureWithRaces(servers, { ...load, seconds: options.seconds })
            figures.set(`${name} ${count}`, [...figuresOf(name, count), sample])
            const races = `lost races ${format(sample.lostRaces)}  locks ${format(sample.locks)}`
            console.log(`round ${round}  ${name.padEnd(12)} ${count} processes  ${describe(sample)}  ${races}`)
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
    ['', 'processes', 'requests/s', 'CPU in µs', 'CPU to one process', 'p99 in ms', 'lost races', 'locks'],
    selected.flatMap(({ name }) =>
      processCounts.map((count) => row(name, count, figuresOf(name, count), figuresOf(name, 1))),
    ),
  )
  console.log(`\n${table}`)
  if (options.only.length === 0) publish('processes', `${environment(database, options)}\n\n${table}`)
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
  const pages = await Promise.all(
    metricsPorts.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
  )
  const sum = (name: string) =>
    pages.reduce((total, page) => total + Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(page)?.[1] ?? NaN), 0)
  return { lostRaces: sum('casegate_change_retries_total'), locks: sum('casegate_change_locks_total') }
}

/** One line of the table. The ratio to one process is that of the same round. */
function row(name: string, count: number, figures: Figures[], ofOne: Figures[]): string[] {
  const all = (figure: (figures: Figures) => number) => figures.map(figure)
  const ratios = figures.map(({ cpu }, round) => cpu / (ofOne[round]?.cpu ?? NaN))
  return [
    name === 'hot' ? `update, ${hotClients} clients on two cases` : name,
    `${count}`,
    format(median(all(({ requestsPerSecond }) => requestsPerSecond))),
    format(median(all(({ cpu }) => cpu))),
    formatRange(ratios),
    format(median(all(({ p99 }) => p99))),
    ...(['lostRaces', 'locks'] as const).map((part) =>
      name === 'case-rest' ? '' : percent(all((each) => each[part])),
    ),
  ]
}

function percent(parts: number[]): string {
  return `${(median(parts) * 100).toFixed(1)} %`
}
