import { expect, test } from 'vitest'
import { CatalogueStore } from '../../src/catalogue/catalogue-store.ts'
import type { Queryable } from '../../src/database/statement.ts'
import { freshDatabase, sql } from '../support/database.ts'

test('a caller never gets a catalogue that was read before the revision that it asks for', async () => {
  const database = await freshDatabase()
  const [hasRead, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slowly: Queryable = {
    async run(statement, values) {
      const rows = await database.run(statement, values)
      hasRead.resolve()
      await mayGoOn.promise
      return rows
    },
  }
  const revision = async () => {
    const [row] = await sql<{ revision: string }>(database, 'select revision from catalogue_revision')
    return row!.revision
  }
  const store = new CatalogueStore(slowly)
  const before = await revision()
  const first = store.at(before)
  await hasRead.promise
  await sql(database, `insert into case_statuses values ('Parked', true, false)`)
  const after = await revision()
  const second = store.at(after)
  const third = store.at(after)
  mayGoOn.resolve()
  expect((await first).revision).toBe(before)
  for (const { revision, statuses } of [await second, await third]) {
    expect([revision, statuses.has('Parked')]).toEqual([after, true])
  }
  expect(store.loads).toBe(2)
})
