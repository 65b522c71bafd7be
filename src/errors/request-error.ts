import { firstProblem, type InputProblem, type ParameterProblem } from './problems.ts'
import type { RequestErrorCode } from './request-errors.ts'

/** Seconds after which a client may retry, unless more is known. */
export const retryAfterSeconds = 2

/** Rejects a request. The caller receives its message. All other errors are masked. */
export class RequestError extends Error {
  readonly code: RequestErrorCode
  /** All problems with their locations. Undefined if the error has no location. */
  readonly problems: readonly (InputProblem | ParameterProblem)[] | undefined
  /** Further members of the problem document, and of GraphQL's `extensions`. */
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(
    code: RequestErrorCode,
    message: string,
    options?: ErrorOptions & {
      problems?: readonly (InputProblem | ParameterProblem)[]
      details?: Readonly<Record<string, unknown>>
    },
  ) {
    super(message, options)
    this.code = code
    this.problems = options?.problems
    this.details = options?.details
  }
}

/** BAD_USER_INPUT with the location of each problem. The message is that of the first one. */
export function invalidInput(problems: readonly (InputProblem | ParameterProblem)[]): RequestError {
  return new RequestError('BAD_USER_INPUT', firstProblem(problems).message, { problems })
}
