import { expect, test, vi } from 'vitest'
import { openDatabase } from '../../src/database/open-database.ts'
import { readConfig } from '../../src/settings/config.ts'
import { sql } from '../support/database/database.ts'
import { demoStore } from '../support/database/stores.ts'
import { graphqlFace } from '../support/requests/graphql-face.ts'
import { startServe } from '../support/server/process.ts'
import { restFace } from '../support/requests/rest-face.ts'

// Starts the service twice on a new store.
vi.setConfig({ testTimeout: 120_000 })

const clients = 16
const enough = 100

test('acknowledged changes survive when the process is killed under load', async () => {
  const store = await demoStore()
  const { child, exited, url } = startServe(store)
  const server = { url: await url }
  const faces = [restFace(server), graphqlFace(server)]
  const acknowledged: string[] = []

  /** Adds comments to four cases until the server is killed. */
  async function load(client: number): Promise<void> {
    for (let round = 0; ; round++) {
      const text = `client ${client}, round ${round}`
      const [id, codes] = cases[(client + round) % cases.length] ?? [0, {}]
      const outcome = await faces[client % 2]?.update({ id, body: { ...codes, comments: [{ text }] } })
      if (outcome?.outcome !== 'ok') throw new Error(`The update was answered ${JSON.stringify(outcome)}.`)
      acknowledged.push(text)
      if (acknowledged.length === enough) child.kill('SIGKILL')
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: clients }, (_, client) => load(client)))
  expect(await exited).toBe('SIGKILL')
  // The connections broke, but no response was an error.
  for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: { message: 'fetch failed' } })
  expect(acknowledged.length).toBeGreaterThanOrEqual(enough)

  const again = startServe(store)
  expect((await fetch(`${await again.url}/readyz`)).status).toBe(200)
  again.child.kill('SIGTERM')
  expect(await again.exited).toBe(0)

  const database = await openDatabase(readConfig(store).store)
  try {
    const comments = await sql<{ text: string }>(database, `select text from case_comments where text like 'client%'`)
    const kept = comments.map(({ text }) => text)
    expect(acknowledged.filter((text) => !kept.includes(text))).toEqual([])
    expect(new Set(kept).size).toBe(kept.length)
    // A change is stored completely or not at all.
    const torn = `select id from cases c where version <> (select count(*) from case_events e where e.case_id = c.id)`
    expect(await sql(database, torn)).toEqual([])
    const mute = `select case_id from case_events e where kind = 'UPDATED' and not exists (
      select from case_comments c where c.case_id = e.case_id and c.version = e.version)`
    expect(await sql(database, mute)).toEqual([])
  } finally {
    await database.close()
  }
})

const cases: [number, object][] = [
  [1001, { categoryCode: 'BILLING', typeCode: 'REFUND' }],
  [1002, { categoryCode: 'NETWORK', typeCode: 'INCIDENT' }],
  [1003, { categoryCode: 'ACCOUNT', typeCode: 'QUESTION' }],
  [1005, { categoryCode: 'NETWORK', typeCode: 'OUTAGE' }],
]
