import { beforeAll, describe, expect, test } from 'vitest'
import { adminData } from '../support/requests/configure.ts'
import { freshDatabase, preparedStatements, sql, urlOf } from '../support/database/database.ts'
import type { Database } from '../../src/database/database.ts'
import { moveEvents } from '../../src/events/move-events.ts'
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

const leases = () => sql<{ by: string | null }>(database, 'select leased_by as by from webhook_endpoints order by id')
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
    await expect.poll(async () => (await leases())[0]?.by).toBeTruthy()
    const [holder] = await leases()
    const [lease] = await sql<{ seconds: number }>(
      database,
      'select extract(epoch from leased_until - now())::float as seconds from webhook_endpoints',
    )
    expect(lease!.seconds).toBeGreaterThan(15)
    expect(lease!.seconds).toBeLessThanOrEqual(30)
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
    expect((await leases())[0]).toEqual(holder)
    // Instead of waiting until the lease ends.
    await sql(
      database,
      `update webhook_endpoints set leased_until = now() - interval '1 second' where leased_by = $1`,
      [holder!.by],
    )
    await expect.poll(() => new Set(receiver.ids).size).toBe(events.length)
    expectEveryEventInOrder(receiver.received, events)
    await expect.poll(async () => (await leases())[0]?.by).not.toBe(holder!.by)
    // A process that stops releases its leases.
    const again = start()
    const againUrl = await again.url
    survivor.child.kill('SIGTERM')
    expect(await survivor.exited).toBe(0)
    await change(againUrl, 2)
    await expect.poll(() => new Set(receiver.ids).size).toBe(events.length)
    expectEveryEventInOrder(receiver.received, events)
    await expect.poll(async () => (await readEndpoint(serverAt(againUrl), id)).waiting).toBe(0)
    await receiver.stop()
  })

  test('the one that has lost its lease stores nothing', async () => {
    const { writeProgress } = await import('../../src/webhooks/delivery/progress.ts')
    const [endpoint] = await sql<{ id: number; token: number }>(
      database,
      'select id, lease_token as token from webhook_endpoints',
    )
    const progress = {
      endpointId: Number(endpoint!.id),
      token: Number(endpoint!.token) - 1,
      position: { position: 999, caseId: 1, version: 1 },
      doneAhead: [],
      health: { state: 'DISABLED_GONE', failures: 1, failingSince: 0 } as const,
      events: new Set([
        {
          id: null,
          caseId: 1001,
          version: 1,
          position: 1,
          throughVersion: 1,
          status: 'WAITING' as const,
          attempts: [],
          failures: 0,
          nextAttemptAt: 0,
        },
      ]),
      removed: [],
    }
    const count = () =>
      sql(
        database,
        `select position, (select count(*) from webhook_deliveries) as deliveries,
        (select count(*) from audit_events where action = 'WEBHOOK_ENDPOINT_DISABLED') as audited from webhook_endpoints`,
      )
    const before = await count()
    expect(await writeProgress(database, progress)).toBe(false)
    expect(await count()).toEqual(before)
  })
})
