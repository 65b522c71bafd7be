import { InternalError } from './internal-error.ts'

/** The error codes of an operation, in the order in which they are checked. */
export type ErrorTable = Record<string, { title: string; description: string }>

/** A problem with a part of the input. `path` is its location, for example ['comments', '1', 'text']. */
export interface InputProblem {
  message: string
  path: string[]
}

/** A problem with a query parameter of the REST API. */
export interface ParameterProblem {
  message: string
  parameter: string
}

/** A problem that an operation reports with one of its codes. */
export interface Problem<Code> extends InputProblem {
  code: Code
}

/** The maximum number of problems that are reported for a request. Validation stops at it. */
export const maximumProblems = 100

/** The first problem determines the code of a response. Throws if there is none. */
export function firstProblem<Item>([item]: readonly Item[]): Item {
  if (item === undefined) throw new InternalError('An operation failed without a problem.')
  return item
}
