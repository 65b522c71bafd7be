import { describe, expect, test } from 'vitest'
import { olga, paula } from '../../support/requests/credentials.ts'
import { databaseKind } from '../../support/database/database.ts'
import { describeFaces, refused } from '../../support/requests/faces.ts'
import { usePostgresServer } from '../../support/server/postgres.ts'

// The embedded store has a single connection, so no other connection can hold a lock.
describe.runIf(databaseKind === 'postgresql')('while another connection holds a lock that one change needs', () => {
  const server = usePostgresServer({ queryTimeoutMs: 5_000 })

  describeFaces('concurrent changes', server, (face) => {
    test('are written, except for that change, which returns unavailable and writes nothing', async () => {
      const ids: number[] = []
      // One at a time, because imports wait for each other, and no statement waits for longer than a second.
      while (ids.length < 6) ids.push(await server.addCase())
      const body = { categoryCode: 'BILLING', typeCode: 'REFUND', status: 'New' }
      await server.beside.transaction(async (transaction) => {
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
