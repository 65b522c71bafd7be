import { expect, test } from 'vitest'
import { readOptions } from '../../bench/options.ts'

const publishes = (args: string) => readOptions(args.split(' ').filter(Boolean))!.options.publishes

test.each([
  '',
  'growth',
  'memory',
  'maintenance --fresh',
  'ratios --rounds 5 --seconds 3',
  'growth --cases 10000,1000000,5000000',
])('a measurement of the default sizes is published: %s', (args) => {
  expect(publishes(args)).toBe(true)
})

test.each([
  'growth --only update',
  'resources --rounds 1',
  'start --seconds 0.5',
  'ratios --cases 200000',
  'fairness --connections 8',
  'memory --requests 1000',
  'ratios --against ../old',
])('a measurement of other sizes is not published: %s', (args) => {
  expect(publishes(args)).toBe(false)
})

test.each([
  '--seconds 0',
  '--seconds 0.0',
  '--seconds .5',
  '--seconds=-1',
  '--rounds 1.5',
  '--requests 0',
  '--cases 1,x',
])('rejects %s', (args) => {
  expect(() => readOptions(args.split(' '))).toThrow(/^--\w+ must be a positive (number|integer)\.$/)
})
