import { type BenchDatabase, createDatabase } from '../servers/database.ts'
import type { CheckedRequest } from '../load/load.ts'
import { measure, median } from './measure.ts'
import type { Options } from '../options.ts'
import type { PostgresServer } from '../servers/postgres.ts'
import { environment, format, markdownTable, publish } from '../report.ts'
import { readCaseWithManyComments, requestsFor } from '../load/requests.ts'
import { measuredSettings, type ServerProcess, startCasegate } from '../servers/server-process.ts'

const workloads: Record<string, (cases: number) => () => CheckedRequest> = {
  update: (cases) => requestsFor('update', 'rest', cases),
  assign: (cases) => requestsFor('assign', 'rest', cases),
  lookup: (cases) => requestsFor('lookup', 'rest', cases),
  case: (cases) => requestsFor('case', 'graphql', cases),
  'case with 10,000 comments': () => readCaseWithManyComments,
}

/** Measures the same workloads on databases of several sizes. Each database has its own server. */
export async function measureGrowth(server: PostgresServer, options: Options): Promise<void> {
  const sizes: { database: BenchDatabase; casegate: ServerProcess }[] = []
  try {
    for (const cases of options.cases) {
      const database = await createDatabase(server, { cases, fresh: options.fresh })
      sizes.push({ database, casegate: await startCasegate(measuredSettings(database.url)) })
    }
    const throughputs = new Map<string, number[]>()
    for (let round = 1; round <= options.rounds; round++) {
      for (const [workload, requests] of Object.entries(workloads)) {
        for (const { database, casegate } of round % 2 === 1 ? sizes : sizes.toReversed()) {
          const { cases } = database
          const load = { connections: options.connections, next: requests(cases) }
          await measure(casegate, { ...load, seconds: options.warmUpSeconds })
          const { requestsPerSecond } = await measure(casegate, { ...load, seconds: options.seconds })
          const key = `${workload} ${cases}`
          throughputs.set(key, [...(throughputs.get(key) ?? []), requestsPerSecond])
          console.log(`round ${round}  ${workload} with ${cases.toLocaleString('en')}: ${format(requestsPerSecond)}`)
        }
      }
    }
    const throughput = (workload: string, cases: number) => median(throughputs.get(`${workload} ${cases}`) ?? [])
    const [first] = options.cases
    const figure = (workload: string, cases: number) =>
      `${format(throughput(workload, cases))} (${format(throughput(workload, cases) / throughput(workload, first))})`
    const table = markdownTable(
      ['requests/s (relative to the first)', ...options.cases.map((cases) => `${cases.toLocaleString('en')} cases`)],
      Object.keys(workloads).map((workload) => [workload, ...options.cases.map((cases) => figure(workload, cases))]),
    )
    console.log(`\n${table}`)
    const [smallest] = sizes
    if (smallest) publish('growth', options, `${environment(smallest.database, options)}\n\n${table}`)
  } finally {
    for (const { casegate, database } of sizes) {
      await casegate.stop()
      await database.drop()
    }
  }
}
