import { type DocumentNode, type ExecutionResult, type GraphQLResolveInfo, OperationTypeNode } from 'graphql'
import { type GraphQLParams, isAsyncIterable, type Plugin } from 'graphql-yoga'
import type { RequestContext } from '../../context.ts'
import { jsonSize } from '../../response-memory/json-size.ts'
import { budgetOf, countedFrom, type ResponseBudget } from '../../response-memory/response-budget.ts'
import type { DocumentCache } from '../document-cache.ts'
import { CachedResult, dataText } from '../result-text.ts'
import { LargeQueries } from './large-queries.ts'

/** Operations with a lower cost have a small result, unless they load long texts. */
const smallCost = 250

/** Up to both of these, a result has some megabytes at most, and becomes text before it is measured, which is faster. */
const maximumCostOfText = 5_000
const maximumBytesOfText = 1024 * 1024

/** Queries over one of these run one after another in each session. */
const largeCost = 1_000
const largeBytes = 3 * 1024 * 1024

/** The executor throws the budget's refusal instead of returning a result. */
const refused: ExecutionResult = { errors: [] }

/**
 * Limits the size of results. A query is executed until it has loaded too much, and its result is measured before it
 * becomes text. A mutation must not lose its result after a write, so it reserves its largest size before execution.
 */
export function responseSize(documents: DocumentCache): Plugin<object, RequestContext> {
  const largeQueries = new LargeQueries()
  return {
    onExecute({ args, executeFn, setExecuteFn, setResultAndStopExecution }) {
      const measure = documents.measureOf(args.document, args.operationName)
      if (!measure || (measure.cost <= largeCost && measure.bytes <= largeBytes && !measure.isMutation)) return
      const context = args.contextValue as unknown as RequestContext
      if (!measure.isMutation) return setExecuteFn(() => executeLarge(largeQueries, context, () => executeFn(args)))
      if (measure.bytes === 0) return
      const budget = budgetOf(context)
      budget.reserve(measure.bytes)
      if (budget.refusal) setResultAndStopExecution(refused)
    },
    onExecutionResult({ result, context, setResult }) {
      if (!result || isAsyncIterable(result) || result instanceof CachedResult) return
      const { document, params } = context as unknown as { document?: DocumentNode; params?: GraphQLParams }
      const measure = document && documents.measureOf(document, params?.operationName)
      if (!measure || measure.isMutation) return
      const loaded = (context.responseBudget?.charged ?? 0) * (measure.aliases + 1)
      if (measure.cost > smallCost || loaded > countedFrom) {
        const bytes = bytesOf(result.data, measure.cost, loaded, context.services.responseMemory.maximumSize)
        if (bytes > countedFrom) budgetOf(context).growTo(bytes)
      }
      context.responseBudget?.refuseExcess()
      if (context.responseBudget?.refusal) setResult(refused)
    },
  }
}

/** The size of a result as JSON. */
function bytesOf(data: ExecutionResult['data'], cost: number, loaded: number, maximum: number): number {
  const canBeLarge = cost > maximumCostOfText || loaded > maximumBytesOfText
  return data && !canBeLarge ? Buffer.byteLength(dataText(data)) : jsonSize(data, maximum)
}

async function executeLarge<Result>(queries: LargeQueries, context: RequestContext, execute: () => Result) {
  const budget = budgetOf(context)
  const result = queries.run(budget.session, () => {
    // The client may have left while the query was waiting.
    budget.refuseUnlessRoom(!budget.isSent)
    return budget.refusal ? refused : execute()
  })
  if (!result) budget.refuseUnlessRoom(false)
  return (await result) ?? refused
}

/** What a resolver may load. Undefined in a mutation, which has reserved its largest size. */
export function loadBudget(context: RequestContext, { operation }: GraphQLResolveInfo): ResponseBudget | undefined {
  return operation.operation === OperationTypeNode.MUTATION ? undefined : budgetOf(context)
}

/** Returns a value of a rejected input. Throws if the response becomes too large: nothing was written, so nothing is lost. */
export function charged<Value extends string | string[]>(context: RequestContext, value: Value): Value {
  const budget = budgetOf(context)
  budget.charge(jsonSize(value, Infinity))
  if (budget.excess) throw budget.excess
  return value
}
