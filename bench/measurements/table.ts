import { request } from 'node:http'
import { createDatabase, withClient } from '../servers/database.ts'
import { measure, median } from './measure.ts'
import type { Options } from '../options.ts'
import type { PostgresServer } from '../servers/postgres.ts'
import { requestsFor } from '../load/requests.ts'
import { environment, format, markdownTable } from '../report.ts'
import { measuredSettings, type ServerProcess, startCasegate } from '../servers/server-process.ts'

/** Cases with what real ones have, all of which operator 1 sees. */
export const complete = `
insert into operator_types select 1, code from case_types on conflict do nothing;
insert into tags (code, label, active) select 'tag-' || i, 'Tag number ' || i, true from generate_series(1, 20) i;
update cases set subject = 'Subject, number ' || id || ', about as long as a real one', tags = array['tag-' || 1 + id % 20],
  customer_waiting_since = case when id % 3 = 0 then updated_at end, due_at = case when id % 2 = 0 then updated_at end,
  deadlines = jsonb_build_array(jsonb_build_object('goal', 'RESOLUTION', 'minutes', 480, 'dueAt', updated_at, 'endedAt', null,
    'since', updated_at, 'used', 0));
vacuum (analyze) cases`

/** Moderate load, so that waiting for the service is what a table can add. */
const pauseMs = 20

/** Measures a table of all cases: its rows per second, the memory it takes, and the latencies of others meanwhile. */
export async function measureTables(server: PostgresServer, options: Options): Promise<void> {
  const [cases] = options.cases
  const database = await createDatabase(server, { cases, fresh: options.fresh })
  try {
    await withClient(database.url, async (client) => {
      for (const sql of complete.split(';\n')) await client.query(sql)
    })
    const row = await measureServer(database.url, options)
    const heads = ['rows/s alone', 'MiB more', 'rows/s with others', 'p99 without, ms', 'p99 with, ms', 'ratio']
    console.log(`${environment(database, options)}\n\n${markdownTable(heads, [row])}`)
  } finally {
    await database.drop()
  }
}

async function measureServer(url: string, options: Options): Promise<string[]> {
  const casegate = await startCasegate(measuredSettings(url))
  const { connections, seconds, warmUpSeconds } = options
  const mix = (['case', 'list-page', 'update', 'lookup'] as const).map((name) =>
    requestsFor(name, 'rest', options.cases[0]),
  )
  let turn = 0
  const load = { connections, pauseMs, next: () => mix[turn++ % mix.length]!() }
  const speed = async (server: ServerProcess, isOver?: () => boolean) => {
    const taken = await readTable(server, isOver)
    return taken === null ? [] : [options.cases[0] / taken]
  }
  try {
    await measure(casegate, { ...load, seconds: warmUpSeconds })
    await readTable(casegate)
    const before = casegate.memory()
    let most = before
    const watch = setInterval(() => (most = Math.max(most, casegate.memory())), 10)
    const alone: number[] = []
    for (let round = 0; round < options.rounds; round++) alone.push(...(await speed(casegate)))
    clearInterval(watch)
    const [without, together, speeds]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < options.rounds; round++) {
      without.push((await measure(casegate, { ...load, seconds })).p99)
      let isOver = false
      const tables = async () => {
        while (!isOver) speeds.push(...(await speed(casegate, () => isOver)))
      }
      const reading = tables()
      const { p99 } = await measure(casegate, { ...load, seconds })
      isOver = true
      await reading
      together.push(p99)
      console.log(`round ${round + 1}: p99 ${format(without.at(-1)!)} ms, with a table ${format(p99)} ms`)
    }
    const [base, with_] = [median(without), median(together)]
    return [
      format(median(alone)),
      format(most - before),
      format(median(speeds)),
      format(base),
      format(with_),
      format(with_ / base),
    ]
  } finally {
    await casegate.stop()
  }
}

/** Reads a whole table as operator 1. Returns how many seconds that takes; null if the caller leaves. */
function readTable({ port }: ServerProcess, isOver = () => false): Promise<number | null> {
  const startedAt = performance.now()
  const headers = {
    accept: 'text/csv',
    'service-touchpoint': 'tp1',
    'service-token': 'bench-session-1',
  }
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path: '/api/v4/cases', headers }, (response) => {
      response.on('data', () => isOver() && response.destroy())
      response.once('close', () => resolve(response.complete ? (performance.now() - startedAt) / 1000 : null))
      if (response.statusCode !== 200) reject(new Error(`The table has the status ${response.statusCode}.`))
    })
    sent.once('error', reject).end()
  })
}
