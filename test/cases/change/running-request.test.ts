import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../src/database/database.ts'
import { change, type ChangeName } from '../../support/requests/changes.ts'
import { keyedEvents } from '../../support/database/count-rows.ts'
import { createPostgresDatabase, databaseKind, lockWaits, openUntilEnd, sql } from '../../support/database/database.ts'
import { refundData, useServer } from '../../support/server/server.ts'

const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

// The embedded store has a single connection, so no other connection can hold a lock.
describe.runIf(databaseKind === 'postgresql')('while the first request with an idempotency key is running', () => {
  let beside: Database
  let databaseUrl: string
  const server = useServer({
    async database() {
      databaseUrl = await createPostgresDatabase('demo')
      return openUntilEnd(databaseUrl)
    },
  })
  const other = useServer({ database: () => openUntilEnd(databaseUrl) })

  beforeAll(async () => {
    beside = await openUntilEnd(databaseUrl, { poolSize: 2 })
  })

  const inputs: Record<string, () => Promise<Record<string, unknown>>> = {
    createCase: async () => ({ ...codes, caseData: refundData, comments: [{ text: 'Hello.' }] }),
    updateCase: async () => ({ caseInstanceId: `${await server.addCase()}`, ...codes, comments: [{ text: 'Hello.' }] }),
    addComments: async () => ({ caseInstanceId: `${await server.addCase()}`, comments: [{ text: 'Hello.' }] }),
    async takeNextCase() {
      for (let count = 0; count < 3; count++) await server.addCase({ groupName: 'Billing team' })
      return { groupName: 'Billing team' }
    },
  }
  const selection = 'id version updatedAt comments { nodes { text } } history { totalCount }'

  describe.each(Object.keys(inputs))('%s', (name) => {
    const mutation = name as ChangeName
    test.each([
      ['the same process', () => server.url],
      ['another process', () => other.url],
    ])('sent to %s waits, and returns the first answer', async (_where, url) => {
      const input = { ...(await inputs[name]!()), idempotencyKey: `${name} ${_where}` }
      const key = [input.idempotencyKey]
      const keys = 'select answer from idempotency_keys where key = $1'
      const answers: Promise<object>[] = []
      let answered = 0
      const send = (target: string) =>
        answers.push(change(target, mutation, input, undefined, selection).finally(() => answered++))
      await beside.transaction(async (transaction) => {
        // Olga's events refer to this row, so the first request is held back while it writes.
        await transaction.run({ name: '', text: `select from persons where email = 'olga@example.com' for update` })
        send(server.url)
        await lockWaits(beside, 1)
        send(url())
        // In the same process, a change waits for the queue of its case or for the running statement. Others wait for the key.
        if (url() !== server.url || mutation === 'createCase') await lockWaits(beside, 2)
        else await change(server.url, 'updateCase', { caseInstanceId: '999999', ...codes })
        expect([answered, await sql(beside, keys, key)]).toEqual([0, []])
      })
      const [first, second] = await Promise.all(answers)
      expect(first).toMatchObject({ case: { id: expect.any(String) } })
      expect(second).toEqual(first)
      expect(await sql(beside, keyedEvents, key)).toEqual([{ count: 1 }])
    })
  })
})
