import { assertObjectType, buildSchema, type ExecutionResult, getOperationAST, parse } from 'graphql'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { RequestContext } from '../../src/context.ts'
import { Plan } from '../../src/graphql/plan/plan.ts'
import { acceptedForms } from '../../src/graphql/requests/media-types.ts'
import { subscribe, textOf } from '../../src/graphql/subscription.ts'
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

test.each([
  ['text/event-stream', ':\n\n', 'event: next\ndata: {"data":{}}\n\n', 'event: complete\ndata:\n\n'],
  [
    'multipart/mixed;subscriptionSpec="1.0"',
    '\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}\r\n---',
    '\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: 23\r\n\r\n{"payload":{"data":{}}}\r\n---',
    '--\r\n',
  ],
])('%s has heartbeats while nothing happens, and ends with the results', async (accept, heartbeat, result, end) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const happens = Promise.withResolvers<ExecutionResult>()
  const source = async function* () {
    yield await happens.promise
  }
  const texts = textOf(source(), acceptedForms(accept).stream!)
  await texts.next()
  const first = texts.next()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await first).toEqual({ done: false, value: heartbeat })
  const second = texts.next()
  happens.resolve({ data: {} })
  expect(await second).toEqual({ done: false, value: result })
  expect([await texts.next(), await texts.next()]).toEqual([
    { done: false, value: end },
    { done: true, value: undefined },
  ])
})
