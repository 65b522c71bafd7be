import { expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import demoData from '../../src/transfer/demo-data.json' with { type: 'json' }
import { exportData } from '../../src/transfer/export/export.ts'
import { importData } from '../../src/transfer/import/import.ts'
import { emptyDatabase, freshDatabase, sql } from '../support/database/database.ts'
import { writtenText } from '../support/data/written-text.ts'

const exported = async (database: Database): Promise<string> =>
  (await writtenText((output) => exportData(database, output))).text

test('an export is the same after an import into an empty database', async () => {
  const content = await exported(await freshDatabase())
  const other = await emptyDatabase()
  await importData(other, JSON.parse(content))
  expect(await exported(other)).toBe(content)
})

test('an import changes nothing if the file was imported before, whenever its sessions expire', async () => {
  const database = await freshDatabase()
  const session = { token: 'x', touchpointCode: 'web', login: 'PARTY', email: 'paula@example.com' }
  const file = { ...demoData, sessions: [...demoData.sessions, { ...session, expiresAt: '0050-06-01T00:00:00+15:59' }] }
  expect(await importData(database, file)).toEqual({ cases: 0, casesLeft: 8, others: 1 })
  expect(await importData(database, file)).toEqual({ cases: 0, casesLeft: 8, others: 0 })
})

test('an import writes nothing if the database rejects a part of it', async () => {
  const database = await freshDatabase()
  await sql(database, 'alter table cases add constraint rejected check (id <> 6)')
  const { id: _, ...item } = demoData.cases[0]!
  const file = { types: [{ code: 'NEW', name: 'New' }] }
  await expect(importData(database, { ...file, cases: [{ ...item, id: 6 }] })).rejects.toThrow('"rejected"')
  expect(await sql(database, `select from case_types where code = 'NEW'`)).toEqual([])
  expect(await importData(database, { ...file, cases: [{ ...item, id: 7 }] })).toMatchObject({ cases: 1, others: 1 })
})
