import { beforeAll, describe, expect, test } from 'vitest'
import identityData from '../../src/transfer/demo-data-identity.json' with { type: 'json' }
import { FeedCursors, readableCursor } from '../../src/feed/feed-cursors.ts'
import { sql } from '../support/database/database.ts'
import { change } from '../support/requests/changes.ts'
import {
  ada,
  carla,
  credentialHeaders,
  type Credentials,
  odette,
  olga,
  paula,
} from '../support/requests/credentials.ts'
import { settledFeed } from '../support/requests/event-feed.ts'
import { openStream } from '../support/requests/event-stream.ts'
import { graphql } from '../support/requests/graphql.ts'
import { restClient } from '../support/requests/rest-client.ts'
import { recordStatements } from '../support/database/statement-recorder.ts'
import { eachNeedsOneProcess } from '../support/server/load-balanced.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({
  data: identityData,
  env: { TRUST_PROXY: 'on' },
  limits: { events: { retentionDays: 30, maxStreams: 6, maxStreamsPerSession: 2, maxStreamsPerAddress: 3 } },
})

eachNeedsOneProcess(() => 'sets limits of a process')

const rest = async (query: string, caller: Credentials = olga, headers = {}) => {
  const { status, body } = await restClient(server).get(`events?${query}`, headers, caller)
  return { status, ...JSON.parse(body) }
}

let start: string
let id: number
beforeAll(async () => {
  id = await server.addCase()
  start = await settledFeed(server)
  // More events of others than a page reads. Those of cases without rows are passed over.
  const { position } = (
    await sql<{ position: number }>(server.database, 'select max(position) as position from case_feed')
  )[0]!
  await sql(
    server.database,
    `insert into case_feed (position, case_id, version, relayed_at)
    select $1::bigint + number, 900000 + number, 1, now() from generate_series(1, 3000) number`,
    [position],
  )
})

describe('a page costs what the caller sees', () => {
  test.each([
    ['a consumer', carla, ''],
    ['an admin', ada, ''],
    ['a party', paula, ''],
    ['an operator who follows a case', olga, '&caseId=1001'],
  ])('%s reaches the end at once', async (_who, caller, filter) => {
    const { endCursor } = await rest('after=latest')
    expect(await rest(`after=${start}&first=1${filter}`, caller)).toEqual({
      status: 200,
      events: [],
      endCursor,
      hasMore: false,
    })
  })

  test('an operator who follows all reads 200 positions at a time, and no more than the page may need', async () => {
    const texts = recordStatements()
    const parts = () => texts.splice(0).filter((text) => text.includes('limit $2::bigint + 2')).length
    expect(await rest(`after=${start}`)).toMatchObject({ events: [], hasMore: true })
    expect(parts()).toBe(10)
    expect(await rest(`after=${start}&first=1`)).toMatchObject({ events: [], hasMore: true })
    expect(parts()).toBe(1)
  })

  test('a party and an operator get the events of their cases in between, in their order', async () => {
    for (const text of ['One.', 'Two.']) {
      await change(server.url, 'addComments', { caseInstanceId: `${id}`, comments: [{ text }] })
    }
    const last = await settledFeed(server)
    for (const [caller, filter] of [
      [paula, ''],
      [paula, `&caseId=${id}`],
      [olga, `&caseId=${id}`],
    ] as const) {
      const first = await rest(`after=${start}&first=1${filter}`, caller)
      expect(first).toMatchObject({ events: [{ caseId: id, sequence: 2 }], hasMore: true })
      const second = await rest(`after=${first.endCursor}${filter}`, caller)
      expect(second).toMatchObject({ events: [{ caseId: id, sequence: 3 }], endCursor: last, hasMore: false })
    }
    expect((await rest(`&caseId=${id}`, paula)).events.map(({ sequence }: { sequence: number }) => sequence)).toEqual([
      1, 2, 3,
    ])
    expect(await rest(`after=${start}&caseId=1002`, paula)).toMatchObject({ events: [], endCursor: last })
  })

  test('a case that stands twice in a filter loses no event', async () => {
    const caseId = Array.from({ length: 100 }, () => `${id}`)
    const query = `query ($caseId: [ID!]) { caseEvents(filter: { caseId: $caseId }) { hasMore items { event { sequence } } } }`
    const { data } = await graphql<{ caseEvents: object }>(server.url, query, { caseId })
    expect(data?.caseEvents).toMatchObject({
      items: [1, 2, 3].map((sequence) => ({ event: { sequence } })),
      hasMore: false,
    })
  })

  test('a document that reads many pages costs more than it may', async () => {
    const pages = Array.from({ length: 30 }, (_, index) => `p${index}: caseEvents { endCursor }`)
    const { errors } = await graphql(server.url, `{ ${pages.join(' ')} }`)
    expect(errors?.[0]?.message).toMatch(/has \d+ cost points/)
  })
})

