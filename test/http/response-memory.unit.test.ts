import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ResponseBudget, ResponseMemory } from '../../src/http/response-memory.ts'

const size = 1_000_000
const memory = new ResponseMemory({ size, memory: 4 * size, timeoutMs: 1_000 })
const newBudget = (session = 'session') => new ResponseBudget(memory, () => session)

test('a body is counted until its response is closed', () => {
  const budget = newBudget()
  budget.settle(50_000)
  expect(memory.total).toBe(50_000)
  budget.closed()
  expect(memory.total).toBe(0)
})

test('an operation that still runs keeps its texts after its client has left', async () => {
  const budget = newBudget()
  const running = Promise.withResolvers<void>()
  const ended = budget.holdWhile(() => running.promise)
  budget.charge(50_000)
  budget.closed()
  expect(memory.total).toBe(50_000)
  running.resolve()
  await ended
  expect(memory.total).toBe(0)
  budget.settle(50_000)
  expect(memory.total).toBe(0)
})

test('what a mutation loads is not charged, because its largest size is reserved', () => {
  const budget = newBudget()
  budget.reserve(size)
  budget.charge(size)
  expect([budget.charged, memory.total, budget.excess]).toEqual([size, size, undefined])
  budget.closed()
  expect(memory.total).toBe(0)
})

/** What happens to a request besides the end of its response and of its operations. */
const events: Record<string, (budget: ResponseBudget, bytes: number) => void> = {
  'texts are loaded': (budget, bytes) => budget.charge(bytes),
  'the result is reserved': (budget, bytes) => budget.reserve(bytes),
  'the result is measured': (budget, bytes) => budget.growTo(bytes),
  'the body is sent': (budget, bytes) => budget.settle(bytes),
}
const request = fc.record({
  events: fc.array(fc.tuple(fc.constantFrom(...Object.keys(events)), fc.nat(size * 1.2))),
  closesAt: fc.nat(10),
  begins: fc.nat(10),
  lasts: fc.nat(5),
  fails: fc.boolean(),
})

test('in whatever order requests begin, load, fail, are sent and closed, nothing stays counted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: 8 }), async (requests) => {
      await Promise.all(
        requests.map(async ({ events: happens, closesAt, begins, lasts, fails }, index) => {
          const budget = newBudget(`${index % 3}`)
          const { promise, resolve, reject } = Promise.withResolvers<void>()
          const operation: Promise<unknown>[] = []
          for (let step = 0; step <= 15; step++) {
            if (step === begins) operation.push(budget.holdWhile(() => promise).catch(() => {}))
            const [name, bytes] = happens[step] ?? []
            if (name !== undefined) events[name]!(budget, bytes!)
            if (step === begins + lasts) (fails ? reject : resolve)(new Error('Failed.') as never)
            if (step === closesAt) budget.closed()
            await Promise.resolve()
          }
          await Promise.all(operation)
        }),
      )
      expect([memory.total, ['0', '1', '2'].every((session) => memory.hasRoom(session, size))]).toEqual([0, true])
    }),
  )
})
