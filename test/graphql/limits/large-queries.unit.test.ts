import { expect, test } from 'vitest'
import { LargeQueries } from '../../../src/graphql/limits/large-queries.ts'

test('large queries of a session run one after another, and others at the same time', async () => {
  const queries = new LargeQueries()
  const first = Promise.withResolvers<string>()
  const started: string[] = []
  const run = (session: string, name: string, result: Promise<string> = Promise.resolve(name)) =>
    queries.run(session, () => {
      started.push(name)
      return result
    })
  const one = run('olga', 'one', first.promise)
  const two = run('olga', 'two')
  expect(await run('paula', 'other')).toBe('other')
  expect(started).toEqual(['one', 'other'])
  first.resolve('one')
  expect([await one, await two]).toEqual(['one', 'two'])
})

test('a query that fails does not stop the next one', async () => {
  const queries = new LargeQueries()
  const failed = queries.run('olga', () => Promise.reject(new Error('Boom.')))
  const next = queries.run('olga', () => 'result')
  await expect(failed).rejects.toThrow('Boom.')
  expect(await next).toBe('result')
})

test('at most 20 queries of a session wait', async () => {
  const queries = new LargeQueries()
  const blocked = Promise.withResolvers<void>()
  const accepted = Array.from({ length: 25 }, () => queries.run('olga', () => blocked.promise)).filter(Boolean)
  expect(accepted.length).toBe(20)
  expect(queries.run('paula', () => 'result')).toBeDefined()
  blocked.resolve()
  await Promise.all(accepted)
})
