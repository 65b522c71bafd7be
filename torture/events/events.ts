import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomUpdate } from '../../bench/load/random-input.ts'
import type { OwnPostgresServer } from '../../bench/servers/postgres.ts'
import { type ServerProcess, startCasegate, thisCheckout } from '../../bench/servers/server-process.ts'
import { statement } from '../../src/database/statements/statement.ts'
import type { CheckResult } from '../check-result.ts'
import { operator } from '../request.ts'
import { Ledger } from '../ledger.ts'
import { startLoad } from '../load.ts'
import type { Store } from '../stores.ts'
import { checkFeed } from './check-feed.ts'
import { delays } from './delays.ts'
import { type Followed, follow, now, seeEverything } from './feed-client.ts'
import { type SentChange, writeInTransactions } from './transactions.ts'

export interface EventsOptions {
  /** How many changes are acknowledged in all, half of them by servers. */
  changes: number
  /** How often a server is killed, and how often PostgreSQL is stopped in immediate mode. */
  kills: number
  crashes: number
  /** How many cases are imported in one transaction. */
  imported: number
  /** How long a transaction sleeps before it ends, at most. */
  maximumSleepMs: number
  folder: string
}

const writers = 8
/** The cases at the end, so many for each writer, are changed in transactions only. */
const casesOfWriter = 10
const maximumDelayMs = 250
/** Of changes after the import, because its events come first. */
const maximumDelayAfterMs = 5_000
/** How long a commit waits for the relay while somebody listens. */
const maximumWaitMs = 150

const findComments = statement(
  `select text, case_id || ':' || version as event from case_comments where text like 'torture %'`,
  { text: 'text', event: 'text' },
)

/**
 * 16 writers change cases, half of them through two servers and half in transactions of their own, while servers are killed and PostgreSQL
 * crashes, and then while a large import runs in one transaction. A reader follows the stream.
 */
export async function events(
  store: Store,
  options: EventsOptions,
  postgres: OwnPostgresServer,
): Promise<CheckResult[]> {
  const { changes, kills, crashes, imported, maximumSleepMs, folder } = options
  const { cases, settings } = store
  const served = cases - writers * casesOfWriter
  await store.inspect((database) => database.run(seeEverything))
  const processes: ServerProcess[] = [await startCasegate(settings), await startCasegate(settings)]
  const port = (client: number) => processes[client % 2]?.port ?? NaN
  const [stopping, leaving] = [new AbortController(), new AbortController()]
  const followed: Followed[] = []
  /** What a reader gets who leaves out the import. */
  const others: Followed[] = []
  const reader = { port: () => port(0), caller: operator(1), signal: leaving.signal }
  const following = [follow(followed, { ...reader, query: '' }), follow(others, { ...reader, query: 'kind=UPDATED' })]

  const sent: SentChange[] = []
  const byText = new Map<string, Omit<SentChange, 'event'>>()
  const ledger = new Ledger()
  const load = startLoad({
    ledger,
    port,
    clients: writers,
    cases: served,
    hot: 2,
    assignments: false,
    onReply({ outcome, sentAt, endedAt }, _client, { text }) {
      const { timeOrigin } = performance
      if (outcome !== 'acknowledged') return
      byText.set(text, { outcome: 'committed', beganAt: timeOrigin + sentAt, endedAt: timeOrigin + endedAt })
    },
  })
  const url = settings['DATABASE_URL']!
  const transactions = Array.from({ length: writers }, (_, number) => {
    const own = Array.from({ length: casesOfWriter }, (_each, index) => served + number * casesOfWriter + index + 1)
    const onChange = (change: SentChange) => sent.push(change)
    return writeInTransactions({ url, cases: own, maximumSleepMs, signal: stopping.signal, onChange })
  })
  const written = () => ledger.acknowledged + sent.filter(({ outcome }) => outcome === 'committed').length
  const until = async (count: number) => {
    while (written() < count) await sleep(20)
  }

  let calmFrom = NaN
  try {
    const failures = kills + crashes
    for (let count = 0; count < failures; count++) {
      await until((changes * (count + 1)) / (failures + 2))
      if (count % Math.ceil(failures / Math.max(crashes, 1)) === 0 && crashes > 0) {
        await postgres.stop('SIGQUIT')
        await postgres.start()
      } else {
        const index = count % 2
        processes[index]!.kill('SIGKILL')
        await processes[index]!.exited
        processes[index] = await startCasegate(settings)
      }
    }
    await until((changes * (failures + 1)) / (failures + 2))
    await sleep(2_000)
    calmFrom = now()
    await importCases(settings, folder, cases, imported)
    await until(changes)
  } finally {
    stopping.abort()
    await load.stop()
    await Promise.all(transactions)
  }
  // The last events are in the feed after a second, and the reader has them.
  for (let count = -1; count !== followed.length; await sleep(3_000)) count = followed.length
  leaving.abort()
  await Promise.all(following)
  for (const process of processes) await process.stop()

  return store.inspect(async (database) => {
    for (const { text, event } of await database.run(findComments)) {
      const times = byText.get(text)
      if (times) sent.push({ event, ...times })
    }
    const results = await checkFeed(database, { cases, sent, followed })
    const calm = sent.filter(({ outcome, beganAt }) => outcome === 'committed' && beganAt >= calmFrom)
    const relayed = await database.run(findTimes)
    // What begins after the import has committed comes after its events, which are numbered first.
    const numberedAt = relayed.find(({ event }) => event === `${cases + 1}:1`)?.at ?? NaN
    const beside = calm.filter(({ endedAt }) => endedAt < numberedAt - maximumWaitMs)
    const after = calm.filter(({ beganAt }) => beganAt > numberedAt)
    return [
      ...results,
      delays('the feed, beside the import,', maximumDelayMs, beside, relayed),
      delays('the reader of changes, beside the import,', maximumDelayMs, beside, others),
      delays('the reader of changes, after the import,', maximumDelayAfterMs, after, others),
    ]
  })
}

const findTimes = statement(
  `select case_id || ':' || version as event, extract(epoch from relayed_at) * 1000 as at from case_feed`,
  { event: 'text', at: 'double precision' },
)

/** Imports new cases with the command, in one transaction. */
async function importCases(settings: Store['settings'], folder: string, cases: number, count: number): Promise<void> {
  const file = join(folder, 'import.json')
  const items = Array.from({ length: count }, (_, index) => {
    const { input } = randomUpdate(index + 1)
    const { comments: _comments, ...values } = input
    return { id: cases + index + 1, ...values }
  })
  writeFileSync(file, JSON.stringify({ cases: items }))
  const env = { PATH: process.env['PATH'], ...settings }
  const child = spawn(process.execPath, [join(thisCheckout, 'bin/casegate.js'), 'import', file], {
    env,
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`The import failed with ${code}.`)
}
