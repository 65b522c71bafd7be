import { beforeAll, describe, expect, test } from 'vitest'
import { adminData } from '../support/requests/configure.ts'
import { freshDatabase, preparedStatements, sql, urlOf } from '../support/database/database.ts'
import type { Database } from '../../src/database/database.ts'
import { moveEvents } from '../../src/feed/move-events.ts'
import { importData } from '../../src/transfer/import/import.ts'
import { startServe } from '../support/server/process.ts'
import type { TestServer } from '../support/server/server.ts'
import { asOlga, changeCase, readEndpoint, saveEndpoint, webhookSettings } from '../support/webhooks/endpoints.ts'
import { accept, type Received, Receiver } from '../support/webhooks/receiver.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
  await importData(database, adminData)
  // An endpoint begins at the end of the feed. The events of the demonstration data are before it.
  await database.transaction((transaction) => moveEvents(transaction, true))
})

const start = () =>
  startServe({
    DATABASE_URL: urlOf(database)!,
    DATABASE_POOL_SIZE: '4',
    PREPARED_STATEMENTS: preparedStatements ? 'on' : 'off',
    RATE_LIMIT: 'off',
    ...webhookSettings,
  })

const serverAt = (url: string) => ({ url }) as TestServer

const claims = () => sql<{ by: string | null }>(database, 'select claimed_by as by from webhook_endpoints order by id')
/** Instead of waiting until the claim ends. */
const endClaims = () => sql(database, `update webhook_endpoints set claimed_until = now() - interval '1 second'`)
const cases = [1001, 1002]

/** Each event at least once, and the first arrivals of the events of a case in the order of their versions. */
function expectEveryEventInOrder(received: readonly Received[], events: readonly string[]): void {
  const ids = new Set(received.map(({ id }) => id))
  expect(events.filter((id) => !ids.has(id))).toEqual([])
  for (const id of cases) {
    const versions = received.flatMap((each) =>
      each.id.startsWith(`event:${id}:`) ? Number(each.id.split(':')[2]) : [],
    )
    // A repeated event may follow itself, but no later one.
    expect(versions).toEqual(versions.toSorted((a, b) => a - b))
  }
}

describe('of two processes', () => {
  test('one sends, and the other continues when it is killed in the middle', async () => {
    const killed = start()
    const server = serverAt(await killed.url)
    const receiver = await Receiver.start()
    const saved = await saveEndpoint(server, { url: receiver.url, ...asOlga, filter: { caseId: cases.map(String) } })
    const { id } = saved.endpoint!
    await expect.poll(async () => (await claims())[0]?.by).toBeTruthy()
    const [holder] = await claims()
    // Requests may be under way, so that no other process may begin.
    await saveEndpoint(server, { id, description: 'Changed' })
    expect(await claims()).toEqual([holder])
    const [claim] = await sql<{ seconds: number }>(
      database,
      'select extract(epoch from claimed_until - now())::float as seconds from webhook_endpoints',
    )
    expect(claim!.seconds).toBeGreaterThan(15)
    expect(claim!.seconds).toBeLessThanOrEqual(30)
    const survivor = start()
    const survivorUrl = await survivor.url
    const events: string[] = []
    const change = async (url: string, times = 1) => {
      for (let count = 0; count < times; count++) {
        for (const each of cases) events.push(await changeCase(serverAt(url), each))
      }
    }
    // The first events are accepted, but the process does not learn of the last one.
    receiver.answer = (received, response) => (receiver.received.length < 6 ? accept(received, response) : undefined)
    await change(survivorUrl, 6)
    await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(6)
    killed.child.kill('SIGKILL')
    await killed.exited
    receiver.answer = accept
    await change(survivorUrl, 5)
    expect((await claims())[0]).toEqual(holder)
    await endClaims()
    await expect.poll(() => new Set(receiver.ids).size).toBe(events.length)
    expectEveryEventInOrder(receiver.received, events)
    await expect.poll(async () => (await claims())[0]?.by).not.toBe(holder!.by)
    // A process that stops releases its endpoints.
    const again = start()
    const againUrl = await again.url
    survivor.child.kill('SIGTERM')
    expect(await survivor.exited).toBe(0)
    await change(againUrl, 2)
    await expect.poll(() => new Set(receiver.ids).size).toBe(events.length)
    expectEveryEventInOrder(receiver.received, events)
    await expect.poll(async () => (await readEndpoint(serverAt(againUrl), id)).waiting).toBe(0)
    again.child.kill('SIGTERM')
    await again.exited
    await receiver.stop()
  })

  test(
    'the one that was stopped, and goes on after the other one has continued, sends and stores nothing',
    { tags: ['nightly'] },
    async () => {
      await sql(database, `update webhook_endpoints set state = 'DISABLED'`)
      const stopped = start()
      const server = serverAt(await stopped.url)
      const receiver = await Receiver.start()
      const { endpoint } = await saveEndpoint(server, { url: receiver.url, ...asOlga, filter: { caseId: ['1001'] } })
      const { id } = endpoint!
      const held: (() => void)[] = []
      receiver.answer = (_received, response) => void held.push(() => response.writeHead(500).end())
      const events = [await changeCase(server, 1001), await changeCase(server, 1001)]
      await expect.poll(() => held.length).toBe(1)
      stopped.child.kill('SIGSTOP')
      await endClaims()
      receiver.answer = accept
      const other = start()
      const otherServer = serverAt(await other.url)
      events.push(await changeCase(otherServer, 1001))
      const statuses = async () =>
        (await readEndpoint(otherServer, id)).deliveries.nodes.map(
          ({ eventId, status, attempts }) => `${eventId} ${status} ${attempts.length}`,
        )
      const all = events.map((event) => `${event} DELIVERED 1`).toReversed()
      await expect.poll(statuses).toEqual(all)
      held[0]!()
      stopped.child.kill('SIGCONT')
      // For a process that was stopped for seconds, its statements have taken too long. Its first answers can be 503.
      await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200)
      events.push(await changeCase(server, 1001))
      await expect.poll(() => receiver.ids.at(-1)).toBe(events.at(-1))
      expect(receiver.ids).toEqual([events[0], ...events])
      await expect.poll(statuses).toEqual([`${events.at(-1)} DELIVERED 1`, ...all])
      expect(await readEndpoint(otherServer, id)).toMatchObject({ state: 'ACTIVE', waiting: 0 })
      await receiver.stop()
    },
  )
})
