import { beforeEach, describe, expect, test } from 'vitest'
import { eraseById } from '../../src/personal-data/erase-person.ts'
import { adminData } from '../support/requests/configure.ts'
import { sql } from '../support/database/database.ts'
import { assertWebhookConforms } from '../support/openapi/conformance.ts'
import { settledFeed } from '../support/requests/event-feed.ts'
import { useServer } from '../support/server/server.ts'
import {
  changeCase,
  endpointWithReceiver,
  readEndpoint,
  retryDelivery,
  saveEndpoint,
  webhookSettings,
} from '../support/webhooks/endpoints.ts'
import { accept, failWith, type Received, type Receiver, verify } from '../support/webhooks/receiver.ts'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
/** The delays of part of the contract: after each failed attempt, the next one follows. */
const delays = [5 * second, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour)]

/** The time of day of the server. It only moves forward. */
let now = Date.now()
/** Is authorised for one type. */
const rita = { email: 'rita@example.com', firstname: 'Rita', typeCodes: ['REFUND'] }
const server = useServer({ data: { ...adminData, operators: [rita] }, env: webhookSettings, timeOfDay: () => now })

let caseId: number
beforeEach(async () => {
  caseId = await server.addCase()
  // Endpoints start at the latest event of the feed, which the creation of the case is to be.
  await settledFeed(server)
})

const attemptsOf = ({ ids }: Receiver, event: string) => ids.filter((id) => id === event).length
const ofCase = (receiver: Receiver, id: number) => receiver.ids.filter((each) => each.startsWith(`event:${id}:`))
const deliveryOf = async (id: string, event: string) =>
  (await readEndpoint(server, id)).deliveries.nodes.find(({ eventId }) => eventId === event)

/** Returns what accepts the requests that arrive from now on. */
function holdAnswers(receiver: Receiver) {
  const held: (() => void)[] = []
  receiver.answer = (_received, response) => void held.push(() => response.writeHead(204).end())
  return held
}

/** Adds cases, and changes each of them. */
async function changeCases(count: number): Promise<number[]> {
  const cases = await Promise.all(Array.from({ length: count }, () => server.addCase()))
  for (const id of cases) await changeCase(server, id)
  return cases
}

/** Fails the events of these cases only. */
const failing =
  (...cases: number[]) =>
  (received: Received, response: Parameters<typeof accept>[1]) =>
    (cases.some((id) => received.id.startsWith(`event:${id}:`)) ? failWith(500) : accept)(received, response)

describe('an event', () => {
  test('is sent to an endpoint that sees it, signed, and without the texts of comments', async () => {
    const { id, receiver, secret } = await endpointWithReceiver(server)
    const event = await changeCase(server, caseId)
    await expect.poll(() => attemptsOf(receiver, event)).toBe(1)
    const received = receiver.received.find((each) => each.id === event)!
    expect(received).toMatchObject({ type: 'case.commented', data: { id: event } })
    expect(received.body).not.toContain('Not for receivers')
    assertWebhookConforms('caseEvent', received.body)
    expect(verify(secret, received)).toEqual(JSON.parse(received.body))
    await expect.poll(async () => (await readEndpoint(server, id)).waiting).toBe(0)
    expect(await deliveryOf(id, event)).toMatchObject({
      status: 'DELIVERED',
      attempts: [{ httpStatus: 204, failure: null }],
      nextAttemptAt: null,
    })
  })

  test('is sent only if it matches the filter, and the person of the endpoint sees it', async () => {
    const { receiver } = await endpointWithReceiver(server, { filter: { caseId: [String(caseId)] } })
    const others = { login: 'PARTY', email: 'pedro@example.com', touchpointCode: 'web' }
    const { receiver: pedro } = await endpointWithReceiver(server, others)
    const other = await server.addCase()
    const first = await changeCase(server, other)
    const second = await changeCase(server, caseId)
    await expect.poll(() => attemptsOf(receiver, second)).toBe(1)
    expect(attemptsOf(receiver, first)).toBe(0)
    expect(pedro.ids).toEqual([])
  })

  test('is not sent to a person who is blocked, inactive or erased when it is delivered', async () => {
    const { receiver: olgas } = await endpointWithReceiver(server)
    const { id, receiver } = await endpointWithReceiver(server, { email: 'odette@example.com' })
    /** Changes the case, and waits until both endpoints are done with the event. */
    const changed = async () => {
      const event = await changeCase(server, caseId)
      await expect.poll(() => attemptsOf(olgas, event)).toBe(1)
      await expect.poll(async () => (await readEndpoint(server, id)).waiting).toBe(0)
      return event
    }
    const seen = await changed()
    const set = (values: string) =>
      sql<{ id: string }>(
        server.database,
        `update persons set ${values} where email = 'odette@example.com' returning id`,
      )
    const state = async () => (await readEndpoint(server, id)).state
    await set('blocked = true')
    const whileBlocked = await changed()
    expect(await state()).toBe('PERSON_NOT_ACTIVE')
    await set('blocked = false, active = false')
    const whileInactive = await changed()
    expect(await state()).toBe('PERSON_NOT_ACTIVE')
    const [person] = await set('active = true')
    expect(await state()).toBe('ACTIVE')
    const options = { actor: null, dryRun: false }
    await eraseById({ database: server.database, log: { warn() {} } }, Number(person!.id), options)
    const afterErasure = await changed()
    expect(await state()).toBe('PERSON_NOT_ACTIVE')
    const events = [seen, whileBlocked, whileInactive, afterErasure]
    expect(events.map((event) => attemptsOf(receiver, event))).toEqual([1, 0, 0, 0])
  })
})

