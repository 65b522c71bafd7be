import { expect, test } from 'vitest'
import {
  createPostgresDatabase,
  databaseKind,
  freshDatabase,
  openUntilEnd,
  sql,
} from '../../support/database/database.ts'
import { describeFaces } from '../../support/requests/faces.ts'
import { loseRaces, racesLeft } from '../../support/database/lost-races.ts'
import { useServer } from '../../support/server/server.ts'

const server = useServer({
  /** The embedded store always has a single connection. */
  async database() {
    if (databaseKind === 'embedded') return freshDatabase()
    return openUntilEnd(await createPostgresDatabase('demo'), { poolSize: 1 })
  },
})

// Any other connection that the change asked for while it holds the lock would be its own, so it would wait for itself.
describeFaces('with a single connection, a change that has to lock its case', server, (face) => {
  test.each(['update', 'assign'] as const)('also finds a changed catalogue (%s)', async (operation) => {
    const id = await server.addCase()
    await loseRaces(server.database, id, 3)
    await sql(
      server.database,
      `create or replace trigger change_catalogue before update on lost_races
       for each statement execute function renew_catalogue_revision()`,
    )
    const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
    const body = operation === 'update' ? { ...codes, status: 'New' } : { groupName: 'Billing team' }
    expect(await face[operation]({ id, body })).toMatchObject({ outcome: 'ok', case: { id } })
    expect(await racesLeft(server.database, id)).toBe(0)
    expect(await server.version(id)).toBe(2)
  })
})
