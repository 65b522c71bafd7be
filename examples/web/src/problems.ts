import type { CombinedError } from 'urql'
import type {
  AddCommentsErrorCode,
  AssignCaseErrorCode,
  CreateCaseErrorCode,
  TakeNextCaseErrorCode,
  UnassignCaseErrorCode,
  UpdateCaseErrorCode,
} from './gql/graphql'
import { hasCode } from './session'

/** A problem as a form shows it. */
export interface ShownProblem {
  /** The name of its input. A form shows problems of other inputs at the top. */
  input: string
  message: string
  /** How to solve the problem. */
  advice: string
}

type ErrorCode =
  | AddCommentsErrorCode
  | AssignCaseErrorCode
  | CreateCaseErrorCode
  | TakeNextCaseErrorCode
  | UnassignCaseErrorCode
  | UpdateCaseErrorCode

export interface Problem {
  code: ErrorCode
  message: string
  path: readonly string[]
}

export function shownProblem({ code, message, path }: Problem): ShownProblem {
  return { input: path.join('.'), message, advice: adviceOn(code) }
}

/**
 * Does not compile if the schema has a code that it does not handle. At run time, a page that is older than the service
 * shows only the message of an unknown code.
 */
function adviceOn(code: ErrorCode): string {
  switch (code) {
    case 'invalidId':
      return 'You can no longer change this case. Open another one.'
    case 'CodeRequired':
    case 'InvalidCode':
      return 'Choose another type.'
    case 'CategorySystemNode':
      return 'Only an administrator can change this case.'
    case 'InvalidName':
      return 'Choose another one.'
    case 'invalidCaseField':
      return 'Correct the value.'
    case 'partyNotValid':
    case 'operatorNotValid':
      return 'Check the address.'
    case 'invalid':
    case 'missing':
      return 'Choose one operator or one group.'
    case 'blocked':
    case 'isNotAuthorized':
      return 'Choose another operator, or a group.'
    case 'invalidName':
      return 'Choose another group.'
    default:
      return noAdvice(code)
  }
}

function noAdvice(_unknown: never): string {
  return ''
}

/** A problem of the whole request, such as invalid credentials or a network error. */
export function requestProblem(failure: CombinedError | undefined): ShownProblem {
  if (hasCode(failure, 'PRECONDITION_FAILED')) {
    const advice = 'Review the changes at the top of the page. Your input is kept.'
    return { input: '', message: 'Somebody else has changed the case. Nothing was saved.', advice }
  }
  const [error] = failure?.graphQLErrors ?? []
  if (error) return { input: '', message: error.message, advice: '' }
  return { input: '', message: 'The service did not respond.', advice: 'Try again.' }
}
