import { setTimeout as sleep } from 'node:timers/promises'
import { percentiles, type CheckedRequest } from '../bench/load/load.ts'
import { requestsFor } from '../bench/load/requests.ts'
import { type ServerProcess, startCasegate } from '../bench/servers/server-process.ts'
import { checkEach, type CheckResult } from './check-result.ts'
import { Client, type Reply } from './client.ts'
import { credentialsOf, operator, request } from './request.ts'
import type { Store } from './stores.ts'

export interface SlowListsOptions {
  /** How long each measurement takes. */
  measureMs: number
  /** How often the other clients are measured without and with attackers. */
  rounds: number
  /** The checkout whose server is attacked. */
  checkout?: string
}

const attackers = 4
const connectionsPerAttacker = 4
const others = 8
/** The pause of a client after each response. */
const pauseMs = 20
const maximumRatio = 2

function send(line: string, session: number, body?: object): CheckedRequest {
  return {
    request: request(line, credentialsOf(operator(session)), body),
    check: (status) => (status === 200 ? null : 'wrong status'),
  }
}
const get = (path: string, session: number) => send(`GET ${path}`, session)

/** Searches for different words, and counts what they find: as many as one document may contain. */
function searches(aliases: number, session: number): CheckedRequest {
  const field = (index: number) =>
    `a${index}: cases(first: 1, filter: { text: "comment or ${index}" }) { totalCount nodes { id } }`
  const query = `{ ${Array.from({ length: aliases }, (_, index) => field(index)).join(' ')} }`
  return send('POST /graphql', session, { query })
}

/** Sends slow lists over several connections of each session until it is stopped. */
function startAttack(port: number): { stop(): Promise<void>; replies: Reply[] } {
  const stopping = new AbortController()
  const replies: Reply[] = []
  async function attack(session: number, connection: number): Promise<void> {
    const client = new Client(() => port)
    for (let round = connection; !stopping.signal.aborted; round++) {
      const requests = [
        searches(9, session),
        get(`/api/v4/cases?text=comment+or+${round}&totalCount=true`, session),
        searches(29, session),
        get(`/api/v4/cases?closed=false&totalCount=true`, session),
      ]
      replies.push(await client.send(requests[round % requests.length]!))
      await sleep(1)
    }
    client.close()
  }
  const running = Array.from({ length: attackers * connectionsPerAttacker }, (_, number) =>
    attack(1 + (number % attackers), Math.floor(number / attackers)),
  )
  return {
    replies,
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

/** What an operator does at a desk. */
function deskRequests(cases: number): (() => CheckedRequest)[] {
  let session = 100
  const list = requestsFor('list', 'graphql', cases)
  return [
    requestsFor('case', 'graphql', cases),
    list,
    requestsFor('update', 'rest', cases),
    () => get('/api/v4/cases?status=Open', (session = session < 1_900 ? session + 1 : 100)),
    requestsFor('assign', 'graphql', cases),
  ]
}

async function measureOthers(casegate: ServerProcess, cases: number, ms: number): Promise<Reply[]> {
  const replies: Reply[] = []
  const end = performance.now() + ms
  async function work(number: number): Promise<void> {
    const client = new Client(() => casegate.port)
    const requests = deskRequests(cases)
    for (let round = number; performance.now() < end; round++) {
      replies.push(await client.send(requests[round % requests.length]!()))
      await sleep(pauseMs)
    }
    client.close()
  }
  await Promise.all(Array.from({ length: others }, (_, number) => work(number)))
  return replies
}

/** Measures clients at a desk, alone and while four other sessions count and search. */
export async function slowLists(
  { settings, cases }: Store,
  { measureMs, rounds, checkout }: SlowListsOptions,
): Promise<CheckResult[]> {
  const casegate = await startCasegate(settings, checkout ? { checkout } : {})
  const figures: { alone: number; attacked: number }[] = []
  const attacked: Reply[] = []
  const p99 = (replies: Reply[]) => percentiles(replies.map(({ sentAt, endedAt }) => endedAt - sentAt)).p99
  try {
    await measureOthers(casegate, cases, measureMs / 2)
    for (let round = 0; round < rounds; round++) {
      const alone = await measureOthers(casegate, cases, measureMs)
      const attack = startAttack(casegate.port)
      const during = await measureOthers(casegate, cases, measureMs)
      await attack.stop()
      attacked.push(...during)
      figures.push({ alone: p99(alone), attacked: p99(during) })
    }
  } finally {
    await casegate.stop()
  }
  const range = (name: 'alone' | 'attacked') => {
    const all = figures.map((each) => each[name]).sort((one, other) => one - other)
    return `${all[0]!.toFixed(0)} to ${all.at(-1)!.toFixed(0)} ms`
  }
  const ratios = figures.map((each) => each.attacked / each.alone).sort((one, other) => one - other)
  return [
    checkEach(
      'every request of other sessions succeeds',
      attacked,
      ({ outcome, violation }) => outcome !== 'acknowledged' || violation !== null,
      ({ outcome, head, violation }) => violation ?? `${outcome}: ${head.slice(0, 40)}`,
    ),
    {
      ...checkEach(
        `their p99 is at most ${maximumRatio} times as long as without attackers, in the median round`,
        [ratios[ratios.length >> 1]!],
        (ratio) => !(ratio <= maximumRatio),
        (ratio) => `${ratio.toFixed(2)} times`,
      ),
      note: `${range('alone')} alone, ${range('attacked')} under attack, ratios ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
    },
  ]
}
