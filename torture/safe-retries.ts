import { setTimeout as sleep } from 'node:timers/promises'
import { random, randomUpdate } from '../bench/load/random-input.ts'
import { startCasegate } from '../bench/servers/server-process.ts'
import { type Proxy, startProxy } from '../test/support/database/proxy.ts'
import { statement } from '../src/database/statement.ts'
import { checkEach, type CheckResult } from './check-result.ts'
import { Client, type Outcome } from './client.ts'
import { type Caller, graphqlRequest, operator } from './request.ts'
import type { Store } from './stores.ts'
import { queueUp } from './take-next.ts'

export interface SafeRetriesOptions {
  /** Each is sent twice, and again until it is acknowledged. */
  mutations: number
  clients: number
  /** The number of server processes on the database. */
  servers: number
}

interface KeyedMutation {
  caller: Caller
  document: string
  input: object
  /** The unique comment that it adds. Undefined if it takes the next case. */
  text: string | undefined
}

const result = (type: string) => `{ ... on ${type}Payload { case { id version } } ... on ${type}Error { code } }`
const documentOf = (mutation: string) => {
  const type = mutation[0]!.toUpperCase() + mutation.slice(1)
  return `mutation M($input: ${type}Input!) { ${mutation}(input: $input) ${result(type)} }`
}
const documents = {
  updateCase: documentOf('updateCase'),
  addComments: documentOf('addComments'),
  createCase: documentOf('createCase'),
  takeNextCase: documentOf('takeNextCase'),
}
const kinds = ['updateCase', 'addComments', 'createCase', 'takeNextCase'] as const

/** Cases above this number wait in the queue, the others are changed. */
function mutation(number: number, cases: number, takers: number): KeyedMutation {
  const idempotencyKey = `key ${number}`
  const kind = kinds[number % kinds.length]!
  const document = documents[kind]
  if (kind === 'takeNextCase') {
    return { caller: operator(1 + (number % takers)), document, input: { idempotencyKey }, text: undefined }
  }
  const caseId = random(1, cases >> 1)
  const { caller, input } = randomUpdate(caseId)
  const text = `torture ${number}`
  const { categoryCode, typeCode, caseData } = input
  const common = { idempotencyKey, comments: [{ text }] }
  const target = kind === 'createCase' ? {} : { caseInstanceId: `${caseId}` }
  const values = kind === 'addComments' ? {} : { categoryCode, typeCode, caseData, status: 'Open', resolution: 'None' }
  return { caller, document, input: { ...common, ...target, ...values }, text }
}

const findComments = statement(`select text, count(*) from case_comments where text like 'torture %' group by text`, {
  text: 'text',
  count: 'bigint',
})
const countRows = statement(
  `
select (select count(*) from case_events) as events, (select count(*) from cases) as cases,
  (select count(*) from case_events where kind = 'ASSIGNED') as taken,
  (select count(*) from idempotency_keys) as keys,
  (select count(*) from cases c where c.version <> (select count(*) from case_events e where e.case_id = c.id)) as wrong`,
  { events: 'bigint', cases: 'bigint', taken: 'bigint', keys: 'bigint', wrong: 'bigint' },
)

/**
 * Sends mutations twice each with the same key, over connections that are cut at random: between clients and servers, and
 * between servers and PostgreSQL. Each takes effect once, and all its answers are the same.
 */
