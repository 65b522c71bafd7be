import type pg from 'pg'
import { type BenchDatabase, createDatabase, withClient } from '../servers/database.ts'
import { measure, median } from './measure.ts'
import type { Options } from '../options.ts'
import type { PostgresServer } from '../servers/postgres.ts'
import type { CheckedRequest } from '../load/load.ts'
import { mergeOrUnmerge, requestsFor } from '../load/requests.ts'
import { environment, format, markdownTable } from '../report.ts'
import { measuredSettings, type ServerProcess, startCasegate } from '../servers/server-process.ts'
import { cpuBetween, cpuOf } from './resources.ts'

/** Measures the CPU time of merges and of their reversals, half of each, and of updates with a comment. */
export async function measureMerges(server: PostgresServer, options: Options): Promise<void> {
  const [cases] = options.cases
  const database = await createDatabase(server, { cases, fresh: options.fresh })
  const casegate = await startCasegate(measuredSettings(database.url))
  try {
    await withClient(database.url, async (client) => {
      // Only cases without a party can all be merged into any other.
      await client.query('update cases set party_id = null')
      const ratios: number[] = []
      for (let round = 1; round <= options.rounds; round++) {
        await client.query('update cases set merged_into_id = null where merged_into_id is not null')
        await client.query('delete from case_merges')
        const setup = { casegate, client, database, options }
        const update = await cpuOfRequests(setup, requestsFor('update', 'graphql', cases))
        const merge = await cpuOfRequests(setup, mergeOrUnmerge(cases))
        ratios.push(merge.total / update.total)
        const rows = Object.entries({ update, merge }).map(([name, { own, postgres, total }]) => [
          name,
          ...[own, postgres, total].map(format),
        ])
        console.log(markdownTable(['per request', 'Casegate CPU µs', 'PostgreSQL CPU µs', 'together'], rows))
      }
      const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
      console.log(`${environment(database, options)}\n\nmerge / update: ${median(ratios).toFixed(2)} (${range})`)
    })
  } finally {
    await casegate.stop()
    await database.drop()
  }
}

interface Setup {
  casegate: ServerProcess
  client: pg.Client
  database: BenchDatabase
  options: Options
}

/** CPU time in microseconds per request. */
async function cpuOfRequests({ casegate, client, database, options }: Setup, next: () => CheckedRequest) {
  const { connections, seconds, warmUpSeconds } = options
  await measure(casegate, { connections, next, seconds: warmUpSeconds })
  await database.checkpoint()
  const before = await cpuOf(client)
  const { cpu, requests } = await measure(casegate, { connections, next, seconds })
  const postgres = (cpuBetween(before, await cpuOf(client)) * 1000) / requests
  return { own: cpu, postgres, total: cpu + postgres }
}
