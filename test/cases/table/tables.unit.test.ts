import { expect, test } from 'vitest'
import { Tables } from '../../../src/cases/table/tables.ts'

const caller = (tokenHash: string, address = tokenHash) => ({
  credentials: { touchpoint: 'desk', tokenHash },
  callerAddress: () => address,
})
const rateLimited = expect.objectContaining({ code: 'RATE_LIMITED' })

test('a session may read two tables at a time', () => {
  const tables = new Tables()
  const first = tables.begin(caller('a'))
  tables.begin(caller('a'))
  expect(() => tables.begin(caller('a'))).toThrow(rateLimited)
  first[Symbol.dispose]()
  expect(() => tables.begin(caller('a'))).not.toThrow()
})

test('an address may read ten', () => {
  const tables = new Tables()
  for (let index = 0; index < 10; index++) tables.begin(caller(`${index}`, 'office'))
  expect(() => tables.begin(caller('next', 'office'))).toThrow(rateLimited)
  expect(() => tables.begin(caller('next', 'home'))).not.toThrow()
})

test('a process may send 20', () => {
  const tables = new Tables()
  for (let index = 0; index < 20; index++) tables.begin(caller(`${index}`))
  expect(() => tables.begin(caller('next'))).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }))
})
