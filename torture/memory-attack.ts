import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { caseWithManyComments, emptyUpdate } from '../bench/load/random-input.ts'
import { requestsFor } from '../bench/load/requests.ts'
import { type ServerProcess, startCasegate } from '../bench/servers/server-process.ts'
import type { Database } from '../src/database/database.ts'
import { checkEach, checkMaximum, type CheckResult } from './check-result.ts'
import { Client, type Reply } from './client.ts'
import { credentialsOf, request } from './request.ts'
import type { Store } from './stores.ts'

export interface MemoryAttackOptions {
  /** How long each attack lasts. */
  attackMs: number
  /** The part of the connections that are opened: 1 for all. */
  scale?: number
  /** The names of the attacks; all by default. */
  names?: readonly string[]
}

/** Connections that each send a request several times at once, and again every second. Closed ones are replaced. */
export interface Attack {
  name: string
  connections: number
  /** How many times the request is sent at once. */
  pipelined: number
  reading: 'nothing' | 'a byte a second' | 'everything'
  request: string
  /** Whether a connection does not send it again. */
  once?: boolean
}

const maximumMemoryMiB = 600
/** An attack is stopped above this, so that it does not harm the machine. */
const dangerousMemoryMiB = 6_000
const maximumResponseMs = 5_000

const credentials = credentialsOf(emptyUpdate(caseWithManyComments).caller)
const post = (query: string, variables = {}) => request('POST /graphql', credentials, { query, variables })
const repeated = (count: number, field: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => field(index)).join(' ')
const ofCase = (fields: string) => post(`{ case(id: ${caseWithManyComments}) { ${fields} } }`)
const comments = (count: number) =>
  ofCase(repeated(count, (i) => `c${i}: comments(last: 100) { edges { node { text } } }`))

/** Rejected updates, whose many problems repeat the names of unknown fields. */
const problems = () => {
  const caseData = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`f${i}`, 1]))
  const update = (i: number) => `u${i}: updateCase(input: $input) { ... on UpdateCaseError { problems {
    ${repeated(5, (j) => `m${j}: message p${j}: path`)} } } }`
  const input = { caseInstanceId: `${caseWithManyComments}`, ...emptyUpdate(caseWithManyComments).input, caseData }
  return post(`mutation ($input: UpdateCaseInput!) { ${repeated(2, update)} }`, { input })
}

const unfinishedPut = (bytes: number) => `PUT /api/v4/cases/${caseWithManyComments} HTTP/1.1\r\nHost: 127.0.0.1\r
Content-Type: application/json\r\nContent-Length: ${bytes + 1}\r\n\r\n${' '.repeat(bytes)}`

/** Attacks of one session, or without a session, from a few kilobytes of requests. `scale` is 1 for the full size. */
function memoryAttacks(scale: number): Attack[] {
  const many = (connections: number) => Math.ceil(connections * scale)
  const unread = { connections: many(60), pipelined: 1, reading: 'nothing' as const }
  const texts = ofCase(`comments(last: 100) { edges { node { ${repeated(28, (i) => `t${i}: text`)} } } }`)
  return [
    { ...unread, name: '28 pages, unread', request: comments(28) },
    { ...unread, name: '28 texts per comment, unread', request: texts },
    { ...unread, name: '10 pipelined', connections: 1, pipelined: 10, request: comments(28) },
    { ...unread, name: 'a byte a second', reading: 'a byte a second', request: comments(2) },
    { ...unread, name: '28 pages, read', reading: 'everything', request: comments(28) },
    { ...unread, name: 'problems, unread', request: problems() },
    { ...unread, name: 'unfinished bodies', connections: many(3_000), request: unfinishedPut(250_000), once: true },
  ]
}

/** The last 200 comments of the case with many comments become as long as possible, in characters of three bytes. */
async function lengthenComments(database: Database): Promise<void> {
  await database.run({
    name: '',
    text: `update case_comments set text = repeat('字', 9999) where case_id = 50 and position > 9800`,
  })
}

/** Attacks the memory of a server in several ways while one other client is at work. */
export async function memoryAttack(store: Store, { attackMs, scale = 1, names }: MemoryAttackOptions) {
  await store.inspect(lengthenComments)
  const results: CheckResult[] = []
  for (const attack of memoryAttacks(scale)) {
    if (names && !names.includes(attack.name)) continue
    const casegate = await startCasegate(store.settings)
    try {
      results.push(...(await underAttack(casegate, attack, attackMs, store.cases)))
    } finally {
      await casegate.stop()
    }
  }
  return results
}

async function underAttack(casegate: ServerProcess, attack: Attack, ms: number, cases: number): Promise<CheckResult[]> {
  const memory: number[] = []
  const replies: Reply[] = []
  const stopping = new AbortController()
  const isStopped = () => stopping.signal.aborted
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})

  async function work(): Promise<void> {
    const client = new Client(() => casegate.port)
    const requests = [
      requestsFor('update', 'rest', cases),
      requestsFor('case', 'graphql', cases),
      requestsFor('lookup', 'rest', cases),
      requestsFor('update', 'graphql', cases),
    ]
    for (let round = 0; !isStopped(); round++) {
      replies.push(await client.send(requests[round % requests.length]!()))
      await pause(20)
    }
    client.close()
  }

  async function watch(): Promise<void> {
    const end = performance.now() + ms
    while (performance.now() < end) {
      const used = casegate.memory()
      memory.push(used)
      if (!(used < dangerousMemoryMiB)) break
      await sleep(50)
    }
    stopping.abort()
  }

  const workerData = { attack, port: casegate.port }
  const attacker = new Worker(new URL('memory-attacker.ts', import.meta.url), { workerData })
  try {
    await Promise.all([work(), watch()])
  } finally {
    await attacker.terminate()
  }
  return [
    checkMaximum(`${attack.name}: memory stays below ${maximumMemoryMiB} MiB`, memory, maximumMemoryMiB, 'MiB'),
    checkEach(
      `${attack.name}: every request of another client succeeds`,
      replies,
      ({ outcome, violation }) => outcome !== 'acknowledged' || violation !== null,
      ({ outcome, head, violation }) => violation ?? `${outcome}: ${head.slice(0, 40)}`,
    ),
    checkMaximum(
      `${attack.name}: within ${maximumResponseMs / 1000} s`,
      replies.map(({ sentAt, endedAt }) => endedAt - sentAt),
      maximumResponseMs,
      'ms',
    ),
  ]
}