/** Moves a case to a type that Rita is not authorised for, without an event. */
const takeAway = (id: number) =>
  sql(server.database, `update cases set category_code = 'NETWORK', type_code = 'INCIDENT' where id = $1`, [id])

describe('an event that its person no longer sees is not sent', () => {
  test('if an attempt failed before', async () => {
    const { id, receiver } = await endpointWithReceiver(server, { email: rita.email })
    receiver.answer = failing(caseId)
    const event = await changeCase(server, caseId)
    await expect.poll(async () => (await deliveryOf(id, event))?.status).toBe('WAITING')
    await takeAway(caseId)
    now += minute
    await expect.poll(async () => (await deliveryOf(id, event))?.status).toBe('GAVE_UP')
    expect((await deliveryOf(id, event))?.attempts).toHaveLength(1)
    expect(attemptsOf(receiver, event)).toBe(1)
  })

  test('if it waited for other requests for more than a second', async () => {
    const { id, receiver } = await endpointWithReceiver(server, { email: rita.email })
    const held = holdAnswers(receiver)
    await changeCases(8)
    await expect.poll(() => held.length).toBe(8)
    const event = await changeCase(server, caseId)
    // It has been read when this time has passed, and is sent when a request ends.
    const begun = performance.now()
    await expect.poll(() => performance.now() - begun).toBeGreaterThan(2_000)
    await takeAway(caseId)
    receiver.answer = accept
    held.forEach((end) => end())
    await expect.poll(async () => (await readEndpoint(server, id)).waiting).toBe(0)
    expect(attemptsOf(receiver, event)).toBe(0)
  })
})

