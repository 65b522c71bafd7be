import { expect, test } from 'vitest'
import { inStoredOrder } from '../../../src/cases/values/case-data.rules.ts'
import { emptyDatabase, sql } from '../../support/database/database.ts'

test('case data has the order of members that PostgreSQL returns', async () => {
  const names = ['severity', 'b', 'Zz', 'aa', 'a', 'é', 'zzz', '😀', '\uff5e', '\ue000x', 'line down', 'x.y', '']
  const [row] = await sql<{ data: object }>(await emptyDatabase(), 'select $1::jsonb as data', [
    JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))),
  ])
  expect(Object.keys(inStoredOrder(names.map((name) => [name, 1])))).toEqual(Object.keys(row!.data))
})
