import { type ExecutionResult, type GraphQLResolveInfo, OperationTypeNode } from 'graphql'
import type { RequestContext } from '../../context.ts'
import { jsonSize } from '../../response-memory/json-size.ts'
import { countedFrom, type ResponseBudget } from '../../response-memory/response-budget.ts'
import { CachedResult, dataBytes } from '../result-text.ts'
import { LargeQueries } from './large-queries.ts'
import type { OperationMeasure } from './query-cost.ts'

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
export class ResponseSize {
  readonly #largeQueries = new LargeQueries()

  /** Executes an operation that may have a large result. Internal ones have no measure. */
  execute<Result>(measure: OperationMeasure | undefined, context: RequestContext, execute: () => Result) {
    if (!measure || (measure.cost <= largeCost && measure.bytes <= largeBytes && !measure.isMutation)) return execute()
    if (!measure.isMutation) return executeLarge(this.#largeQueries, context, execute)
    if (measure.bytes === 0) return execute()
    const { responseBudget: budget } = context
    budget.growTo(measure.bytes)
    budget.refuseExcess()
    return budget.refusal ? refused : execute()
  }
}

/** Returns the result if it is not too large. */
export function sizeChecked(
  result: ExecutionResult,
  measure: OperationMeasure | undefined,
  context: RequestContext,
): ExecutionResult {
  if (!measure || measure.isMutation || result instanceof CachedResult) return result
  const { responseBudget: budget } = context
  const loaded = budget.charged * (measure.aliases + 1)
  if (measure.cost > smallCost || loaded > countedFrom) {
    budget.executed(bytesOf(result, measure.cost, loaded, context.services.responseMemory.maximumSize))
  }
  budget.refuseExcess()
  return budget.refusal ? refused : result
}

/** The size of a result as JSON. */
function bytesOf(result: ExecutionResult, cost: number, loaded: number, maximum: number): number {
  const canBeLarge = cost > maximumCostOfText || loaded > maximumBytesOfText
  return result.data && !canBeLarge ? dataBytes(result) : jsonSize(result.data, maximum)
}

async function executeLarge<Result>(queries: LargeQueries, context: RequestContext, execute: () => Result) {
  const { responseBudget: budget } = context
  const result = queries.run(budget.session, () => {
    // The client may have left while the query was waiting.
    if (budget.isClosed) budget.refuse()
    else budget.refuseUnlessRoom()
    return budget.refusal ? refused : execute()
  })
  if (!result) budget.refuse()
  return (await result) ?? refused
}

/** What a resolver may load. Undefined in a mutation, which has reserved its largest size. */
export function loadBudget(context: RequestContext, { operation }: GraphQLResolveInfo): ResponseBudget | undefined {
  return operation.operation === OperationTypeNode.MUTATION ? undefined : context.responseBudget
}

/** Returns a value of a rejected input. Throws if the response becomes too large: nothing was written, so nothing is lost. */
export function charged<Value extends string | string[]>(context: RequestContext, value: Value): Value {
  const { responseBudget: budget } = context
  budget.charge(jsonSize(value, Infinity))
  if (budget.excess) throw budget.excess
  return value
}