describe('a failed event', () => {
  test(
    'is tried again after the delays of the schedule, with the same ID, and then given up',
    { tags: ['nightly'] },
    async () => {
      const { id, receiver } = await endpointWithReceiver(server)
      receiver.answer = failing(caseId)
      const event = await changeCase(server, caseId)
      for (const [index, delay] of delays.entries()) {
        await expect.poll(async () => (await deliveryOf(id, event))?.attempts.length).toBe(index + 1)
        const delivery = await deliveryOf(id, event)
        expect(delivery?.status).toBe('WAITING')
        const wait = Date.parse(delivery!.nextAttemptAt!) - now
        expect([wait >= delay, wait <= delay * 1.1 + 1]).toEqual([true, true])
        // Others are accepted, so that the endpoint does not fail for five days.
        const other = await changeCase(server, await server.addCase())
        await expect.poll(() => attemptsOf(receiver, other)).toBe(1)
        now += wait
      }
      await expect.poll(async () => (await deliveryOf(id, event))?.status).toBe('GAVE_UP')
      const delivery = await deliveryOf(id, event)
      expect(delivery?.attempts).toHaveLength(10)
      expect(delivery).toMatchObject({
        nextAttemptAt: null,
        attempts: delivery?.attempts.map(() => ({ httpStatus: 500 })),
      })
      expect(attemptsOf(receiver, event)).toBe(10)
    },
  )

  test('holds later events of its case, and no others', async () => {
    const { id, receiver } = await endpointWithReceiver(server)
    receiver.answer = failing(caseId)
    const first = await changeCase(server, caseId)
    await expect.poll(() => attemptsOf(receiver, first)).toBe(1)
    const later = [await changeCase(server, caseId), await changeCase(server, caseId)]
    const other = await changeCase(server, await server.addCase())
    await expect.poll(() => attemptsOf(receiver, other)).toBe(1)
    expect(later.map((event) => attemptsOf(receiver, event))).toEqual([0, 0])
    const before = await readEndpoint(server, id)
    expect(before.waiting).toBeGreaterThanOrEqual(3)
    expect(before.oldestWaitingAt).not.toBeNull()
    receiver.answer = accept
    now += 6 * second
    await expect.poll(() => ofCase(receiver, caseId).slice(-4)).toEqual([first, first, ...later])
    await expect.poll(async () => (await readEndpoint(server, id)).waiting).toBe(0)
    const listed = (await readEndpoint(server, id)).deliveries.nodes.filter(({ eventId }) =>
      [first, ...later].includes(eventId),
    )
    expect(listed.map(({ status, attempts }) => [status, attempts.length])).toEqual([
      ['DELIVERED', 1],
      ['DELIVERED', 1],
      ['DELIVERED', 2],
    ])
  })

  test('is followed by what its person sees when its turn comes, although it was out of sight before', async () => {
    const { receiver } = await endpointWithReceiver(server, { email: rita.email })
    receiver.answer = failing(caseId)
    const first = await changeCase(server, caseId)
    await expect.poll(() => attemptsOf(receiver, first)).toBe(1)
    await takeAway(caseId)
    const later = await changeCase(server, caseId)
    // When this one is sent, the one before it in the feed was read.
    const other = await changeCase(server, await server.addCase())
    await expect.poll(() => attemptsOf(receiver, other)).toBe(1)
    await sql(server.database, `update cases set category_code = 'BILLING', type_code = 'REFUND' where id = $1`, [
      caseId,
    ])
    receiver.answer = accept
    now += 6 * second
    await expect.poll(() => ofCase(receiver, caseId).slice(-2)).toEqual([first, later])
  })

  test('that was given up is tried again when an admin asks for it', async () => {
    const { id, receiver } = await endpointWithReceiver(server)
    receiver.answer = failing(caseId)
    const event = await changeCase(server, caseId)
    await expect.poll(async () => (await deliveryOf(id, event))?.status).toBe('WAITING')
    // As if the schedule were at its end.
    await sql(server.database, `update webhook_deliveries set failures = 9 where id = $1`, [
      Number((await deliveryOf(id, event))!.id.split(':')[2]),
    ])
    now += 25 * hour
    await expect.poll(async () => (await deliveryOf(id, event))?.status).toBe('GAVE_UP')
    receiver.answer = accept
    expect(await retryDelivery(server, (await deliveryOf(id, event))!.id)).toMatchObject({
      delivery: { status: 'WAITING' },
    })
    await expect.poll(async () => (await deliveryOf(id, event))?.status).toBe('DELIVERED')
  })
})

test('an event that an admin retries comes before a later one of its case that waits, and not beside it', async () => {
  const { id, receiver } = await endpointWithReceiver(server)
  const first = await changeCase(server, caseId)
  await expect.poll(async () => (await deliveryOf(id, first))?.status).toBe('DELIVERED')
  receiver.answer = failing(caseId)
  const later = await changeCase(server, caseId)
  await expect.poll(async () => (await deliveryOf(id, later))?.status).toBe('WAITING')
  const held = holdAnswers(receiver)
  receiver.maximumRunning = 0
  await retryDelivery(server, (await deliveryOf(id, first))!.id)
  now += 6 * second
  await expect.poll(() => held.length).toBe(1)
  receiver.answer = accept
  held[0]!()
  await expect.poll(() => ofCase(receiver, caseId).slice(-2)).toEqual([first, later])
  expect(receiver.maximumRunning).toBe(1)
})