test('a cursor says nothing, and nobody can make one', async () => {
  const [row] = await sql<{ text: string }>(
    server.database,
    `select f.position || ':' || f.case_id || ':1:' || floor(extract(epoch from e.at) * 1000)::bigint as text
    from case_feed f join case_events e using (case_id, version) where f.case_id = $1 and f.version = 1`,
    [id],
  )
  const readable = Buffer.from(row!.text).toString('base64url')
  expect(await rest(`after=${readable}`, carla)).toMatchObject({ status: 410, code: 'cursorExpired' })
  // The NATS relay continues at such a cursor, which it has written itself.
  const cursors = await new FeedCursors(server.database).load()
  expect(cursors.format(readableCursor(readable)!)).toBe(start)
  const bytes = Buffer.from(start, 'base64url')
  expect(bytes.toString('latin1')).not.toContain(`${id}`)
  for (const index of bytes.keys()) {
    const forged = Buffer.from(bytes)
    forged[index]! ^= 1
    expect((await rest(`after=${forged.toString('base64url')}`)).status, `${index}`).toBe(410)
  }
})

test('pages of a caller who has left are not read', async () => {
  const texts = recordStatements()
  const read = () => texts.filter((text) => text.includes('from case_feed')).length
  const leaving = new AbortController()
  const pages = Array.from({ length: 10 }, (_, index) => `p${index}: caseEvents(after: "${start}") { endCursor }`)
  const answer = fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...credentialHeaders(odette) },
    body: JSON.stringify({ query: `{ ${pages.join(' ')} }` }),
    signal: leaving.signal,
  }).catch(() => 'left')
  await expect.poll(read).toBeGreaterThan(2)
  leaving.abort()
  expect(await answer).toBe('left')
  // It comes after those pages.
  expect((await rest('after=latest', odette)).status).toBe(200)
  expect(read()).toBeLessThan(50)
})

describe('what is held open', () => {
  /** Returns the status, or that the answer is held. The caller leaves when `leave` is called. */
  async function hold(query: string, caller: Credentials, headers: Record<string, string>) {
    const leaving = new AbortController()
    const url = `${server.url}/api/v4/events?${query}`
    const response = await fetch(url, { headers: { ...credentialHeaders(caller), ...headers }, signal: leaving.signal })
    return { status: response.status, leave: () => leaving.abort() }
  }
  const stream = (caller: Credentials, address: string) =>
    hold('after=latest', caller, { accept: 'text/event-stream', 'x-forwarded-for': address })

  test('by a session is limited, streams and waiting requests together, until its caller leaves', async () => {
    const { endCursor } = await rest('after=latest')
    const first = await stream(olga, '192.0.2.1')
    const second = await stream(olga, '192.0.2.2')
    expect([first.status, second.status]).toEqual([200, 200])
    expect(await rest(`after=${endCursor}`, olga, { prefer: 'wait=1' })).toMatchObject({
      status: 429,
      code: 'tooManyRequests',
    })
    const { events, ended } = await openStream(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'subscription { caseEvents { cursor } }' }),
    })
    await ended
    expect(JSON.stringify(events)).toContain('RATE_LIMITED')
    expect(await rest(`after=${endCursor}`)).toMatchObject({ status: 200 })
    const other = await stream(odette, '192.0.2.3')
    expect(other.status).toBe(200)
    first.leave()
    await expect
      .poll(async () => (await rest(`after=${endCursor}`, olga, { prefer: 'wait=1' })).status, { interval: 200 })
      .toBe(200)
    for (const { leave } of [second, other]) leave()
  })

  test('is given back if the caller leaves while a subscription begins', async () => {
    const texts = recordStatements()
    const reads = () => texts.filter((text) => text.includes('from case_feed')).length
    const query = `subscription { caseEvents(after: "${start}") { cursor } }`
    for (let i = 0; i < 2; i++) {
      const leaving = new AbortController()
      const before = reads()
      const answer = fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...credentialHeaders(odette) },
        body: JSON.stringify({ query }),
        signal: leaving.signal,
      }).catch(() => 'left')
      await expect.poll(reads, { interval: 1 }).toBeGreaterThan(before)
      leaving.abort()
      expect(await answer).toBe('left')
    }
    const isOpen = async () => {
      const { status, leave } = await stream(odette, '192.0.2.4')
      leave()
      return status
    }
    await expect.poll(isOpen).toBe(200)
  })

  test('from an address is limited, also behind a proxy', async () => {
    const address = '198.51.100.1'
    const held: Awaited<ReturnType<typeof stream>>[] = []
    for (const caller of [olga, olga, odette]) {
      // Those of the test before may still be counted.
      const isOpen = async () => held.push(await stream(caller, address)) > 0 && held.at(-1)!.status
      await expect.poll(isOpen).toBe(200)
    }
    expect((await stream(paula, address)).status).toBe(429)
    held.push(await stream(paula, '198.51.100.2'))
    expect(held.at(-1)!.status).toBe(200)
    for (const { leave } of held) leave()
    await expect
      .poll(async () => {
        const { status, leave } = await stream(paula, address)
        leave()
        return status
      })
      .toBe(200)
  })
})
