import { expect, test } from 'vitest'
import { CatalogueStore } from '../../src/catalogue/catalogue-store.ts'
import type { Queryable } from '../../src/database/statements/statement.ts'
import { freshDatabase, sql } from '../support/database/database.ts'

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
  await sql(database, `insert into case_statuses values ('Parked', true, false, false)`)
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

test('the fields of a type are in the order of their positions, wherever the database stores them', async () => {
  const database = await freshDatabase()
  // Updated rows move behind the others, so that they are stored in the order of this list.
  const order = ['goodwill', 'amount', 'invoiceCount']
  for (const name of ['invoiceCount', 'goodwill', 'amount']) {
    const position = order.indexOf(name) + 1
    const query = `update case_type_fields set position = $1 where type_code = 'REFUND' and name = $2`
    await sql(database, query, [position, name])
  }
  const { types } = await new CatalogueStore(database).at('')
  expect(types.get('REFUND')?.fields.map(({ name }) => name)).toEqual(order)
})
