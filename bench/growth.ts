import { type BenchDatabase, createDatabase } from './database.ts'
import type { Exchange } from './load.ts'
import { measure, median } from './measure.ts'
import type { PostgresServer } from './postgres.ts'
import { type ServerProcess, startCasegate } from './processes.ts'
import { environment, format, markdownTable, publish } from './report.ts'
import { readLongCase, requestsOf } from './requests.ts'
import type { Options } from './run.ts'

const works: Record<string, (cases: number) => () => Exchange> = {
  update: (cases) => requestsOf('update', 'rest', cases),
  assign: (cases) => requestsOf('assign', 'rest', cases),
  lookup: (cases) => requestsOf('lookup', 'rest', cases),
  case: (cases) => requestsOf('case', 'graphql', cases),
  'case with 10,000 comments': () => readLongCase,
}

/** The same work on databases of several sizes, each with a server of its own, in the same rounds. */
export async function measureGrowth(server: PostgresServer, options: Options): Promise<void> {
  const sizes: { database: BenchDatabase; casegate: ServerProcess }[] = []
  try {
    for (const cases of options.cases) {
      const database = await createDatabase(server, cases, options.fresh)
      sizes.push({ database, casegate: await startCasegate(database.url) })
    }
    const speeds = new Map<string, number[]>()
    for (let round = 1; round <= options.rounds; round++) {
      for (const [work, requests] of Object.entries(works)) {
        for (const { database, casegate } of round % 2 ? sizes : sizes.toReversed()) {
          const { cases } = database
          const load = { connections: options.connections, next: requests(cases) }
          await measure(casegate, { ...load, seconds: round === 1 ? 3 : 1 })
          const { requestsPerSecond } = await measure(casegate, { ...load, seconds: options.seconds })
          const key = `${work} ${cases}`
          speeds.set(key, [...(speeds.get(key) ?? []), requestsPerSecond])
          console.log(`round ${round}  ${work} at ${cases.toLocaleString('en')}: ${format(requestsPerSecond)}`)
        }
      }
    }
    const speed = (work: string, cases: number) => median(speeds.get(`${work} ${cases}`) ?? [])
    const [first = 0] = options.cases
    const table = markdownTable(
      ['requests/s (to the first)', ...options.cases.map((cases) => `${cases.toLocaleString('en')} cases`)],
      Object.keys(works).map((work) => [
        work,
        ...options.cases.map(
          (cases) => `${format(speed(work, cases))} (${format(speed(work, cases) / speed(work, first))})`,
        ),
      ]),
    )
    console.log(`\n${table}`)
    const [smallest] = sizes
    if (smallest) publish('growth', `${environment(smallest.database, options)}\n\n${table}`)
  } finally {
    for (const { casegate, database } of sizes) {
      await casegate.stop()
      await database.drop()
    }
  }
}