export async function safeRetries(
  store: Store,
  { mutations, clients, servers }: SafeRetriesOptions,
): Promise<CheckResult[]> {
  await store.inspect(async (database) => {
    await database.run(queueUp[0], [store.cases >> 1])
    await database.run(queueUp[1], [clients])
    await database.run(queueUp[2], [clients])
  })
  const atDatabase = await startProxy(store.settings['DATABASE_URL']!)
  const settings = { ...store.settings, DATABASE_URL: atDatabase.url }
  const processes = await Promise.all(Array.from({ length: servers }, () => startCasegate(settings)))
  const proxies = await Promise.all(processes.map(({ port }) => startProxy(`http://127.0.0.1:${port}`)))
  const ports = proxies.map(({ url }) => Number(new URL(url).port))

  const answers: Set<string>[] = []
  const texts = new Map<string, number>()
  const violations: string[] = []
  const outcomes: Record<Outcome, number> = { acknowledged: 0, rejected: 0, unknown: 0, unsent: 0 }
  let next = 0

  async function send(client: Client, sent: KeyedMutation, all: Set<string>): Promise<boolean> {
    const request = graphqlRequest(sent.caller, sent.document, { input: sent.input }, (body) => {
      if (body.includes('"code"')) return 'a problem'
      all.add(body)
      return null
    })
    const { outcome, violation } = await client.send(request)
    outcomes[outcome]++
    if (violation !== null) violations.push(violation)
    if (outcome !== 'acknowledged') await sleep(random(5, 50))
    return outcome === 'acknowledged'
  }

  async function run(number: number): Promise<void> {
    const own = ports.map((_port, index) => new Client(() => ports[(number + index) % ports.length]!))
    for (let index = next++; index < mutations; index = next++) {
      const sent = mutation(index, store.cases, clients)
      const all = (answers[index] = new Set<string>())
      if (sent.text !== undefined) texts.set(sent.text, index)
      // One in two is sent again while the first request may be running, to another server.
      if (index % 8 < 4) await Promise.all([0, 1].map((copy) => send(own[copy % own.length]!, sent, all)))
      else for (const copy of [0, 1]) await send(own[copy % own.length]!, sent, all)
      while (all.size === 0 && !(await send(own[0]!, sent, all)));
    }
    for (const client of own) client.close()
  }

  const stopping = new AbortController()
  const cuts = Promise.all([
    ...proxies.map((proxy) => cutAtRandom(proxy, 100, stopping.signal)),
    cutAtRandom(atDatabase, 1_000, stopping.signal),
  ])
  const startedAt = performance.now()
  try {
    await Promise.all(Array.from({ length: clients }, (_, number) => run(number)))
  } finally {
    stopping.abort()
    for (const process of processes) await process.stop()
    for (const proxy of [...proxies, atDatabase]) await proxy.takeAway()
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const broken = (await cuts).reduce((sum, count) => sum + count, 0)
  const [stored, [rows]] = await store.inspect((database) =>
    Promise.all([database.run(findComments), database.run(countRows)]),
  )
  const counts = new Map(stored.map(({ text, count }) => [text, count]))
  const isTake = (index: number) => index % kinds.length === 3
  const takes = answers.filter((all, index) => isTake(index) && ![...all].some((body) => body.includes('"case":null')))
  const created = Math.floor((mutations + 1) / kinds.length)
  const written = texts.size + takes.length
  const total = Object.values(outcomes).reduce((sum, count) => sum + count, 0)
  return [
    {
      ...checkEach('a mutation takes effect once', [...texts.keys()], (text) => counts.get(text) !== 1),
      note: `${total.toLocaleString('en')} requests, ${outcomes.unknown + outcomes.rejected} failed, in ${seconds} s`,
    },
    checkEach(
      'all answers to a mutation are the same',
      answers,
      (all) => all.size !== 1,
      (all) => [...all].join(' and '),
    ),
    {
      claim: 'each request for the next case takes another case',
      checked: takes.length,
      violations:
        Math.abs((rows?.taken ?? 0) - takes.length) + takes.length - new Set(takes.flatMap((all) => [...all])).size,
      example: `${rows?.taken} taken`,
    },
    {
      claim: 'there are as many events as effects',
      checked: written,
      violations: Math.abs((rows?.events ?? 0) - store.cases - written) + (rows?.wrong ?? 0),
      example: JSON.stringify(rows),
      note: `${created} of them created a case`,
    },
    {
      claim: 'there are as many keys as mutations',
      checked: mutations,
      violations: Math.abs((rows?.keys ?? 0) - mutations),
    },
    {
      claim: 'every response is one that the API allows',
      checked: total,
      violations: violations.length,
      ...(violations[0] !== undefined && { example: violations[0] }),
      note: `${broken.toLocaleString('en')} connections cut`,
    },
  ]
}

/** Cuts all connections of the proxy again and again, and between cuts one after its request was answered. */
async function cutAtRandom(proxy: Proxy, maximumMs: number, signal: AbortSignal): Promise<number> {
  let cut = 0
  const abort = new Promise<number>((resolve) => signal.addEventListener('abort', () => resolve(0), { once: true }))
  while (!signal.aborted) {
    await sleep(random(0, maximumMs))
    if (random(1, 4) === 1) cut += proxy.cut()
    else cut += await Promise.race([proxy.breakNext('key '), abort])
  }
  return cut
}
