import { setTimeout as sleep } from 'node:timers/promises'
import { requestsFor } from '../load/requests.ts'
import type { Options } from '../options.ts'
import { describe, environment, format, formatRange, markdownTable } from '../report.ts'
import { createDatabase } from '../servers/database.ts'
import type { PostgresServer } from '../servers/postgres.ts'
import { measuredSettings, startCasegate } from '../servers/server-process.ts'
import { measure, median, type Sample } from './measure.ts'

const counts = [1, 2] as const
const operations = ['lookup', 'case', 'update'] as const

interface Figures extends Sample {
  readyMs: number
}

/** Measures one command with and without WORKERS=2 under the same load, in turn. */
export async function measureWorkers(server: PostgresServer, options: Options): Promise<void> {
  const [cases] = options.cases
  const database = await createDatabase(server, { cases, fresh: options.fresh })
  const figures = new Map<string, Figures[]>()
  const figuresOf = (operation: string, count: number) => figures.get(`${operation} ${count}`) ?? []
  try {
    for (let round = 1; round <= options.rounds; round++) {
      await database.checkpoint()
      for (const count of round % 2 === 1 ? counts : counts.toReversed()) {
        const running = await startCasegate({ ...measuredSettings(database.url), WORKERS: `${count}` })
        try {
          // The second process starts when the first one listens.
          await sleep(2_000)
          for (const operation of operations) {
            const load = { connections: options.connections, next: requestsFor(operation, 'rest', cases) }
            await measure(running, { ...load, seconds: options.warmUpSeconds })
            const sample = await measure(running, { ...load, seconds: options.seconds })
            const { readyMs } = running
            figures.set(`${operation} ${count}`, [...figuresOf(operation, count), { ...sample, readyMs }])
            console.log(`round ${round}  ${operation.padEnd(6)} WORKERS=${count}  ${describe(sample)}`)
          }
        } finally {
          await running.stop()
        }
      }
    }
  } finally {
    await database.drop()
  }
  const ratios = (operation: string, figure: (figures: Figures) => number) =>
    formatRange(figuresOf(operation, 2).map((two, round) => figure(two) / figure(figuresOf(operation, 1)[round]!)))
  const rows = operations.flatMap((operation) =>
    counts.map((count) => {
      const medianOf = (figure: (figures: Figures) => number) => format(median(figuresOf(operation, count).map(figure)))
      const relative = count === 1 ? '1.00' : ratios(operation, ({ requestsPerSecond }) => requestsPerSecond)
      const requests = medianOf(({ requestsPerSecond }) => requestsPerSecond)
      const [cpu, p99] = [medianOf((each) => each.cpu), medianOf((each) => each.p99)]
      return [
        operation,
        `${count}`,
        requests,
        relative,
        cpu,
        p99,
        medianOf((each) => each.memory),
        medianOf((each) => each.readyMs),
      ]
    }),
  )
  const head = [
    '',
    'WORKERS',
    'requests/s',
    'relative to one',
    'CPU in µs',
    'p99 in ms',
    'memory in MiB',
    'ready in ms',
  ]
  const table = markdownTable(head, rows)
  console.log(`\n${environment(database, options)}\n\n${table}`)
}
