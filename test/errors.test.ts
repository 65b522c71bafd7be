import { expect, test } from 'vitest'
import { requestErrors } from '../src/errors.ts'

test('what is wrong with a request has one code for each face', () => {
  expect(requestErrors.UNAUTHENTICATED).toMatchObject({ rest: 'unauthenticated', status: 401 })
})
