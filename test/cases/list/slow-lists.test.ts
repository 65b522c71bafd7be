import { describe, expect, test } from 'vitest'
import type { Database } from '../../../src/database/database.ts'
import { credentialHeaders, olga, paula } from '../../support/requests/credentials.ts'
import { databaseKind } from '../../support/database/database.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import { usePostgresServer } from '../../support/server/postgres.ts'

// The embedded store has a single connection, which runs one statement at a time.
describe.runIf(databaseKind === 'postgresql')('while the searches and counts of one session are slow', () => {
  const server = usePostgresServer({ poolSize: 8 })

  test('other sessions read and list cases', async () => {
    const search = (number: number) => `s${number}: cases(filter: { text: "word${number}" }) { totalCount }`
    const document = `{ ${Array.from({ length: 9 }, (_, number) => search(number)).join(' ')} }`
    const settled: unknown[] = []
    let slow: Promise<unknown>[] = []
    await server.beside.transaction(async ({ run }) => {
      await run({ name: '', text: 'lock table case_comments in access exclusive mode' })
      slow = [
        ...[1, 2].map(() => graphqlData(server.url, document, {}, olga)),
        ...[1, 2].map(async (number) => {
          const path = `/api/v4/cases?text=word${number}&totalCount=true`
          return (await fetch(server.url + path, { headers: credentialHeaders(olga) })).status
        }),
      ]
      for (const each of slow) void each.finally(() => settled.push(each)).catch(() => {})
      await expect.poll(() => waitingForLocks({ run })).toBeGreaterThan(0)
      const query = '{ cases { totalCount nodes { id } } case(id: 1001) { id } }'
      expect(await graphqlData(server.url, query, {}, paula)).toMatchObject({ case: { id: '1001' } })
      expect(await waitingForLocks({ run })).toBe(1)
      expect(settled).toEqual([])
    })
    const found = Object.fromEntries(Array.from({ length: 9 }, (_, number) => [`s${number}`, { totalCount: 0 }]))
    expect(await Promise.all(slow)).toEqual([found, found, 200, 200])
  })

  /** How many searches wait. The server also locks stored comments that have no terms. */
  async function waitingForLocks({ run }: Pick<Database, 'run'>): Promise<number> {
    const [row] = await run<{ number: number }>({
      name: '',
      text: `select count(*)::int as number from pg_locks
        where relation = 'case_comments'::regclass and not granted and mode = 'AccessShareLock'`,
    })
    return row!.number
  }
})