describe('a receiver', () => {
  test('gets at most 8 requests at a time, and the events of a case one after the other', async () => {
    const { receiver } = await endpointWithReceiver(server)
    const held = holdAnswers(receiver)
    const cases = await changeCases(10)
    await expect.poll(() => receiver.running).toBe(8)
    const ended = setInterval(() => held.splice(0).forEach((end) => end()), 20)
    await expect.poll(() => cases.filter((id) => ofCase(receiver, id).length > 0).length).toBe(10)
    await expect.poll(() => receiver.running).toBe(0)
    clearInterval(ended)
    expect(receiver.maximumRunning).toBe(8)
    for (const id of cases) {
      const versions = ofCase(receiver, id).map((event) => Number(event.split(':')[2]))
      expect(versions).toEqual(versions.toSorted((a, b) => a - b))
    }
  })

  test('that fails ten times in a row gets one request at a time until it accepts one', async () => {
    const { id, receiver } = await endpointWithReceiver(server)
    receiver.answer = failWith(503)
    await changeCases(12)
    await expect
      .poll(async () => {
        now += 6 * second
        return (await readEndpoint(server, id)).state
      })
      .toBe('FAILING')
    // Requests that were started before arrive late, if the machine is slow.
    let [before, unchanged] = [0, 0]
    const quiet = () => {
      unchanged = receiver.running === 0 && receiver.received.length === before ? unchanged + 1 : 0
      before = receiver.received.length
      return unchanged
    }
    await expect.poll(quiet).toBeGreaterThan(10)
    const held = holdAnswers(receiver)
    receiver.maximumRunning = 0
    now += hour
    await expect.poll(() => held.length).toBe(1)
    expect(receiver.maximumRunning).toBe(1)
    receiver.answer = accept
    held[0]!()
    await expect.poll(async () => (await readEndpoint(server, id)).state).toBe('ACTIVE')
    now += hour
    await expect.poll(async () => (await readEndpoint(server, id)).waiting).toBe(0)
  })

  test('that answers 410 gets nothing more until an admin enables the endpoint', async () => {
    const { id, receiver } = await endpointWithReceiver(server)
    receiver.answer = failWith(410)
    const event = await changeCase(server, caseId)
    await expect.poll(async () => (await readEndpoint(server, id)).state).toBe('DISABLED_GONE')
    const [audited] = await sql<{ actor: number | null; changes: object[] }>(
      server.database,
      `select actor_id as actor, changes from audit_events where action = 'WEBHOOK_ENDPOINT_DISABLED' and target = $1`,
      [id],
    )
    expect(audited).toEqual({ actor: null, changes: [{ path: ['state'], from: null, to: 'DISABLED_GONE' }] })
    receiver.answer = accept
    const { length } = receiver.received
    now += hour
    const later = await changeCase(server, caseId)
    expect(receiver.received).toHaveLength(length)
    expect(await saveEndpoint(server, { id, enabled: true })).toMatchObject({ endpoint: { state: 'ACTIVE' } })
    await expect.poll(() => ofCase(receiver, caseId).slice(-2)).toEqual([event, later])
  })

  test('that accepts nothing for five days gets nothing more', async () => {
    const { id, receiver } = await endpointWithReceiver(server)
    receiver.answer = failWith(500)
    const event = await changeCase(server, caseId)
    await expect.poll(() => attemptsOf(receiver, event)).toBeGreaterThan(0)
    await expect.poll(async () => (await deliveryOf(id, event))?.status).toBe('WAITING')
    now += 121 * hour
    await expect.poll(async () => (await readEndpoint(server, id)).state).toBe('DISABLED_FAILING')
  })

  test.each<[string, string, Receiver['answer'], object]>([
    [
      'redirects',
      'REDIRECT',
      (_r, response) => void response.writeHead(302, { location: '/other' }).end(),
      { httpStatus: 302 },
    ],
    ['answers with an error', 'HTTP_STATUS', failWith(404), { httpStatus: 404 }],
    ['ends the connection', 'CONNECTION', (_r, response) => void response.destroy(), { httpStatus: null }],
  ])('that %s fails with %s', async (_what, failure, answer, expected) => {
    const { id, receiver } = await endpointWithReceiver(server)
    receiver.answer = answer
    const event = await changeCase(server, caseId)
    await expect.poll(async () => (await deliveryOf(id, event))?.attempts[0]).toMatchObject({ failure, ...expected })
  })
})

describe('a position', () => {
  test('that is set back replays, and "latest" skips what waits', async () => {
    const { id, receiver } = await endpointWithReceiver(server)
    await expect.poll(async () => (await readEndpoint(server, id)).waiting).toBe(0)
    const { cursor } = await readEndpoint(server, id)
    const event = await changeCase(server, caseId)
    await expect.poll(async () => (await deliveryOf(id, event))?.status).toBe('DELIVERED')
    await saveEndpoint(server, { id, after: cursor })
    await expect.poll(() => attemptsOf(receiver, event)).toBe(2)
    receiver.answer = failing(caseId)
    const failed = await changeCase(server, caseId)
    await expect.poll(async () => (await deliveryOf(id, failed))?.status).toBe('WAITING')
    await saveEndpoint(server, { id, after: 'latest' })
    expect(await deliveryOf(id, failed)).toMatchObject({ status: 'GAVE_UP', attempts: [{ httpStatus: 500 }] })
    receiver.answer = accept
    const next = await changeCase(server, caseId)
    await expect.poll(() => ofCase(receiver, caseId).at(-1)).toBe(next)
  })
})
