import { createDatabase } from '../servers/database.ts'
import { measure, median } from './measure.ts'
import type { Options } from '../options.ts'
import type { PostgresServer } from '../servers/postgres.ts'
import { random } from '../load/random-input.ts'
import { environment, format, markdownTable, publish } from '../report.ts'
import { update } from '../load/requests.ts'
import { measuredSettings, startCasegate } from '../servers/server-process.ts'

const otherClients = 16
const hotClients = 48

/** Measures 16 clients that update any cases, alone and together with 48 clients that update the same two cases. */
export async function measureFairness(server: PostgresServer, options: Options): Promise<void> {
  const [cases] = options.cases
  const database = await createDatabase(server, { cases, fresh: options.fresh })
  const casegate = await startCasegate(measuredSettings(database.url))
  const run = async (connections: number, seconds: number, caseId: () => number) => {
    const sample = await measure(casegate, { connections, seconds, next: () => update('rest', caseId()) })
    return sample.requestsPerSecond
  }
  const anyCase = () => random(3, cases)
  const hotCase = () => random(1, 2)
  try {
    await run(otherClients, options.warmUpSeconds, anyCase)
    const rounds: { alone: number; together: number; hot: number }[] = []
    for (let round = 1; round <= options.rounds; round++) {
      const alone = await run(otherClients, options.seconds, anyCase)
      const [together, hot] = await Promise.all([
        run(otherClients, options.seconds, anyCase),
        run(hotClients, options.seconds, hotCase),
      ])
      rounds.push({ alone, together, hot })
      console.log(`round ${round}`, rounds.at(-1))
    }
    const table = markdownTable(
      ['', 'updates/s', 'relative'],
      [
        [`${otherClients} clients alone`, format(median(rounds.map(({ alone }) => alone))), '1'],
        [
          `${otherClients} clients, with ${hotClients} others on two cases`,
          format(median(rounds.map(({ together }) => together))),
          format(median(rounds.map(({ together, alone }) => together / alone))),
        ],
        [`${hotClients} clients on two cases`, format(median(rounds.map(({ hot }) => hot))), ''],
      ],
    )
    console.log(`\n${table}`)
    publish('fairness', options, `${environment(database, options)}\n\n${table}`)
  } finally {
    await casegate.stop()
    await database.drop()
  }
}
