import { words } from '../support/words.ts'
import { expect, test } from 'vitest'
import { dateTimeText } from '../../src/graphql/schema/scalars.ts'

test('a DateTime is the text of toISOString', () => {
  const day = 86_400_000
  const instants = words`0001-01-01 0999-12-31 1000-01-01 2024-02-29 9999-12-31 +010000-01-01 -000001-12-31`
  const times = instants.flatMap((text) => [0, 1, 999, 59_999, 3_599_999, day - 1].map((ms) => Date.parse(text) + ms))
  // Every day of 40 years, each at another time.
  for (let i = 0; i < 14_610; i++) times.push(i * day + ((i * 7_919_317) % day))
  for (const time of times) expect(dateTimeText(new Date(time))).toBe(new Date(time).toISOString())
})

test('an invalid date is an error', () => expect(() => dateTimeText(new Date(NaN))).toThrow(RangeError))
