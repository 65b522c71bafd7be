import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
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

/** The load is moderate, so that a table, rather than the load itself, makes others wait. */
const pauseMs = 20

/** Measures a table of all cases: its rows per second, its memory, and the latencies of other requests meanwhile. */
export async function measureTables(server: PostgresServer, options: Options): Promise<void> {
  const [cases] = options.cases
  const { connections, seconds, rounds } = options
  const database = await createDatabase(server, { cases, fresh: options.fresh })
  const casegate = await startCasegate(measuredSettings(database.url))
  const mix = (['case', 'list-page', 'update', 'lookup'] as const).map((name) => requestsFor(name, 'rest', cases))
  let turn = 0
  const load = { connections, pauseMs, next: () => mix[turn++ % mix.length]!() }
  try {
    await withClient(database.url, async (client) => {
      for (const sql of complete.split(';\n')) await client.query(sql)
    })
    await measure(casegate, { ...load, seconds: options.warmUpSeconds })
    const first = await readTables(casegate, 2)
    const { taken, more } = await readTables(casegate, rounds)
    const speeds = taken.map((each) => cases / each)
    const [without, together]: [number[], number[]] = [[], []]
    for (let round = 1; round <= rounds; round++) {
      without.push((await measure(casegate, { ...load, seconds })).p99)
      const reader = startReader(casegate)
      together.push((await measure(casegate, { ...load, seconds })).p99)
      await reader.terminate()
      console.log(`round ${round}: p99 ${format(without.at(-1)!)} ms, with a table ${format(together.at(-1)!)} ms`)
    }
    const ratio = median(together) / median(without)
    const row = [median(speeds), Math.max(more, first.more), median(without), median(together), ratio].map(format)
    const heads = ['rows/s', 'MiB more', 'p99 of others without, ms', 'p99 with a table, ms', 'ratio']
    console.log(`${environment(database, options)}\n\n${markdownTable(heads, [row])}`)
  } finally {
    await casegate.stop()
    await database.drop()
  }
}

const startReader = ({ port }: ServerProcess) =>
  new Worker(new URL('../load/table-reader.ts', import.meta.url), { workerData: port })

/** Reads a number of tables. Returns the seconds that each took, and how much more memory the server used meanwhile, in MiB. */
async function readTables(casegate: ServerProcess, count: number): Promise<{ taken: number[]; more: number }> {
  const before = casegate.memory()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, casegate.memory())), 10)
  const reader = startReader(casegate)
  const taken: number[] = []
  while (taken.length < count) taken.push(...((await once(reader, 'message')) as [number]))
  await reader.terminate()
  clearInterval(watch)
  return { taken, more: most - before }
}
