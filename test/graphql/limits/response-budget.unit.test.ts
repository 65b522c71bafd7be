import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Caller } from '../../../src/auth/viewer.ts'
import { ResponseBudget } from '../../../src/response-memory/response-budget.ts'
import { ResponseMemory } from '../../../src/response-memory/response-memory.ts'

const size = 1_000_000
const memory = new ResponseMemory({ size, memory: 4 * size, timeoutMs: 1_000 })
const credentials = { touchpoint: 'desk', tokenHash: 'session' }
const viewer = {} as NonNullable<Caller['viewer']>
const newBudget = (context: Caller = { credentials, viewer }) => new ResponseBudget(memory, { context })

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

test('the result of a request whose token was not checked has the share of requests without a session', () => {
  const budgets = ['one', 'two', 'three'].map((tokenHash) => newBudget({ credentials: { ...credentials, tokenHash } }))
  for (const budget of budgets) budget.executed(size / 2)
  expect(budgets.map(({ excess }) => excess?.code)).toEqual([undefined, undefined, 'UNAVAILABLE'])
  for (const budget of budgets) budget.closed()
  expect(memory.total).toBe(0)
})

/** What happens to a request besides the end of its response and of its operations. */
const events: Record<string, (budget: ResponseBudget, context: Caller, bytes: number) => void> = {
  'texts are loaded': (budget, _context, bytes) => budget.charge(bytes),
  'the result is measured': (budget, _context, bytes) => budget.executed(bytes),
  'the body is sent': (budget, _context, bytes) => budget.settle(bytes),
  'the session is accepted': (_budget, context) => (context.viewer = viewer),
  'the session is rejected': (_budget, context) => (context.viewer = null),
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
          const context: Caller = { credentials: { ...credentials, tokenHash: `${index % 3}` } }
          const budget = newBudget(context)
          const { promise, resolve, reject } = Promise.withResolvers<void>()
          const operation: Promise<unknown>[] = []
          for (let step = 0; step <= 15; step++) {
            if (step === begins) operation.push(budget.holdWhile(() => promise).catch(() => {}))
            const [name, bytes] = happens[step] ?? []
            if (name !== undefined) events[name]!(budget, context, bytes!)
            if (step === begins + lasts) (fails ? reject : resolve)(new Error('Failed.') as never)
            if (step === closesAt) budget.closed()
            await Promise.resolve()
          }
          await Promise.all(operation)
        }),
      )
      expect(memory.total).toBe(0)
      expect(['', '0', '1', '2'].every((session) => memory.hasRoom(session, size))).toBe(true)
    }),
  )
})
