import { type BenchDatabase, createDatabase } from './database.ts'
import { measure, median, type Sample } from './measure.ts'
import { openPgbench } from './pgbench.ts'
import type { PostgresServer } from './postgres.ts'
import { type ServerProcess, startCasegate, startReference } from './processes.ts'
import { ratioChart } from './chart.ts'
import { environment, format, markdownTable, publish } from './report.ts'
import { type Face, requestsOf, type Unit, units } from './requests.ts'
import type { Options } from './run.ts'

type Runner = Face | 'reference' | 'pgbench'
interface Cell {
  name: string
  unit: Unit
  runner: Runner
}

const cells: Cell[] = units.flatMap((unit) =>
  (['rest', 'graphql', 'reference', 'pgbench'] as const)
    .filter((runner) => !(unit === 'case' && runner === 'rest'))
    .map((runner) => ({ name: `${unit}-${runner}`, unit, runner })),
)

/** Measures every cell in every round, so that what slows the machine down slows all of them. */
export async function measureRatios(server: PostgresServer, options: Options): Promise<void> {
  const [cases = 1_000_000] = options.cases
  const chosen = cells.filter(
    ({ name }) => options.only.length === 0 || options.only.some((start) => name.startsWith(start)),
  )
  const database = await createDatabase(server, cases, options.fresh)
  const started: ServerProcess[] = []
  const start = async (server: Promise<ServerProcess>) => {
    started.push(await server)
    return server
  }
  try {
    const casegate = await start(startCasegate(database.url))
    const reference = await start(startReference(database.url))
    const pgbench = await openPgbench(database)
    if (!pgbench) console.log('pgbench is not installed: its column stays empty.')

    const runCell = async ({ unit, runner }: Cell, seconds: number): Promise<Sample | undefined> => {
      if (runner === 'pgbench') return pgbench && { ...(await pgbench(unit, seconds)), cpu: NaN, memory: NaN }
      const face = runner === 'graphql' ? 'graphql' : 'rest'
      const load = { connections: options.connections, seconds, next: requestsOf(unit, face, cases) }
      return measure(runner === 'reference' ? reference : casegate, load)
    }

    const samples = new Map<string, Sample[]>()
    for (let round = 1; round <= options.rounds; round++) {
      await database.checkpoint()
      for (const cell of round % 2 ? chosen : chosen.toReversed()) {
        // Code is compiled and plans are made in the first round, outside of what counts.
        await runCell(cell, round === 1 ? Math.max(3, options.seconds / 2) : 1)
        const sample = await runCell(cell, options.seconds)
        if (!sample) continue
        samples.set(cell.name, [...(samples.get(cell.name) ?? []), sample])
        const { requestsPerSecond, p50, p99, cpu, memory } = sample
        const figures = [
          format(requestsPerSecond),
          `p50 ${format(p50)}`,
          `p99 ${format(p99)}`,
          `cpu ${format(cpu)}`,
          `rss ${format(memory)}`,
        ]
        console.log(`round ${round}  ${cell.name.padEnd(20)} ${figures.join('  ')}`)
      }
    }
    report(samples, database, options)
  } finally {
    for (const process of started) await process.stop()
    await database.drop()
  }
}

function report(samples: Map<string, Sample[]>, database: BenchDatabase, options: Options): void {
  const figure = (name: string, key: 'requestsPerSecond' | 'p50' | 'p99' | 'cpu' | 'memory') =>
    median((samples.get(name) ?? []).map((sample) => sample[key]))
  const ratio = (cell: Cell, to: 'reference' | 'pgbench') =>
    figure(cell.name, 'requestsPerSecond') / figure(`${cell.unit}-${to}`, 'requestsPerSecond')
  const measured = cells.filter(({ name }) => samples.has(name))
  const header = ['', 'requests/s', 'to reference', 'to pgbench', 'p50 ms', 'p99 ms', 'CPU µs/request', 'memory MiB']
  const rows = measured.map((cell) => [
    cell.name,
    format(figure(cell.name, 'requestsPerSecond')),
    format(ratio(cell, 'reference')),
    format(ratio(cell, 'pgbench')),
    ...(['p50', 'p99', 'cpu', 'memory'] as const).map((key) => format(figure(cell.name, key))),
  ])
  const table = markdownTable(header, rows)
  console.log(`\n${table}`)
  if (options.only.length > 0) return
  const bars = measured.map((cell) => ({ group: cell.unit, name: cell.runner, value: ratio(cell, 'reference') }))
  publish(
    'ratios',
    `${environment(database, options)}\n\n![Requests a second as ratios](performance.svg)\n\n${table}`,
    ratioChart(bars),
  )
}
