import type { ExecutionResult } from 'graphql'
import type { RequestContext } from '../../context.ts'
import { FairQueue } from '../../database/fair-queue.ts'
import { countedFrom } from '../../http/response-memory.ts'
import { afterMutation } from '../errors.ts'
import { CachedResult, dataBytes } from '../result-text.ts'
import type { Measure } from './query-cost.ts'

/** Operations with a lower cost have a small result, unless they load long texts. */
const smallCost = 250

/** Up to both of these, a result has some megabytes at most, and need not be measured while it becomes text. */
const maximumCostOfText = 5_000
const maximumBytesOfText = 1024 * 1024

/** Queries over one of these run one after another in each session. */
const largeCost = 1_000
const largeBytes = 3 * 1024 * 1024

/** The total limits those of made-up tokens, which introspection does not check. */
const largeQueries = { work: 'large queries', inTotal: 32, waiting: 20, pause: 1 }

/**
 * Returns a function that executes an operation and limits the size of its result. A query is executed until it has loaded too much, and
 * its result is measured before it becomes text. A mutation must not lose its result after a write, so it reserves its largest size before
 * execution. Internal operations have no measure. Throws what the result would exceed, or sets it as the excess of the response.
 */
export function responseSizeLimit() {
  const queue = new FairQueue(largeQueries)

  return async (
    isMutation: boolean,
    measure: Measure | undefined,
    context: RequestContext,
    execute: () => Promise<ExecutionResult> | ExecutionResult,
  ): Promise<ExecutionResult> => {
    const { responseBudget: budget } = context
    if (isMutation) {
      budget.reserve(measure?.bytes ?? 0)
      if (budget.excess) throw budget.excess
      return afterMutation(await execute())
    }
    if (!measure) return execute()
    if (measure.cost <= largeCost && measure.bytes <= largeBytes) return measured(await execute(), measure, context)
    const result = await queue.run(context.credentials?.tokenHash ?? '', () => {
      // The caller may have left while the query was waiting.
      budget.requireRoom()
      if (budget.excess) throw budget.excess
      return execute()
    })
    return measured(result, measure, context)
  }
}

/** The result of a query. The budget has an excess if it is too large. */
function measured(result: ExecutionResult, measure: Measure, { responseBudget: budget, services }: RequestContext) {
  if (result instanceof CachedResult || !result.data) return result
  const loaded = budget.charged * (measure.aliases + 1)
  if (measure.cost <= smallCost && loaded <= countedFrom) return result
  const canBeLarge = measure.cost > maximumCostOfText || loaded > maximumBytesOfText
  budget.growTo(dataBytes(result, canBeLarge ? services.responseMemory.maximumSize : Infinity))
  return result
}

/** Returns a value of a rejected input. Throws if the response becomes too large: nothing was written, so nothing is lost. */
export function charged<Value extends string | string[]>(context: RequestContext, value: Value): Value {
  const { responseBudget: budget } = context
  budget.growTo(budget.charged + Buffer.byteLength(JSON.stringify(value)))
  const { excess } = budget
  if (!excess) return value
  // The other results of the mutation are returned.
  budget.excess = undefined
  throw excess
}
