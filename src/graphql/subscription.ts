import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  validateSubscriptionArgs,
  type VariableValues,
} from 'graphql'
import type { RequestContext } from '../context.ts'
import { ResponseBudget } from '../http/response-memory.ts'
import type { Plan } from './plan/plan.ts'
import type { StreamForm } from './requests/media-types.ts'
import { resultText, type Variables } from './result-text.ts'

interface Subscription {
  schema: GraphQLSchema
  document: DocumentNode
  operationName: string | null | undefined
  /** As they were sent, and coerced. */
  variables: Variables
  variableValues: VariableValues
  plan: Plan
  /** Sets the codes of the errors of a result. */
  masked(result: ExecutionResult): ExecutionResult
}

/** Begins a subscription. Its results are those of its events, each executed with the prepared plan. */
export async function subscribe(
  { schema, document, operationName, variables, variableValues, plan, masked }: Subscription,
  context: RequestContext,
): Promise<ExecutionResult | AsyncIterable<ExecutionResult>> {
  const named = operationName == null ? {} : { operationName }
  const sent = { schema, document, ...named, variableValues: { ...variables }, contextValue: context }
  const args = validateSubscriptionArgs(sent)
  if (!('schema' in args)) return { errors: args }
  const source = await createSourceEventStream(args)
  if (!(Symbol.asyncIterator in source)) return source
  return resultsOf(source)

  async function* resultsOf(events: AsyncIterable<unknown>) {
    const session = context.credentials?.tokenHash ?? ''
    const key = JSON.stringify([session, variables, operationName, document.loc?.source.body])
    for await (const event of events as AsyncIterable<object>) {
      const ofEvent = executed.get(event) ?? new Map<string, Promise<ExecutionResult>>()
      const result = ofEvent.get(key) ?? executeEvent(plan, event, context, { session, variableValues }).then(masked)
      executed.set(event, ofEvent.set(key, result))
      yield result
    }
  }
}

/**
 * By event, what was executed for it: by the session and its subscription. A session that has subscribed several times to the same
 * selection shares its result.
 */
const executed = new WeakMap<object, Map<string, Promise<ExecutionResult>>>()

const noVariables: VariableValues = { sources: {}, coerced: {} }

/**
 * Executes a subscription for one event. What it loads is neither kept for other events nor charged to the whole stream, but to the
 * share of the session for as long as it runs.
 */
export async function executeEvent(
  plan: Plan,
  event: unknown,
  context: RequestContext,
  { session, variableValues = noVariables }: { session: string; variableValues?: VariableValues },
): Promise<ExecutionResult> {
  const responseBudget = new ResponseBudget(context.services.responseMemory, () => session)
  try {
    const contextValue: RequestContext = { ...context, responseBudget }
    const result = await plan.execute({ rootValue: event, contextValue, variableValues })
    if (responseBudget.excess) throw responseBudget.excess
    return result
  } finally {
    responseBudget.closed()
  }
}

const heartbeatMs = 12_000

/** The text of a stream of results. */
export async function* textOf(results: AsyncIterable<ExecutionResult>, form: StreamForm): AsyncGenerator<string> {
  const iterator = results[Symbol.asyncIterator]()
  let arrived: Promise<IteratorResult<ExecutionResult>> | undefined
  let woken = Promise.withResolvers<void>()
  // Not Promise.race: a result that is waited for would keep something of each heartbeat before it.
  const heartbeats = setInterval(() => woken.resolve(), heartbeatMs).unref()
  const pull = () => {
    const next = iterator.next()
    const wake = () => {
      arrived = next
      woken.resolve()
    }
    next.then(wake, wake)
  }
  try {
    yield form.begin
    for (pull(); ;) {
      await woken.promise
      woken = Promise.withResolvers()
      const found = await arrived
      arrived = undefined
      if (found?.done) break
      yield found ? form.part(resultText(found.value)) : form.heartbeat
      if (found) pull()
    }
    yield form.end
  } finally {
    clearInterval(heartbeats)
    await iterator.return?.()
  }
}
