import { expect, test } from 'vitest'
import { ResponseBudget } from '../../../src/response-memory/response-budget.ts'
import { ResponseMemory } from '../../../src/response-memory/response-memory.ts'

const memory = new ResponseMemory({ size: 1_000_000, memory: 4_000_000, timeoutMs: 1_000 })

test('a body whose size nobody expected is released when it is sent', () => {
  // Created for the body, after the operation has been executed.
  const budget = new ResponseBudget(memory, 'session')
  budget.growTo(50_000)
  budget.settle(50_000)
  expect(memory.total).toBe(50_000)
  budget.sent()
  expect(memory.total).toBe(0)
})

test('an operation that still runs keeps its texts after its client has left', () => {
  const budget = new ResponseBudget(memory, 'session')
  budget.charge(50_000)
  budget.sent()
  expect(memory.total).toBe(50_000)
  budget.executed()
  expect(memory.total).toBe(0)
})
