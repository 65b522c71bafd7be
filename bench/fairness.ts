import { random } from './data.ts'
import { createDatabase } from './database.ts'
import { measure, median } from './measure.ts'
import type { PostgresServer } from './postgres.ts'
import { startCasegate } from './processes.ts'
import { environment, format, markdownTable, publish } from './report.ts'
import { update } from './requests.ts'
import type { Options } from './run.ts'

const others = 16
const hot = 48

/** Sixteen clients that update any cases: alone, and beside 48 clients that all update two cases. */
export async function measureFairness(server: PostgresServer, options: Options): Promise<void> {
  const [cases = 1_000_000] = options.cases
  const database = await createDatabase(server, cases, options.fresh)
  const casegate = await startCasegate(database.url)
  const run = (connections: number, seconds: number, next: () => number) =>
    measure(casegate, { connections, seconds, next: () => update('rest', next()) })
  const anyCase = () => random(3, cases)
  const hotCase = () => random(1, 2)
  try {
    await run(others, 3, anyCase)
    const rounds: { alone: number; beside: number; hot: number }[] = []
    for (let round = 1; round <= options.rounds; round++) {
      const alone = await run(others, options.seconds, anyCase)
      const [beside, hotCases] = await Promise.all([
        run(others, options.seconds, anyCase),
        run(hot, options.seconds, hotCase),
      ])
      rounds.push({
        alone: alone.requestsPerSecond,
        beside: beside.requestsPerSecond,
        hot: hotCases.requestsPerSecond,
      })
      console.log(`round ${round}`, rounds.at(-1))
    }
    const alone = median(rounds.map((round) => round.alone))
    const beside = median(rounds.map((round) => round.beside))
    const table = markdownTable(
      ['', 'updates/s', 'to alone'],
      [
        [`${others} clients alone`, format(alone), '1'],
        [
          `${others} clients beside ${hot} on two cases`,
          format(beside),
          format(median(rounds.map((r) => r.beside / r.alone))),
        ],
        [`the ${hot} on two cases`, format(median(rounds.map((round) => round.hot))), ''],
      ],
    )
    console.log(`\n${table}`)
    publish('fairness', `${environment(database, options)}\n\n${table}`)
  } finally {
    await casegate.stop()
    await database.drop()
  }
}
