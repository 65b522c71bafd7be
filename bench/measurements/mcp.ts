import { callers, callsOf, tools } from '../load/tool-calls.ts'
import type { Options } from '../options.ts'
import { environment, format, markdownTable } from '../report.ts'
import { createDatabase } from '../servers/database.ts'
import type { PostgresServer } from '../servers/postgres.ts'
import { measuredSettings, startCasegate } from '../servers/server-process.ts'
import { measure, median } from './measure.ts'

/** Measures the CPU time of Casegate for calls of tools, and for the same operations over REST. */
export async function measureTools(server: PostgresServer, options: Options): Promise<void> {
  const { connections, rounds, seconds, warmUpSeconds } = options
  const [cases] = options.cases
  const database = await createDatabase(server, { cases, fresh: options.fresh })
  const casegate = await startCasegate(measuredSettings(database.url))
  const above = new Map<string, number[]>()
  try {
    for (let round = 1; round <= rounds; round++) {
      for (const tool of tools) {
        let ofRest = 0
        for (const by of callers) {
          const next = callsOf(tool, by, cases)
          await measure(casegate, { connections, next, seconds: warmUpSeconds })
          await database.checkpoint()
          const { cpu } = await measure(casegate, { connections, next, seconds })
          if (by === 'rest') ofRest = cpu
          else above.set(`${tool}, ${by}`, [...(above.get(`${tool}, ${by}`) ?? []), cpu - ofRest])
        }
      }
    }
  } finally {
    await casegate.stop()
    await database.drop()
  }
  const rows = Array.from(above, ([name, found]) => [
    name,
    `${format(median(found))} (${format(Math.min(...found))} to ${format(Math.max(...found))})`,
  ])
  console.log(`${environment(database, options)}\n\n${markdownTable(['tool and revision', 'CPU µs above REST'], rows)}`)
}
