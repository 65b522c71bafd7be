import { ratioChart } from '../chart.ts'
import { type BenchDatabase, createDatabase } from '../servers/database.ts'
import { measure, median, type Sample } from './measure.ts'
import { isSelected, type Options } from '../options.ts'
import { openPgbench } from '../reference/pgbench.ts'
import type { PostgresServer } from '../servers/postgres.ts'
import { describe, environment, format, formatRange, markdownTable, publish } from '../report.ts'
import { cells, type Operation, operations, requestsFor } from '../load/requests.ts'
import { measuredSettings, startCasegate, startReference, withServers } from '../servers/server-process.ts'

interface Row {
  name: string
  operation: Operation
  runner: 'rest' | 'graphql' | 'reference' | 'pgbench'
}

const rows: Row[] = operations.flatMap((operation) => [
  ...cells
    .filter((cell) => cell.operation === operation)
    .map(({ name, face }): Row => ({ name, operation, runner: face })),
  ...(operation === 'create' ? [] : (['reference', 'pgbench'] as const)).map((runner) => ({
    name: `${operation}-${runner}`,
    operation,
    runner,
  })),
])

/** Measures every row once per round, so that a slow phase of the machine affects all of them. */
export async function measureRatios(server: PostgresServer, options: Options): Promise<void> {
  const [cases] = options.cases
  const selected = rows.filter(({ name }) => isSelected(name, options))
  const database = await createDatabase(server, { cases, fresh: options.fresh })
  const samples = new Map(selected.map(({ name }) => [name, [] as Sample[]]))
  try {
    const pgbench = await openPgbench(database)
    if (!pgbench) console.log('pgbench is not installed. Its rows are left out.')
    for (let round = 1; round <= options.rounds; round++) {
      await database.checkpoint()
      // Two processes of the same code can differ, so that every round starts new ones.
      const starts = {
        casegate: () => startCasegate(measuredSettings(database.url)),
        reference: () => startReference(database.url),
      }
      await withServers(starts, async ({ casegate, reference }) => {
        const measureRow = async ({ operation, runner }: Row, seconds: number): Promise<Sample | undefined> => {
          if (runner === 'pgbench') return pgbench && { ...(await pgbench(operation, seconds)), cpu: NaN, memory: NaN }
          const next = requestsFor(operation, runner === 'graphql' ? 'graphql' : 'rest', cases)
          const load = { connections: options.connections, seconds, next }
          return measure(runner === 'reference' ? reference : casegate, load)
        }
        for (const row of round % 2 === 1 ? selected : selected.toReversed()) {
          if (row.runner !== 'pgbench') await measureRow(row, options.warmUpSeconds)
          const sample = await measureRow(row, options.seconds)
          if (!sample) continue
          samples.get(row.name)?.push(sample)
          console.log(`round ${round}  ${row.name.padEnd(20)} ${describe(sample)}`)
        }
      })
    }
  } finally {
    await database.drop()
  }
  report(samples, database, options)
}

function report(samples: Map<string, Sample[]>, database: BenchDatabase, options: Options): void {
  const figures = (name: string, key: 'requestsPerSecond' | 'p50' | 'p99' | 'cpu' | 'memory') =>
    (samples.get(name) ?? []).map((sample) => sample[key])
  const ratios = ({ name, operation }: Row, to: 'reference' | 'pgbench') => {
    const others = figures(`${operation}-${to}`, 'requestsPerSecond')
    return figures(name, 'requestsPerSecond').map((figure, round) => figure / (others[round] ?? NaN))
  }
  const measured = rows.filter(({ name }) => samples.get(name)?.length)
  const header = ['', 'requests/s', 'to reference', 'to pgbench', 'p50 ms', 'p99 ms', 'CPU µs/request', 'memory MiB']
  const cellsOf = (row: Row) => [
    row.name,
    format(median(figures(row.name, 'requestsPerSecond'))),
    formatRange(ratios(row, 'reference')),
    formatRange(ratios(row, 'pgbench')),
    ...(['p50', 'p99', 'cpu', 'memory'] as const).map((key) => format(median(figures(row.name, key)))),
  ]
  const table = markdownTable(header, measured.map(cellsOf))
  console.log(`\n${table}`)
  const bars = measured.map((row) => ({
    group: row.operation,
    name: row.runner,
    value: median(ratios(row, 'reference')),
  }))
  const image = '![Throughput relative to the reference](performance.svg)'
  publish('ratios', options, `${environment(database, options)}\n\n${image}\n\n${table}`, ratioChart(bars))
}
