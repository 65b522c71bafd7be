import type { Options } from '../options.ts'
import { environment, format, markdownTable } from '../report.ts'
import { requestText } from '../load/checked-request.ts'
import { Connection } from '../load/connection.ts'
import { percentiles } from '../load/load.ts'
import { createDatabase, runCasegate, withClient } from '../servers/database.ts'
import type { PostgresServer } from '../servers/postgres.ts'
import { measuredSettings, startCasegate } from '../servers/server-process.ts'

/** 10 messages of 25 words for each case. The words are as frequent as in a language, and the rarest are in a few messages. */
export const messages = `
create temporary table vocabulary as
select i, translate(to_hex(i * 7919 % 1000003), '0123456789', 'ghijklmnop') as word from generate_series(1, 50000) i;
create unique index on vocabulary (i);
delete from case_comments;
insert into case_comments (case_id, version, position, text, internal)
select case_id, 1, position, string_agg(word, ' ') || ' RE-2024/' || case_id || position, position % 5 = 0
from (
  select c.id as case_id, position, 1 + floor(50000 * power(random(), 3))::int as i
  from cases c, generate_series(1, 10) position, generate_series(1, 25)
) drawn
join vocabulary using (i)
group by case_id, position;
update cases set subject = w.word || ' ' || v.word
from vocabulary w, vocabulary v
where w.i = 1 + floor(50000 * power(abs(sin(cases.id)), 3))::int and v.i = 1 + cases.id % 50000;
delete from case_terms;
vacuum (analyze) case_comments`

/** Searches, by what they find: the number of a word in the order of frequency, or a text. */
const kinds: Record<string, (word: (rank: number) => string, index: number) => string> = {
  'many hits: a frequent word': (word, index) => word(1 + (index % 20)),
  'many hits: the first two letters of words': (word, index) => word(1 + index * 13).slice(0, 2),
  'few hits: a rare word': (word, index) => word(30_000 + index * 97),
  'few hits: a rare and a frequent word': (word, index) => `${word(1 + (index % 20))} ${word(30_000 + index * 97)}`,
  'few hits: two words of middle frequency': (word, index) => `${word(500 + index)} ${word(900 + index)}`,
  'few hits: half an article number': (_word, index) => `2024/${100 + index}`,
  'no hits: a number': (_word, index) => `99999${index}77`,
  'no hits: a word that is misspelt': (word, index) => `${word(40_000 + index)}zzqx`,
  'no hits: 20 frequent words': (word, index) =>
    `${Array.from({ length: 19 }, (_, rank) => word(1 + rank)).join(' ')} xq${index}`,
}

/** Measures the computation of terms for stored cases, searches as the desk sends them, and the space of terms. */
export async function measureSearch(server: PostgresServer, options: Options): Promise<void> {
  const database = await createDatabase(server, { cases: options.cases[0], fresh: options.fresh })
  try {
    const words = await withClient(database.url, async (client) => {
      for (const sql of messages.split(';\n')) await client.query(sql)
      return (await client.query<{ word: string }>('select word from vocabulary order by i')).rows
    })
    const startedAt = performance.now()
    const cpuBefore = server.cpuMs()
    await runCasegate(database.url, ['terms'], { timeoutMs: 3_600_000 })
    const seconds = (performance.now() - startedAt) / 1000
    console.log(
      `Terms of ${database.cases} cases with 10 messages: ${format(seconds)} s, ${format((server.cpuMs() - cpuBefore) / 1000)} s of PostgreSQL's CPU time.`,
    )
    const sizes = await withClient(database.url, async (client) => {
      await client.query('vacuum (analyze) case_comments, case_terms')
      return client.query<{ name: string; bytes: string }>(
        `select relname as name, pg_relation_size(oid) / (select count(*) from case_comments) as bytes from pg_class
         where relname like 'case_comments%' or relname like 'case_terms%' order by 1`,
      )
    })
    console.log(
      markdownTable(
        ['', 'bytes per comment'],
        sizes.rows.map(({ name, bytes }) => [name, bytes]),
      ),
    )
    const rows = await searches(server, database.url, (rank) => words[rank - 1]?.word ?? 'none', options)
    console.log(
      `${environment(database, options)}\n\n${markdownTable(['search', 'p50, ms', 'p99, ms', "PostgreSQL's CPU, ms"], rows)}`,
    )
  } finally {
    await database.drop()
  }
}

async function searches(server: PostgresServer, url: string, word: (rank: number) => string, { requests }: Options) {
  const casegate = await startCasegate(measuredSettings(url))
  const connection = await Connection.open(casegate.port)
  const caller = { touchpoint: 'tp1', token: 'bench-session-1' }
  const rows: string[][] = []
  try {
    for (const [kind, searchOf] of Object.entries(kinds)) {
      const latencies: number[] = []
      let cpu = 0
      for (let index = 0; index < Math.max(requests, 30); index++) {
        const search = encodeURIComponent(searchOf(word, index))
        const request = requestText('GET', `/api/v4/cases?orderBy=BEST_FIRST&first=40&search=${search}`, caller, '')
        const before = { at: performance.now(), cpu: server.cpuMs() }
        await connection.send(request)
        if (connection.status !== 200) throw new Error(`${kind}: ${connection.body().toString()}`)
        // The first ones warm the server up.
        if (index < 5) continue
        latencies.push(performance.now() - before.at)
        cpu += server.cpuMs() - before.cpu
      }
      const { p50, p99 } = percentiles(latencies)
      rows.push([kind, format(p50), format(p99), format(cpu / latencies.length)])
      console.log(rows.at(-1)?.join('  '))
    }
  } finally {
    connection.close()
    await casegate.stop()
  }
  return rows
}
