import { expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import type { Statement } from '../../src/database/statement.ts'
import { paula, pedro } from '../support/requests/credentials.ts'
import { freshDatabase, sql } from '../support/database/database.ts'
import { restFace } from '../support/requests/rest-face.ts'
import { useServer } from '../support/server/server.ts'

let exchanges = 0

async function countExchanges(): Promise<Database> {
  const database = await freshDatabase()
  function run<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]> {
    if (statement.text.includes('limit_usage')) exchanges++
    return database.run(statement, values)
  }
  return { ...database, run }
}

const server = useServer({ database: countExchanges, env: { RATE_LIMIT: 'on', METRICS_PORT: '0' } })

test('usage is not shared on the embedded store, which has one process', async () => {
  for (let request = 0; request < 250; request++) {
    for (const caller of [paula, pedro]) expect((await restFace(server).lookup(caller)).outcome).toBe('ok')
  }
  expect(await (await fetch(server.metricsUrl!)).text()).not.toContain('casegate_limit_exchange')
  expect(exchanges).toBe(0)
  expect(await sql(server.database, 'select used from limit_usage')).toEqual([])
})
