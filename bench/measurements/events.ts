import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Connection } from '../load/connection.ts'
import { requestText } from '../load/checked-request.ts'
import { random, randomUpdate } from '../load/random-input.ts'
import type { Options } from '../options.ts'
import { environment, format, markdownTable, publish } from '../report.ts'
import { createDatabase } from '../servers/database.ts'
import type { PostgresServer } from '../servers/postgres.ts'
import { measuredSettings, type ServerProcess, startCasegate } from '../servers/server-process.ts'

const writers = 16
const importedCases = 100_000

/** Measures how long after the response to a change its event reaches a stream, and what open streams cost. */
export async function measureEvents(server: PostgresServer, options: Options): Promise<void> {
  const [cases] = options.cases
  const database = await createDatabase(server, { cases, fresh: options.fresh })
  const casegate = await startCasegate({
    ...measuredSettings(database.url),
    MAX_CONNECTIONS: '8000',
    MAX_STREAMS: '2000',
  })
  const seconds = 3 * options.seconds
  const rows: string[][] = []
  const streams: Stream[] = []
  const add = async (what: string, perSecond: number, beside?: () => Promise<void>) => {
    await change(casegate, cases, 50, options.warmUpSeconds)
    const memory = casegate.memory()
    const [ended] = await Promise.all([change(casegate, cases, perSecond, seconds), beside?.()])
    await sleep(options.seconds * 1_000)
    rows.push([what, `${perSecond}`, ...delaysOf(ended, streams), format(memory), format(casegate.memory())])
    console.log(rows.at(-1))
  }
  try {
    streams.push(await Stream.open(casegate.port, 1))
    await add('1 stream', 500)
    await add(`1 stream, beside an import of ${importedCases.toLocaleString('en')} events in one transaction`, 50, () =>
      importEvents(database.url, cases, options.seconds),
    )
    while (streams.length < 1_000) {
      const opening = Array.from({ length: 37 }, (_, at) => Stream.open(casegate.port, streams.length + at + 1))
      streams.push(...(await Promise.all(opening)))
    }
    await add('1,000 streams', 100)
    const head = ['', 'changes/s', 'events', 'p50 ms', 'p99 ms', 'maximum ms', 'MiB before', 'MiB after']
    const table = markdownTable(head, rows)
    console.log(`\n${table}`)
    publish('events', options, `${environment(database, options)}\n\n${table}`)
  } finally {
    for (const stream of streams) stream.close()
    await casegate.stop()
    await database.drop()
  }
}

/** Writes rows of the outbox like an import, after some seconds. The cases do not exist: the relay reads rows only. */
async function importEvents(url: string, cases: number, seconds: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await sleep(seconds * 1_000)
    const insert = 'insert into case_outbox (case_id, version) select $1::int + i, 1 from generate_series(1, $2::int) i'
    await client.query(insert, [cases, importedCases])
  } finally {
    await client.end()
  }
}

/** The time of the response to each change, by the ID of its event, in milliseconds. */
type Times = Map<string, number>

const addComment = `mutation ($input: AddCommentsInput!) {
  addComments(input: $input) { ... on AddCommentsPayload { case { id version } } }
}`

async function change(casegate: ServerProcess, cases: number, perSecond: number, seconds: number): Promise<Times> {
  const times: Times = new Map()
  const begun = performance.now()
  let sent = 0
  const write = async () => {
    const connection = await Connection.open(casegate.port)
    while (performance.now() < begun + seconds * 1_000) {
      await sleep(Math.max(0, begun + (sent++ / perSecond) * 1_000 - performance.now()))
      const { caseId, caller } = randomUpdate(random(1, cases))
      const input = { caseInstanceId: `${caseId}`, comments: [{ text: 'Hello.' }] }
      const body = JSON.stringify({ query: addComment, variables: { input } })
      await connection.send(requestText('POST', '/graphql', caller, body))
      const answer = connection.body().toString()
      const [, id, version] = /"id":"(\d+)","version":(\d+)/.exec(answer) ?? []
      if (!id) throw new Error(`A comment was not added: ${answer}`)
      times.set(`${id}:${version}`, performance.now())
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: writers }, write))
  return times
}

/** An open stream of the events that an operator sees. */
class Stream {
  readonly times: Times = new Map()
  close = () => {}

  static async open(port: number, number: number): Promise<Stream> {
    const stream = new Stream()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const headers = {
      'Service-Touchpoint': `tp${1 + (Math.floor((number - 1) / 10) % 50)}`,
      'Service-Token': `bench-session-${number}`,
      Accept: 'text/event-stream',
    }
    const request = get({ port, path: '/api/v4/events?after=latest', headers, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`The stream was answered with ${response.statusCode}.`))
      response.setEncoding('utf8').on('data', (text: string) => {
        resolve()
        const at = performance.now()
        for (const [, id] of text.matchAll(/^data: \{"id":"event:(\d+:\d+)"/gm)) stream.times.set(id!, at)
      })
    })
    request.on('error', reject)
    stream.close = () => request.destroy()
    await promise
    return stream
  }
}

/** The number of events that reached streams, and their delays in milliseconds. */
function delaysOf(ended: Times, streams: readonly Stream[]): string[] {
  const delays = streams
    .flatMap(({ times }) => [...ended].flatMap(([id, at]) => (times.has(id) ? Math.max(0, times.get(id)! - at) : [])))
    .toSorted((a, b) => a - b)
  const percentile = (part: number) => format(delays[Math.ceil(delays.length * part) - 1] ?? NaN)
  return [delays.length.toLocaleString('en'), percentile(0.5), percentile(0.99), percentile(1)]
}
