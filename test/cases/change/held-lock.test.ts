import { describe, expect, test } from 'vitest'
import type { Database } from '../../../src/database/database.ts'
import { olga, paula } from '../../support/requests/credentials.ts'
import { createPostgresDatabase, databaseKind, openUntilEnd } from '../../support/database/database.ts'
import { describeFaces, refused } from '../../support/requests/faces.ts'
import { useServer } from '../../support/server/server.ts'

// The embedded store has a single connection, so no other connection can hold a lock.
describe.runIf(databaseKind === 'postgresql')('while another connection holds a lock that one change needs', () => {
  let beside: Database
  const server = useServer({
    async database() {
      const url = await createPostgresDatabase('demo')
      beside = await openUntilEnd(url, { poolSize: 1 })
      return openUntilEnd(url, { queryTimeoutMs: 5_000 })
    },
  })

  describeFaces('concurrent changes', server, (face) => {
    test('are written, except for that change, which returns unavailable and writes nothing', async () => {
      const ids: number[] = []
      // One at a time, because imports wait for each other, and no statement waits for longer than a second.
      while (ids.length < 6) ids.push(await server.addCase())
      const body = { categoryCode: 'BILLING', typeCode: 'REFUND', status: 'New' }
      await beside.transaction(async (transaction) => {
        // Olga's events refer to this row.
        await transaction.run({ name: '', text: `select from persons where email = 'olga@example.com' for update` })
        const outcomes = await Promise.all(
          ids.map((id, i) => face.update({ ...(i % 3 === 0 ? olga : paula), id, body })),
        )
        const expected = ids.map((_, i) => (i % 3 === 0 ? refused('unavailable') : { outcome: 'ok' }))
        expect(outcomes).toMatchObject(expected)
      })
      expect(await Promise.all(ids.map((id) => server.version(id)))).toEqual([1, 2, 2, 1, 2, 2])
    })
  })
})
