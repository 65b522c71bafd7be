import { createDatabase } from './database.ts'
import { measure, median } from './measure.ts'
import type { PostgresServer } from './postgres.ts'
import { startCasegate } from './processes.ts'
import { environment, format, markdownTable, publish } from './report.ts'
import { requestsOf } from './requests.ts'
import type { Options } from './run.ts'

const requestsInAll = 1_000_000
const steps = 10

/** Resident memory while a million requests of all units come over both faces. */
export async function measureMemory(server: PostgresServer, options: Options): Promise<void> {
  const [cases = 1_000_000] = options.cases
  const database = await createDatabase(server, cases, options.fresh)
  const casegate = await startCasegate(database.url)
  const mix = [
    ...(['update', 'assign', 'filtered', 'lookup'] as const).map((unit) => requestsOf(unit, 'rest', cases)),
    ...(['update', 'assign', 'filtered', 'case'] as const).map((unit) => requestsOf(unit, 'graphql', cases)),
  ]
  try {
    const rows: string[][] = []
    let requests = 0
    let turn = 0
    while (requests < requestsInAll) {
      const sample = await measure(casegate, {
        connections: options.connections,
        seconds: 2,
        next: () => mix[turn++ % mix.length]!(),
      })
      requests += sample.requests
      if (requests < ((rows.length + 1) * requestsInAll) / steps) continue
      rows.push([requests.toLocaleString('en'), format(sample.memory)])
      console.log(`${requests} requests: ${format(sample.memory)} MiB`)
    }
    publish('memory', `${environment(database, options)}\n\n${markdownTable(['requests', 'memory MiB'], rows)}`)
  } finally {
    await casegate.stop()
    await database.drop()
  }
}

/** How long the server takes until it is ready. */
export async function measureStart(server: PostgresServer, options: Options): Promise<void> {
  const [cases = 1_000_000] = options.cases
  const database = await createDatabase(server, cases, options.fresh)
  try {
    const times: number[] = []
    for (let round = 0; round <= options.rounds; round++) {
      const casegate = await startCasegate(database.url)
      await casegate.stop()
      // The first start reads the program from the disk.
      if (round > 0) times.push(casegate.readyMs)
    }
    const text = `Ready in ${format(median(times))} ms (${times.map((time) => format(time)).join(', ')}).`
    console.log(text)
    publish('start', `${environment(database, options)}\n\n${text}`)
  } finally {
    await database.drop()
  }
}
