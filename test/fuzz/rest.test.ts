import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { databaseKind, sql } from '../support/database/database.ts'
import { sendRaw } from '../support/requests/http.ts'
import { needsOneProcess } from '../support/server/load-balanced.ts'
import { times } from '../support/sampled.ts'
import { useServer } from '../support/server/server.ts'
import { exchange } from '../support/fuzz/exchange.ts'
import { acceptedComments, assertRestAnswer } from '../support/fuzz/rest-answers.ts'
import { restRequests } from '../support/fuzz/rest-requests.ts'
import { brokenHistories, lostTexts, storedComments } from '../support/fuzz/stored.ts'
import { Wire } from '../support/fuzz/wire.ts'

const server = useServer()
let wire: Wire | undefined
afterAll(() => wire?.close())

// A stream has no end.
const requests = restRequests.filter(
  ({ target, headers }) => !target.includes('/events') || !headers.some(([, value]) => value.includes('event-stream')),
)
const numRuns = Number(process.env['FUZZ_REQUESTS'] ?? (databaseKind === 'embedded' ? 300 : times(400, 2_000)))

test(
  'every response of the REST API conforms to its description, regardless of the request',
  async () => {
    needsOneProcess('sends what load balancers reject or change')
    wire = new Wire(server.url)
    const sender = wire
    const textsOf = async () => (await sql<{ text: string }>(server.database, storedComments)).map(({ text }) => text)
    const comments = await textsOf()
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const answer = await exchange(sender, request, assertRestAnswer)
        if (!answer) return
        statuses.add(answer.status)
        comments.push(...acceptedComments(request, answer))
      }),
      { seed: Number(process.env['SEED'] ?? 6), numRuns },
    )
    // The requests are diverse enough to reach every outcome.
    expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 201, 204, 400, 401, 404, 405, 413, 415]))
    expect((await sendRaw(server.url, { path: '/readyz' })).status).toBe(200)
    expect(await sql(server.database, brokenHistories)).toEqual([])
    const stored = await textsOf()
    expect(lostTexts(stored, comments)).toEqual([])
    expect(lostTexts(comments, stored)).toEqual([])
    expect(server.log.filter((line) => (JSON.parse(line) as { level: number }).level >= 40)).toEqual([])
  },
  120_000 + 50 * numRuns,
)
