import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { createDatabase } from '../servers/database.ts'
import type { Options } from '../options.ts'
import type { PostgresServer } from '../servers/postgres.ts'
import { environment, format, markdownTable, publish } from '../report.ts'
import { measuredSettings, type ServerProcess, startCasegate, startReference } from '../servers/server-process.ts'
import { median } from './measure.ts'

const content = randomBytes(25 * 1024 * 1024)
/** Operators, each with its own limits. */
const headersOf = (session: number) => ({
  'service-touchpoint': `tp${1 + (Math.floor((session - 1) / 10) % 50)}`,
  'service-token': `bench-session-${session}`,
})

const settings = (url: string) => ({ ...measuredSettings(url), RATE_LIMIT: 'off' })

/** Uploads and downloads of 25 MiB relative to a server written by hand, and what 50 uploads at once do to others. */
export async function measureAttachments(server: PostgresServer, options: Options): Promise<void> {
  const [cases] = options.cases
  const database = await createDatabase(server, { cases, fresh: options.fresh })
  const rows: string[][] = []
  try {
    const ratios = { upload: [] as number[], download: [] as number[] }
    const casegate = await startCasegate(settings(database.url))
    const reference = await startReference(database.url, 'files.ts')
    for (let round = 0; round < options.rounds; round++) {
      const own = await transfer(casegate, '/api/v4/attachments?name=a.bin', (text) => {
        const { attachment } = JSON.parse(text) as { attachment: { contentPath: string } }
        return attachment.contentPath
      })
      const other = await transfer(reference, '/', (text) => `/${(JSON.parse(text) as { id: string }).id}`)
      for (const name of ['upload', 'download'] as const) ratios[name].push(other[name] / own[name])
      console.log(`round ${round + 1}: upload ${format(own.upload)} ms, download ${format(own.download)} ms`)
    }
    await reference.stop()
    for (const [name, values] of Object.entries(ratios)) {
      const range = `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`
      rows.push([`${name} of 25 MiB: throughput relative to the reference`, median(values).toFixed(2), range])
    }
    await casegate.stop()
    const fresh = await startCasegate(settings(database.url))
    rows.push(...(await crowd(fresh)))
    await fresh.stop()
    const table = markdownTable(['what', 'median', 'range'], rows)
    console.log(`\n${table}`)
    publish('attachments', options, `${environment(database, options)}\n\n${table}`)
  } finally {
    await database.drop()
  }
}

/** How long an upload and a download take, in milliseconds. */
async function transfer({ port }: ServerProcess, path: string, pathOf: (answer: string) => string) {
  const url = `http://127.0.0.1:${port}`
  const headers = headersOf(2)
  const startedAt = performance.now()
  const uploaded = await fetch(url + path, { method: 'POST', body: content, headers })
  const contentPath = pathOf(await uploaded.text())
  const upload = performance.now() - startedAt
  const downloadAt = performance.now()
  const bytes = await (await fetch(url + contentPath, { headers })).arrayBuffer()
  if (bytes.byteLength !== content.length) throw new Error('The content is incomplete.')
  const download = performance.now() - downloadAt
  await fetch(url + contentPath.replace(/\/content$/, ''), { method: 'DELETE', headers })
  return { upload, download }
}

/** 50 uploads at once, ten of which send nothing more after their beginning. */
async function crowd({ port, memory }: ServerProcess): Promise<string[][]> {
  const url = `http://127.0.0.1:${port}`
  const before = await probes(url, 200)
  const memoryBefore = memory()
  const stalled = Array.from({ length: 10 }, (_, index) => stall(port, 2 + index))
  const over = new AbortController()
  const uploads = Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const sent = { method: 'POST', body: content, headers: headersOf(20 + index) }
      const response = await fetch(`${url}/api/v4/attachments?name=a.bin`, sent)
      if (response.status !== 201) throw new Error(await response.text())
    }),
  ).finally(() => over.abort())
  const during: number[] = []
  let highest = memoryBefore
  for (; !over.signal.aborted; highest = Math.max(highest, memory())) during.push(...(await probes(url, 5)))
  await uploads
  for (const socket of stalled) socket.destroy()
  const p99 = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)]!
  return [
    ['50 uploads of 25 MiB: more memory, MiB', format(highest - memoryBefore), ''],
    [
      'p99 of a case meanwhile, relative to before',
      (p99(during) / p99(before)).toFixed(1),
      `${format(p99(during))} ms`,
    ],
  ]
}

function stall(port: number, session: number): Socket {
  const socket = connect(port, '127.0.0.1')
  const lines = Object.entries(headersOf(session)).map((each) => `${each.join(': ')}\r\n`)
  socket.write(
    `POST /api/v4/attachments?name=s.bin HTTP/1.1\r\nHost: x\r\n${lines.join('')}Content-Length: 26214400\r\n\r\n`,
  )
  socket.write(content.subarray(0, 1_000_000))
  return socket
}

/** How long requests for the caller's own person take, in milliseconds. */
async function probes(url: string, count: number): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const startedAt = performance.now()
    await (await fetch(`${url}/api/v4/viewer`, { headers: headersOf(100) })).arrayBuffer()
    times.push(performance.now() - startedAt)
  }
  return times
}
