import { expect, test } from 'vitest'
import { hashOf } from '../../../src/database/citus/shard-hash.ts'
import { databaseKind, emptyDatabase, sql } from '../../support/database/database.ts'

test.runIf(databaseKind === 'postgresql')('the shard of a number is that of hashint8', async () => {
  const numbers = [0, 1, 1001, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 2 ** 48 + 17, 2 ** 53 - 1]
  const random = Array.from({ length: 200 }, (_, i) => (2 ** 53 - 1 - i * 7_919) % (2 ** (20 + (i % 33)) + i))
  const all = [...numbers, ...random]
  const rows = await sql<{ hash: number }>(
    await emptyDatabase(),
    'select hashint8(n) as hash from unnest($1::bigint[]) with ordinality as u (n, i) order by i',
    [all],
  )
  expect(all.map(hashOf)).toEqual(rows.map(({ hash }) => hash))
})
