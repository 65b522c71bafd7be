import { describe, expect, test } from 'vitest'
import { createClient } from '../../client/src/client.ts'
import { sql } from '../support/database/database.ts'
import { change } from '../support/requests/changes.ts'
import { type Credentials, odette, olga, paula } from '../support/requests/credentials.ts'
import { openStream, type OpenStream } from '../support/requests/event-stream.ts'
import { settledFeed } from '../support/requests/event-feed.ts'
import { restClient } from '../support/requests/rest-client.ts'
import { readConfig } from '../../src/settings/config.ts'
import { useServer } from '../support/server/server.ts'

// All streams of the tests have one address, which may have half of MAX_STREAMS otherwise.
const { events } = readConfig({ MAX_STREAMS: '6' })
const server = useServer({ limits: { events: { ...events, maxStreamsPerAddress: 100 } } })

const open = (query = 'after=latest', caller: Credentials = olga, headers: Record<string, string> = {}) =>
  openStream(`${server.url}/api/v4/events?${query}`, { caller, headers })
const comment = (id: number, text: string, caller: Credentials = olga, internal = false) =>
  change(server.url, 'addComments', { caseInstanceId: `${id}`, comments: [{ text, internal }] }, caller)
const names = ({ events }: OpenStream) => events.flatMap(({ event }) => event ?? [])
const bodies = ({ events }: OpenStream) => events.flatMap(({ data }) => (data === undefined ? [] : [JSON.parse(data)]))

const reopen = async () => {
  const { status, close } = await open()
  close()
  return status
}
const settled = () => settledFeed(server)

