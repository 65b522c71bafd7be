import { createDatabase } from '../servers/database.ts'
import { measure, median } from './measure.ts'
import type { Options } from '../options.ts'
import type { PostgresServer } from '../servers/postgres.ts'
import { environment, format, markdownTable, publish } from '../report.ts'
import { requestsFor } from '../load/requests.ts'
import { measuredSettings, startCasegate } from '../servers/server-process.ts'

const steps = 10

/** Measures resident memory over a million requests of all operations and both faces. */
export async function measureMemory(server: PostgresServer, options: Options): Promise<void> {
  const [cases] = options.cases
  const database = await createDatabase(server, { cases, fresh: options.fresh })
  const casegate = await startCasegate(measuredSettings(database.url))
  const mix = [
    ...(['update', 'assign', 'filtered', 'lookup'] as const).map((name) => requestsFor(name, 'rest', cases)),
    ...(['update', 'assign', 'filtered', 'case'] as const).map((name) => requestsFor(name, 'graphql', cases)),
  ]
  try {
    const rows: string[][] = []
    let requests = 0
    let turn = 0
    while (requests < options.requests) {
      const next = () => mix[turn++ % mix.length]!()
      const sample = await measure(casegate, { connections: options.connections, seconds: options.seconds, next })
      requests += sample.requests
      if (requests < ((rows.length + 1) * options.requests) / steps) continue
      rows.push([requests.toLocaleString('en'), format(sample.memory)])
      console.log(`${requests} requests: ${format(sample.memory)} MiB`)
    }
    publish(
      'memory',
      options,
      `${environment(database, options)}\n\n${markdownTable(['requests', 'memory MiB'], rows)}`,
    )
  } finally {
    await casegate.stop()
    await database.drop()
  }
}

/** Measures the time until the server is ready. */
export async function measureStart(server: PostgresServer, options: Options): Promise<void> {
  const [cases] = options.cases
  const database = await createDatabase(server, { cases, fresh: options.fresh })
  try {
    const times: number[] = []
    for (let round = 0; round <= options.rounds; round++) {
      const casegate = await startCasegate(measuredSettings(database.url))
      await casegate.stop()
      // The first start reads the program from disk and is not counted.
      if (round > 0) times.push(casegate.readyMs)
    }
    const text = `Ready in ${format(median(times))} ms (${times.map((time) => format(time)).join(', ')}).`
    console.log(text)
    publish('start', options, `${environment(database, options)}\n\n${text}`)
  } finally {
    await database.drop()
  }
}
