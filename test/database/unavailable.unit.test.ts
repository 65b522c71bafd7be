import { expect, test } from 'vitest'
import { asUnavailable } from '../../src/database/unavailable.ts'

test.each([
  ['57014', /^The database did not finish in time\. Nothing was written\./],
  ['57P01', /^The database is unavailable\. Nothing was written\./],
])('an error of PostgreSQL with the code %s says what happened', (code, message) => {
  const error = asUnavailable(Object.assign(new Error('x'), { code }))
  expect(error).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringMatching(message) })
})
