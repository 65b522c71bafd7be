import * as fc from 'fast-check'
import pg from 'pg'
import type { OwnPostgresServer } from '../bench/servers/postgres.ts'
import { freePort, type ServerProcess, startCasegate } from '../bench/servers/server-process.ts'
import { schema } from '../src/schema.ts'
import demoData from '../src/transfer/demo-data.json' with { type: 'json' }
import { exchange } from '../test/support/fuzz/exchange.ts'
import { assertGraphqlAnswer } from '../test/support/fuzz/graphql-answers.ts'
import { graphqlRequests, textsOf } from '../test/support/fuzz/graphql-requests.ts'
import { acceptedComments, assertRestAnswer } from '../test/support/fuzz/rest-answers.ts'
import { restRequests } from '../test/support/fuzz/rest-requests.ts'
import { brokenHistories, lostTexts, storedComments } from '../test/support/fuzz/stored.ts'
import { Wire, type WireRequest } from '../test/support/fuzz/wire.ts'
import { checkEach, type CheckResult } from './check-result.ts'
import { type Memory, memoryOf } from './memory.ts'
import { createDemoStore } from './stores.ts'

export interface FuzzOptions {
  requests: number
  /** The same seed produces the same requests. */
  seed: number
}

const batchSize = 1_000
const connections = 8
/** The allowed growth in MiB after the warm-up. Document caches fill slowly. */
const allowedGrowth = { heap: 32, resident: 96 }

/** Sends valid and invalid requests of every kind to a server on PostgreSQL, and checks every response. */
export async function fuzz(postgres: OwnPostgresServer, { requests, seed }: FuzzOptions): Promise<CheckResult[]> {
  const { settings } = await createDemoStore(postgres, 'casegate_fuzz')
  const url = postgres.url('casegate_fuzz')
  const inspector = await freePort()
  const casegate = await startCasegate(settings, { nodeFlags: [`--inspect=127.0.0.1:${inspector}`] })
  try {
    return await attack(casegate, url, inspector, { requests, seed })
  } finally {
    await casegate.stop()
  }
}

interface Tally {
  failures: string[]
  statuses: Map<number, number>
  /** The comments that REST acknowledged, and every text that may have been stored. */
  acknowledged: string[]
  possible: Set<string>
}

async function attack(
  casegate: ServerProcess,
  url: string,
  inspector: number,
  options: FuzzOptions,
): Promise<CheckResult[]> {
  const { requests, seed } = options
  const before = await textsIn(url)
  const tally: Tally = { failures: [], statuses: new Map(), acknowledged: [...before], possible: new Set(before) }
  const wires = Array.from({ length: connections }, () => new Wire(`http://127.0.0.1:${casegate.port}`))
  const memories: Memory[] = []
  let sent = 0
  for (let batch = 0; sent < requests; batch++) {
    const numRuns = Math.min(batchSize, requests - sent)
    const face = batch % 2 === 0 ? rest : graphql
    const items = fc.sample(face.requests, { seed: seed + batch, numRuns })
    await Promise.all(wires.map((wire) => drain(items, wire, face, tally)))
    sent += numRuns
    if (sent % (10 * batchSize) !== 0 && sent < requests) continue
    const memory = await memoryOf(inspector)
    memories.push(memory)
    const failed = tally.failures.length > 0 ? `, ${tally.failures.length} wrong responses` : ''
    console.log(
      `${sent} requests: heap ${memory.heap.toFixed(0)} MiB, resident ${memory.resident.toFixed(0)} MiB${failed}`,
    )
  }
  for (const wire of wires) wire.close()

  const ready = await fetch(`http://127.0.0.1:${casegate.port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
  const stored = await textsIn(url)
  const broken = await query<{ id: string }>(url, brokenHistories)
  const statuses = [...tally.statuses]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${status}: ${count}`)
  return [
    {
      ...result('every response is one that the API describes', sent, tally.failures),
      note: `seed ${seed}; ${statuses.join(', ')}`,
    },
    result('the server is ready afterwards', 1, ready ? [] : ['/readyz']),
    result(
      'an acknowledged comment is stored unchanged',
      tally.acknowledged.length,
      lostTexts(stored, tally.acknowledged),
    ),
    checkEach('a stored comment was sent in this form', stored, (text) => !tally.possible.has(text)),
    result(
      'the version of a case is its number of events',
      demoData.cases.length,
      broken.map(({ id }) => id),
    ),
    memoryGrowth('heap', memories),
    memoryGrowth('resident', memories),
  ]
}

interface FuzzedFace {
  requests: fc.Arbitrary<WireRequest>
  check: Parameters<typeof exchange>[2]
}
const rest: FuzzedFace = { requests: restRequests, check: assertRestAnswer }
const graphql: FuzzedFace = { requests: graphqlRequests(schema), check: assertGraphqlAnswer }

async function drain(items: WireRequest[], wire: Wire, { check }: FuzzedFace, tally: Tally): Promise<void> {
  for (let request = items.pop(); request; request = items.pop()) {
    if (check === graphql.check) for (const text of textsOf(request)) tally.possible.add(text)
    try {
      const answer = await exchange(wire, request, check)
      if (!answer) continue
      tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1)
      for (const text of check === rest.check ? acceptedComments(request, answer) : []) {
        tally.acknowledged.push(text)
        tally.possible.add(text)
      }
    } catch (error) {
      wire.close()
      tally.failures.push((error as Error).message)
    }
  }
}

function result(claim: string, checked: number, violations: readonly string[]): CheckResult {
  return { claim, checked, violations: violations.length, example: violations[0] }
}

/** Compares the memory after the first fifth of the requests, which is the warm-up, with the memory at the end. */
function memoryGrowth(kind: keyof Memory, memories: readonly Memory[]): CheckResult {
  const warm = memories[Math.floor(memories.length / 5)]?.[kind] ?? NaN
  const last = memories.at(-1)?.[kind] ?? NaN
  const note = `${warm.toFixed(0)} MiB after warm-up, ${last.toFixed(0)} MiB at the end`
  const hasGrown = !(last - warm <= allowedGrowth[kind])
  return { ...result(`${kind} memory does not grow`, 1, hasGrown ? [note] : []), note }
}

async function textsIn(url: string): Promise<string[]> {
  return (await query<{ text: string }>(url, storedComments)).map(({ text }) => text)
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query<Row>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
