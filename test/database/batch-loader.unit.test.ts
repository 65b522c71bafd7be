import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { BatchLoader, type Numbered } from '../../src/database/statements/batch-loader.ts'

/** Rejects every batch that contains the key "bad", as PostgreSQL rejects a statement for one of its rows. */
function loaderOf(code: string) {
  const batches: string[][] = []
  const loader = new BatchLoader(async (keys: readonly string[]): Promise<Numbered<{ key: string }>[]> => {
    batches.push([...keys])
    if (keys.includes('bad')) throw Object.assign(new Error('Refused.'), { code })
    return keys.map((key, index) => ({ key, ordinal: index + 1 }))
  })
  const outcomes = (...keys: string[]) =>
    Promise.all(
      keys.map((key) =>
        loader.load(key).then(
          (row) => row?.key,
          () => 'failed',
        ),
      ),
    )
  return { batches, outcomes }
}

test('if a row of a statement is refused, each key is tried alone', async () => {
  const { batches, outcomes } = loaderOf('23514')
  expect(await outcomes('a', 'bad', 'b')).toEqual(['a', 'failed', 'b'])
  expect(batches).toEqual([['a', 'bad', 'b'], ['a'], ['bad'], ['b']])
})

test('a key that was alone is not tried again', async () => {
  const { batches, outcomes } = loaderOf('23514')
  expect([await outcomes('bad'), batches]).toEqual([['failed'], [['bad']]])
})

test.each(['08006', '25006', '53100', '57P01'])('if the server fails with %s, no key is tried again', async (code) => {
  const { batches, outcomes } = loaderOf(code)
  expect(await outcomes('a', 'bad', 'b')).toEqual(['failed', 'failed', 'failed'])
  expect(batches).toHaveLength(1)
})

test('while as many statements run as are allowed, further keys wait and share the next one', async () => {
  const batches: string[][] = []
  const running: (() => void)[] = []
  const loadRows = async (keys: readonly string[]): Promise<Numbered<object>[]> => {
    batches.push([...keys])
    await new Promise<void>((resolve) => running.push(resolve))
    return []
  }
  const loader = new BatchLoader(loadRows, { maxStatements: 1 })
  const first = loader.load('a')
  await expect.poll(() => batches).toEqual([['a']])
  const others = [loader.load('b'), loader.load('c')]
  await setImmediate()
  expect(batches).toEqual([['a']])
  running.shift()!()
  await first
  await expect.poll(() => batches).toEqual([['a'], ['b', 'c']])
  running.shift()!()
  await Promise.all(others)
})
