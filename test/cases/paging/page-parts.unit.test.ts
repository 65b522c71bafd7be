import { expect, test } from 'vitest'
import type { PageBudget, PageKey } from '../../../src/cases/timeline/page-loader.ts'
import { partsOf } from '../../../src/cases/timeline/page-parts.ts'

const newBudget = (): PageBudget => ({ excess: undefined, charge() {} })
const key = (limit: number, budget?: PageBudget): PageKey => ({
  caseId: 1,
  version: 1,
  editsUntil: 1,
  internal: true,
  page: { after: undefined, before: undefined, limit, inverted: false },
  budget,
})

test('a statement loads at most 1,024 rows', () => {
  const keys = Array.from({ length: 25 }, () => key(101))
  expect([...partsOf(keys)].map(({ length }) => length)).toEqual([10, 10, 5])
})

test('a statement may load exactly as many rows as are allowed, and a larger page by itself', () => {
  expect([...partsOf([key(512), key(512), key(1)])]).toEqual([[0, 1], [2]])
  expect([...partsOf([key(2_000), key(600), key(1)])]).toEqual([[0], [1, 2]])
})

test('nothing more is loaded for a request that exceeded its budget', () => {
  const attack = { ...newBudget(), excess: undefined as Error | undefined }
  const parts = partsOf([key(1_000, attack), key(11, newBudget()), key(201, attack), key(1_000, attack)])
  expect(parts.next().value).toEqual([0, 1])
  attack.excess = new Error('Too large.')
  expect(parts.next()).toEqual({ done: true, value: undefined })
})

test('a request that exceeded its budget does not keep the pages of others from being loaded', () => {
  const attack = { ...newBudget(), excess: new Error('Too large.') }
  expect([...partsOf([key(201, attack), key(11, newBudget()), key(2_000, attack)])]).toEqual([[1]])
})
