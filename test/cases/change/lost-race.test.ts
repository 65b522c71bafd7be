import { describe, expect, test } from 'vitest'
import { issueSession, revokeSessionsById } from '../../../src/auth/sessions/command-sessions.ts'
import { databaseKind, lockWaits, openUntilEnd, sql } from '../../support/database/database.ts'
import { describeFaces, refused } from '../../support/requests/faces.ts'
import { graphqlFace } from '../../support/requests/graphql-face.ts'
import { loseRaces, racesLeft } from '../../support/database/lost-races.ts'
import { restFace } from '../../support/requests/rest-face.ts'
import { useProxiedServer } from '../../support/server/postgres.ts'
import { useServer } from '../../support/server/server.ts'

const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

// The embedded store has a single process, which queues the changes of a case.
describe.runIf(databaseKind === 'postgresql')('changes to one case by several servers', () => {
  // The proxy recognises statements by their text, which is only sent every time if they are not prepared.
  const third = useProxiedServer({ preparedStatements: false })
  const open = () => openUntilEnd(third.databaseUrl)
  const one = useServer({ database: open })
  const other = useServer({ database: open })

  const textsOf = async (ids: number[]) => {
    const query = 'select text from case_comments where case_id = any($1::bigint[])'
    return (await sql<{ text: string }>(one.database, query, [ids])).map(({ text }) => text)
  }

  test('64 clients on 4 cases over both faces lose no change', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => one.addCase()))
    const faces = [restFace(one), graphqlFace(other), restFace(other), graphqlFace(one)]
    const client = async (client: number) => {
      const acknowledged: string[] = []
      for (let round = 0; round < 4; round++) {
        const text = `client ${client}, round ${round}`
        // Combined so that each case is changed over each face of each server.
        const id = ids[(client + round) % 4] ?? 0
        const face = faces[(Math.floor(client / 4) + round) % 4]
        const outcome = await face?.update({ id, body: { ...codes, comments: [{ text }] } })
        expect(outcome).toMatchObject({ outcome: 'ok', case: { id } })
        acknowledged.push(text)
      }
      return acknowledged
    }
    const acknowledged = (await Promise.all(Array.from({ length: 64 }, (_, i) => client(i)))).flat()
    const versions = await Promise.all(ids.map((id) => one.version(id)))
    expect(versions.reduce((sum, version) => sum + version - 1, 0)).toBe(acknowledged.length)
    expect((await textsOf(ids)).sort()).toEqual(acknowledged.sort())
  })

  describeFaces('a change', one, (face) => {
    test.each([1, 2, 3])('that loses %i races is decided again and written once', async (races) => {
      const id = await one.addCase()
      await loseRaces(one.database, id, races)
      const text = `Lost ${races}.`
      const outcome = await face.update({ id, body: { ...codes, status: 'New', comments: [{ text }] } })
      expect(outcome).toMatchObject({ outcome: 'ok', case: { status: 'New' } })
      expect(await face.assign({ id, body: { groupName: 'Billing team' } })).toMatchObject({ outcome: 'ok' })
      expect(await racesLeft(one.database, id)).toBe(0)
      expect(await one.version(id)).toBe(3)
      expect(await textsOf([id])).toEqual([text])
    })
    test('that waits for another one is decided on its result', async () => {
      const id = await one.addCase({ status: 'Open' })
      const [pending] = await one.database.transaction(async (transaction) => {
        const close = `update cases set status = 'Closed', version = version + 1 where id = ${id}`
        await transaction.run({ name: '', text: close })
        const change = face.update({ id, body: { ...codes, status: 'In progress' } })
        await lockWaits(one.database, 1)
        return [change]
      })
      // There is no transition from Closed to In progress.
      expect(await pending).toMatchObject({ outcome: 'error', code: 'InvalidName' })
      expect(await one.version(id)).toBe(2)
    })
  })

  const expire = 'update sessions set expires_at = clock_timestamp() where id = $1'

  describeFaces('a session', third, (face) => {
    const session = () =>
      issueSession(one.database, { touchpoint: 'desk', login: 'OPERATOR', email: 'olga@example.com' })
    test.each<[string, (id: string) => Promise<unknown>]>([
      ['is revoked', (id) => revokeSessionsById(other.database, [id])],
      ['expires', (id) => sql(other.database, expire, [id])],
    ])('that %s while its change waits for the lock of the case is rejected', async (_what, end) => {
      const id = await one.addCase()
      const { id: sessionId, token } = await session()
      await loseRaces(one.database, id, 3)
      const locking = third.proxy.holdBack('for no key update')
      const pending = face.update({ id, token, body: { ...codes, status: 'New' } })
      const goOn = await locking
      await one.database.transaction(async (transaction) => {
        await transaction.run({ name: '', text: `select from cases where id = ${id} for update` })
        goOn()
        await lockWaits(one.database, 1)
        await end(sessionId)
      })
      expect(await pending).toEqual(refused('unauthenticated'))
      expect(await one.version(id)).toBe(1)
    })
  })
})
