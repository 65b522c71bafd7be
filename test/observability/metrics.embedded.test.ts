import { expect, test } from 'vitest'
import { statement } from '../../src/database/statements/statement.ts'
import { olga } from '../support/requests/credentials.ts'
import { restFace } from '../support/requests/rest-face.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ env: { METRICS_PORT: '0' } })

async function scrape(): Promise<string> {
  return (await fetch(server.metricsUrl!)).text()
}

test('the embedded store has no metrics of a pool', async () => {
  expect(await scrape()).not.toContain('pool')
})

test('changes that wait for the embedded store are counted, and none of them is retried', async () => {
  const id = await server.addCase()
  const body = { categoryCode: 'BILLING', typeCode: 'REFUND', comments: ['Hello.'] }
  const changes = await server.database.transaction(async (transaction) => {
    await transaction.run(statement('select from cases where id = $1 for update'), [id])
    const waiting = [1, 2, 3].map(() => restFace(server).update({ ...olga, id, body }))
    await expect.poll(scrape).toMatch(/^casegate_changes_waiting 2$/m)
    return waiting
  })
  for (const change of changes) expect(await change).toMatchObject({ outcome: 'ok' })
  expect(await scrape()).toMatch(/^casegate_change_retries_total 0$/m)
})
