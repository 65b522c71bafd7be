import * as fc from 'fast-check'
import pg from 'pg'
import type { OwnPostgresServer } from '../bench/postgres.ts'
import { freePort, type ServerProcess, startCasegateOn } from '../bench/processes.ts'
import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/database/database.ts'
import { importData } from '../src/transfer/import.ts'
import { migrate } from '../src/database/migrate.ts'
import demoData from '../src/transfer/demo-data.json' with { type: 'json' }
import { schema } from '../src/schema.ts'
import { exchange } from '../test/fuzz/exchange.ts'
import { assertGraphqlAnswer } from '../test/fuzz/graphql-answers.ts'
import { graphqlRequests, textsOf } from '../test/fuzz/graphql-requests.ts'
import { acceptedComments, assertRestAnswer } from '../test/fuzz/rest-answers.ts'
import { restRequests } from '../test/fuzz/rest-requests.ts'
import { brokenHistories, lostTexts, storedComments } from '../test/fuzz/stored.ts'
import { Wire, type WireRequest } from '../test/fuzz/wire.ts'
import { type Memory, memoryOf } from './memory.ts'
import type { CheckResult } from './report.ts'

export interface FuzzOptions {
  requests: number
  /** The same seed gives the same requests. */
  seed: number
}

const batchSize = 1_000
const connections = 8
/** How much more a process may use at the end than after its warm-up: caches of documents fill slowly. */
const growth = { heap: 32, resident: 96 }

/** Sends bad and good requests of every kind to a server process on PostgreSQL, and judges every answer. */
export async function fuzz(postgres: OwnPostgresServer, { requests, seed }: FuzzOptions): Promise<CheckResult[]> {
  const url = postgres.url('casegate_fuzz')
  await query(postgres.url('postgres'), 'create database casegate_fuzz')
  const database = await openDatabase(readConfig({ DATABASE_URL: url }).store)
  await migrate(database)
  await importData(database, demoData)
  await database.close()
  const inspector = await freePort()
  const settings = { DATABASE_URL: url, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' }
  const casegate = await startCasegateOn(settings, [`--inspect=127.0.0.1:${inspector}`])
  try {
    return await attack(casegate, url, inspector, { requests, seed })
  } finally {
    await casegate.stop()
  }
}

interface Tally {
  failures: string[]
  statuses: Map<number, number>
  /** Comments that REST acknowledged, and every text that anyone could have had stored. */
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
    const faces = batch % 2 === 0 ? rest : graphql
    const items = fc.sample(faces.requests, { seed: seed + batch, numRuns })
    await Promise.all(wires.map((wire) => drain(items, wire, faces, tally)))
    sent += numRuns
    if (sent % (10 * batchSize) !== 0 && sent < requests) continue
    const memory = await memoryOf(inspector)
    memories.push(memory)
    const failed = tally.failures.length > 0 ? `, ${tally.failures.length} wrong answers` : ''
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
    found('every answer is one that is described', sent, tally.failures, `seed ${seed}; ${statuses.join(', ')}`),
    found('the server is ready afterwards', 1, ready ? [] : ['/readyz']),
    found(
      'a comment that was acknowledged is stored as it was sent',
      tally.acknowledged.length,
      lostTexts(stored, tally.acknowledged),
    ),
    found(
      'what is stored was sent so',
      stored.length,
      stored.filter((text) => !tally.possible.has(text)),
    ),
    found(
      "a case's version is that of its events",
      demoData.cases.length,
      broken.map(({ id }) => id),
    ),
    grown('heap', memories),
    grown('resident', memories),
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

function found(claim: string, tried: number, lost: readonly string[], beside = ''): CheckResult {
  const [first] = lost
  return { claim, tried, lost: lost.length, ...(first === undefined ? {} : { first }), beside }
}

/** What the first fifth of the requests made of it is the warm-up. */
function grown(kind: keyof Memory, memories: readonly Memory[]): CheckResult {
  const warm = memories[Math.floor(memories.length / 5)]?.[kind] ?? NaN
  const last = memories.at(-1)?.[kind] ?? NaN
  const text = `${warm.toFixed(0)} MiB when warm, ${last.toFixed(0)} MiB at the end`
  return found(`memory does not grow: ${kind}`, 1, last - warm <= growth[kind] ? [] : [text], text)
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
