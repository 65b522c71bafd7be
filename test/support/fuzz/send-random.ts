import * as fc from 'fast-check'
import { expect, onTestFinished } from 'vitest'
import { databaseKind, sql } from '../database/database.ts'
import { sendRaw } from '../requests/http.ts'
import { times } from '../sampled.ts'
import { needsOneProcess } from '../server/load-balanced.ts'
import type { TestServer } from '../server/server.ts'
import { exchange } from './exchange.ts'
import { brokenHistories } from './stored.ts'
import { Wire, type WireAnswer, type WireRequest } from './wire.ts'

/** How many requests to send, on the embedded store, in the gate and at night. FUZZ_REQUESTS overrides it. */
export const numberOfRequests = (embedded: number, gate: number, nightly: number) =>
  Number(process.env['FUZZ_REQUESTS'] ?? (databaseKind === 'embedded' ? embedded : times(gate, nightly)))

/** How long a test with so many requests may take, in milliseconds. */
export const timeoutOf = (numRuns: number) => 300_000 + 50 * numRuns

interface RandomRequests {
  requests: fc.Arbitrary<WireRequest>
  numRuns: number
  /** SEED overrides it. */
  seed: number
  check: Parameters<typeof exchange>[2]
  answered(request: WireRequest, answer: WireAnswer | null): void
}

/** Sends random requests, checks each response, and at the end that the server and its data are in order. */
export async function sendRandom(server: TestServer, random: RandomRequests): Promise<void> {
  needsOneProcess('sends what load balancers reject or change')
  const { requests, numRuns, check, answered, seed } = random
  const wire = new Wire(server.url)
  onTestFinished(() => wire.close())
  const property = fc.asyncProperty(requests, async (request) =>
    answered(request, await exchange(wire, request, check)),
  )
  await fc.assert(property, { seed: Number(process.env['SEED'] ?? seed), numRuns })
  expect((await sendRaw(server.url, { path: '/readyz' })).status).toBe(200)
  expect(await sql(server.database, brokenHistories)).toEqual([])
  expect(server.log.filter((line) => (JSON.parse(line) as { level: number }).level >= 40)).toEqual([])
}
