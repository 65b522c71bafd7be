import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { openPostgres } from '../../src/database/postgres/postgres.ts'
import { statement } from '../../src/database/statement.ts'
import { createPostgresDatabase, isDistributed, sql } from '../support/database/database.ts'

const schema = [
  'create table counters (id int primary key, count int not null check (count >= 0))',
  `select from create_distributed_table('counters', 'id', shard_count => 2, colocate_with => 'none')`,
  'insert into counters select id, 0 from generate_series(1, 20) id',
  `create function count_up(counter int, command text) returns int language plpgsql set lock_timeout = '200ms' as $$
    declare result int;
    begin
      update counters set count = count + 1 where id = counter returning count into result;
      execute command;
      return result;
    end $$`,
  `select from create_distributed_function('count_up(int, text)', 'counter', colocate_with => 'counters')`,
]

const countUp = statement('select count_up($1, $2) as count', { count: 'int' }, { writes: true })

// Needs a cluster: TEST_CITUS_URL.
describe.runIf(isDistributed)('a write that another server runs', () => {
  let database: Database
  let other: Database
  beforeAll(async () => {
    const url = await createPostgresDatabase('empty')
    const store = { kind: 'postgresql' as const, url, poolSize: 2, preparedStatements: true, queryTimeoutMs: 2_000 }
    ;[database, other] = [await openPostgres(store), await openPostgres(store)]
    for (const text of schema) await sql(database, text)
  })
  afterAll(() => Promise.all([database.close(), other.close()]))

  const count = (id: number, command = 'select') => database.run(countUp, [id, command])
  const countOf = async (id: number) =>
    (await sql<{ count: number }>(other, 'select count from counters where id = $1', [id]))[0]?.count

  test.each([
    ['a deadlock', `do $$ begin raise exception using errcode = '40P01'; end $$`, { code: 'UNAVAILABLE' }],
    ['a time limit there', `do $$ begin raise exception using errcode = '57014'; end $$`, { code: 'UNAVAILABLE' }],
    ['a constraint', 'update counters set count = -1 where id = 1', { code: '23514' }],
  ])('was rolled back if it fails because of %s', async (_what, command, expected) => {
    await expect(count(1, command)).rejects.toMatchObject(expected)
    expect(await countOf(1)).toBe(0)
  })

  test('was rolled back if it waits for the lock of a row', async () => {
    await other.transaction(async ({ run }) => {
      await run(statement('update counters set count = count where id = 1'))
      await expect(count(1)).rejects.toMatchObject({ code: 'UNAVAILABLE', cause: { code: '55P03' } })
    })
    expect(await countOf(1)).toBe(0)
  })

  test.each([
    ['the session there ends', 'select pg_terminate_backend(pg_backend_pid()), pg_sleep(1)'],
    ['it takes too long', 'select pg_sleep(10)'],
  ])('has an unknown outcome if %s', async (_what, command) => {
    await expect(count(2, command)).rejects.toThrow('which may have happened')
    expect(await count(3)).toHaveLength(1)
  })
})
