import { authenticate } from '../../viewer/authenticate.ts'
import { requireCredentials } from '../../viewer/viewer.ts'
import type { RequestContext } from '../../context.ts'
import { invalidInput, RequestError } from '../../errors/request-error.ts'
import { maximumProblems, type Problem } from '../../errors/problems.ts'
import type { RequestErrorCode } from '../../errors/request-errors.ts'

const maximumChanges = 100

/** A change that was not made because its request was rejected, for example because the case has another version. */
export interface RejectedChange {
  rejection: RequestError
  /** The problems of the rejection with their locations, or the rejection itself without one. */
  problems: Problem<RequestErrorCode>[]
}

/** The codes of errors that concern one change. All others concern the request as a whole. */
const codesOfChanges: ReadonlySet<RequestErrorCode> = new Set([
  'BAD_USER_INPUT',
  'CONFLICT',
  'FORBIDDEN',
  'PRECONDITION_FAILED',
])

/**
 * Makes several changes at once, which share statements. One that fails stops no other. Throws BAD_USER_INPUT if there
 * are too many, and the error of one of them if none could be made for a reason that concerns the whole request.
 */
export async function bulk<Input, Result>(
  context: RequestContext,
  inputs: readonly Input[],
  change: (context: RequestContext, input: Input) => Promise<Result>,
): Promise<(Result | RejectedChange)[]> {
  requireCredentials(context)
  if (inputs.length === 0) await authenticate(context)
  if (inputs.length > maximumChanges) {
    throw invalidInput([{ message: `inputs must contain at most ${maximumChanges} items.`, path: ['inputs'] }])
  }
  const results = await Promise.all(
    inputs.map((input) => change(context, input).catch((error: unknown) => rejected(context, error))),
  )
  const rejections = results.filter(isRejected).map(({ rejection }) => rejection)
  const [first] = rejections
  if (first && rejections.length === results.length && !rejections.some(({ code }) => codesOfChanges.has(code))) {
    // If it is unknown whether one of them was written, no other error may promise that nothing was.
    throw rejections.find(({ code }) => code === 'INTERNAL_SERVER_ERROR') ?? first
  }
  return withinMaximum(results)
}

/** Each result keeps its first problem. Others are kept up to the maximum for the response. */
function withinMaximum<Result>(results: readonly Result[]): Result[] {
  let others = maximumProblems - results.filter(hasProblems).length
  return results.map((result) => {
    if (!hasProblems(result)) return result
    const problems = result.problems.slice(0, 1 + others)
    others -= problems.length - 1
    return { ...result, problems }
  })
}

function hasProblems<Result>(result: Result): result is Result & { problems: Problem<string>[] } {
  return typeof result === 'object' && result !== null && 'problems' in result
}

/** Unexpected errors are logged here, because they are not errors of the whole result. */
function rejected({ services, requestId }: RequestContext, error: unknown): RejectedChange {
  if (error instanceof RequestError) return rejectedChange(error)
  services.log.error({ requestId, err: error }, 'A request failed.')
  return rejectedChange(new RequestError('INTERNAL_SERVER_ERROR', 'An unexpected error occurred.'))
}

function rejectedChange(rejection: RequestError): RejectedChange {
  const { code, message, problems = [{ message, path: [] }] } = rejection
  return {
    rejection,
    problems: problems.map((each) => ({ code, message: each.message, path: 'path' in each ? each.path : [] })),
  }
}

export function isRejected(result: unknown): result is RejectedChange {
  return typeof result === 'object' && result !== null && 'rejection' in result
}
