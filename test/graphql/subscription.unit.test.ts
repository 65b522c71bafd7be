import { assertObjectType, buildSchema, type ExecutionResult, getOperationAST, parse } from 'graphql'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { RequestContext } from '../../src/context.ts'
import { Plan } from '../../src/graphql/plan/plan.ts'
import { payloadsOf, subscribe } from '../../src/graphql/subscription.ts'
import { ResponseMemory } from '../../src/http/response-memory.ts'

const schema = buildSchema('type Query { a: Int } type Subscription { events: Event } type Event { a: Int b: Int }')
let executions = 0
const events = [{ b: 1 }, { b: 2 }]
const subscription = schema.getSubscriptionType()!.getFields()['events']!
subscription.subscribe = async function* () {
  yield* events
}
subscription.resolve = (event) => event
assertObjectType(schema.getType('Event')).getFields()['a']!.resolve = () => executions++

const planned = new Map<string, Plan>()

async function results(query: string, session: string, variables = {}) {
  const document = parse(query)
  const operation = getOperationAST(document)!
  if (!planned.has(query)) planned.set(query, new Plan(schema, document, operation, () => {}))
  const responseMemory = new ResponseMemory({ size: 1_000, memory: 1_000, timeoutMs: 1 })
  const credentials = { tokenHash: session, touchpoint: 'desk' }
  const context = { credentials, services: { responseMemory } } as unknown as RequestContext
  const options = { schema, document, operationName: null, variables, variableValues: { sources: {}, coerced: {} } }
  const found = await subscribe({ ...options, plan: planned.get(query)!, masked: (result) => result }, context)
  return Array.fromAsync(found as AsyncIterable<unknown>)
}

test('what a session selects of an event is executed once, however often it subscribes', async () => {
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => results('subscription { events { a } }', 'x')))
  expect(executions).toBe(2)
  for (const other of others) expect(other).toEqual(first)
  await results('subscription { events { a b } }', 'x')
  await results('subscription { events { a } }', 'y')
  await results('subscription { events { a } }', 'x', { c: 1 })
  expect(executions).toBe(8)
})

test('payloads have heartbeats while nothing happens, and end with the results', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const happens = Promise.withResolvers<ExecutionResult>()
  const source = async function* () {
    yield await happens.promise
  }
  const payloads = payloadsOf(source())
  const first = payloads.next()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await first).toEqual({ done: false, value: {} })
  const second = payloads.next()
  happens.resolve({ data: {} })
  expect(await second).toEqual({ done: false, value: { payload: { data: {} } } })
  expect(await payloads.next()).toEqual({ done: true, value: undefined })
})