describe('the stream', () => {
  test('sends what the feed has, as it happens, to each reader what it may see', async () => {
    const id = await server.addCase()
    const start = await settled()
    const [operator, other, party] = [
      await open(),
      await open('after=latest&exceptOwn=true'),
      await open('after=latest', paula),
    ]
    expect(operator.status).toBe(200)
    expect(Object.fromEntries(operator.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(operator.headers.has('content-encoding')).toBe(false)
    await comment(id, 'Secret.', olga, true)
    await comment(id, 'Hello.', paula)
    await change(server.url, 'assignCase', { caseInstanceId: `${id}`, groupName: 'Field engineers' })
    await expect.poll(() => names(operator)).toEqual(['case.commented', 'case.commented', 'case.assigned'])
    await expect.poll(() => names(party)).toEqual(['case.commented', 'case.assigned'])
    await expect.poll(() => names(other)).toEqual(['case.commented'])
    const page = await restClient(server).get(`events?after=${start}`)
    const cursors = operator.events.flatMap(({ id: cursor, data }) => (data ? [cursor] : []))
    // The case of an event is the one of now.
    const now = bodies(operator).at(-1).case
    expect(now).toMatchObject({ version: 4, group: { name: 'Field engineers' } })
    expect(JSON.parse(page.body).events).toEqual(
      bodies(operator).map((body, index) => ({ cursor: cursors[index], ...body, case: now })),
    )
    for (const stream of [operator, other, party]) stream.close()
  })

  test('begins with a cursor, and continues after the last one that was received', async () => {
    const id = await server.addCase()
    const start = await settled()
    const first = await open()
    await expect.poll(() => first.events).toEqual([{ id: start }])
    await comment(id, 'One.')
    await expect.poll(() => names(first)).toEqual(['case.commented'])
    first.close()
    await comment(id, 'Two.')
    const second = await open(`after=${start}`, olga, { 'last-event-id': first.events.at(-1)!.id! })
    await expect.poll(() => bodies(second).map(({ sequence }) => sequence)).toEqual([3])
    second.close()
    const third = await open(`after=${start}`)
    await expect.poll(() => bodies(third).map(({ sequence }) => sequence)).toEqual([2, 3])
    third.close()
  })

  test('sends an event that takes a case away', async () => {
    const id = await server.addCase({
      groupName: 'Billing team',
      typeCode: 'INCIDENT',
      categoryCode: 'NETWORK',
      caseData: { severity: 1, signalDbm: -9, lineDown: true },
    })
    await settled()
    const stream = await open('after=latest', odette)
    await change(server.url, 'assignCase', { caseInstanceId: `${id}`, groupName: 'Field engineers' })
    await expect.poll(() => bodies(stream)).toMatchObject([{ caseId: id, case: null, changes: [], comments: [] }])
    stream.close()
  })

  test('is refused with a problem before it begins', async () => {
    for (const [query, status] of [
      ['after=x', 400],
      ['kind=NONE', 400],
      ['after=OTk5OTk5OjE6MQ', 410],
    ] as const) {
      expect((await open(query)).status, query).toBe(status)
    }
    expect((await open('', { ...olga, token: 'unknown' })).status).toBe(401)
    const { body } = await restClient(server).get('events?after=x', { accept: 'text/event-stream' })
    expect(JSON.parse(body).problems).toMatchObject([{ code: 'malformedRequest', parameter: 'after' }])
  })

  test.each([
    ['text/event-stream', true],
    ['application/json;q=0.5, text/event-stream', true],
    ['text/event-stream;q=0.5, application/json', false],
    ['text/event-stream;q=0', false],
    ['*/*', false],
  ])('answers Accept: %s with a stream: %s', async (accept, isStream) => {
    const stream = await open('after=latest', olga, { accept })
    expect(stream.headers.get('content-type')).toMatch(isStream ? /^text\/event-stream/ : /^application\/json/)
    stream.close()
  })

  test('is limited in number, and a closed one makes room', async () => {
    const streams = []
    for (let count = 0; count < 6; count++) streams.push(await open())
    expect(streams.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(await open()).toMatchObject({ status: 503 })
    expect((await restClient(server).get('events?after=latest')).status).toBe(200)
    const refused: unknown[] = []
    const client = createClient({ url: server.url, credentials: olga })
    const feed = client.events({ after: 'latest', onDisconnect: (reason) => refused.push(reason) })
    const next = feed.next()
    await expect.poll(() => refused).toMatchObject([{ problem: { status: 503 } }])
    streams[0]!.close()
    await expect.poll(reopen).toBe(200)
    // The client waits as long as the answer asks for, and tries again.
    await expect.poll(() => feed.cursor).not.toBe('latest')
    await feed.return()
    await next
    for (const stream of streams) stream.close()
  })

  test('ends when the session ends', async () => {
    await sql(
      server.database,
      `insert into sessions (token_hash, id, touchpoint_code, person_id, created_at)
      select sha256('ending'), gen_random_uuid(), 'desk', id, now() from persons where email = 'olga@example.com'`,
    )
    // The server may not have noticed yet that the streams of the test above were closed.
    let stream: OpenStream
    const isOpen = async () => (stream = await open('after=latest', { touchpoint: 'desk', token: 'ending' })).status
    await expect.poll(isOpen).toBe(200)
    await sql(server.database, `update sessions set revoked_at = now() where token_hash = sha256('ending')`)
    expect(await stream!.ended).toBe(true)
  })
})

describe('the subscription', () => {
  const subscribe = (query: string) =>
    openStream(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })

  test('sends the same events, with what it selects', async () => {
    const id = await server.addCase()
    await settled()
    const stream = await subscribe(
      'subscription { caseEvents(after: "latest", filter: { kind: [COMMENTED] }) { cursor event { kind case { id permissions { update { reason } } } comments { text } } } }',
    )
    expect(stream.status).toBe(200)
    await change(server.url, 'unassignCase', { caseInstanceId: `${id}` })
    await comment(id, 'Hello.')
    const expected = {
      data: {
        caseEvents: {
          cursor: expect.any(String),
          event: {
            kind: 'COMMENTED',
            case: { id: `${id}`, permissions: { update: { reason: 'AUTHORISED_FOR_TYPE' } } },
            comments: [{ text: 'Hello.' }],
          },
        },
      },
    }
    await expect.poll(() => names(stream)).toEqual(['next'])
    expect(bodies(stream)).toEqual([expected])
    stream.close()
  })

  test('makes room when its reader leaves, although nothing happens', async () => {
    const streams = []
    for (let count = 0; count < 6; count++) {
      streams.push(await subscribe('subscription { caseEvents(after: "latest") { cursor } }'))
    }
    expect(await open()).toMatchObject({ status: 503 })
    for (const stream of streams) stream.close()
    await expect.poll(reopen).toBe(200)
  })

  test('needs a stream, and reports its errors', async () => {
    const query = 'subscription { caseEvents(after: "x") { cursor } }'
    const failed = await subscribe(query)
    await failed.ended
    expect(JSON.stringify(failed.events)).toContain('BAD_USER_INPUT')
    const answer = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query }),
    })
    expect(JSON.stringify(await answer.json())).toContain('A subscription needs Accept: text/event-stream.')
  })
})

describe('an empty answer', () => {
  test('is held until there is an event, if the request prefers to wait', async () => {
    const id = await server.addCase()
    const start = await settled()
    const waiting = restClient(server).get(`events?after=${start}`, { prefer: 'wait=20' })
    await comment(id, 'Hello.')
    const answer = await waiting
    expect(answer.headers['preference-applied']).toBe('wait=20')
    expect(JSON.parse(answer.body).events).toMatchObject([{ caseId: id }])
  })

  test('is sent when the time is over', async () => {
    const start = await settled()
    const started = performance.now()
    const answer = await restClient(server).get(`events?after=${start}`, { prefer: 'wait=1, handling=strict' })
    expect(performance.now() - started).toBeGreaterThan(990)
    expect(answer.headers['preference-applied']).toBe('handling=strict, wait=1')
    expect(JSON.parse(answer.body)).toEqual({ events: [], endCursor: start, hasMore: false })
  })
})
