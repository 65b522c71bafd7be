import type { CombinedError } from 'urql'
import type { AssignCaseErrorCode, UpdateCaseErrorCode } from './gql/graphql'

/** A problem as a form shows it. */
export interface ShownProblem {
  /** The name of its input. A form shows problems of other inputs at the top. */
  input: string
  message: string
  /** How to solve the problem. */
  advice: string
}

interface Problem<Code> {
  code: Code
  message: string
  path: readonly string[]
}

export function updateProblem({ code, message, path }: Problem<UpdateCaseErrorCode>): ShownProblem {
  return { input: path.join('.'), message, advice: updateAdvice(code) }
}

export function assignProblem({ code, message, path }: Problem<AssignCaseErrorCode>): ShownProblem {
  return { input: path.join('.'), message, advice: assignAdvice(code) }
}

// The next two functions do not compile if the schema has a code that they do not handle. At run time, a page that is
// older than the service shows only the message of an unknown code.

function updateAdvice(code: UpdateCaseErrorCode): string {
  switch (code) {
    case 'invalidId':
      return 'You can no longer change this case. Open another one.'
    case 'CodeRequired':
    case 'InvalidCode':
      return 'Choose another type.'
    case 'CategorySystemNode':
      return 'Only an administrator can change this case.'
    case 'InvalidName':
      return 'Choose one of these names.'
    case 'invalidCaseField':
      return 'Correct the value.'
    default:
      return noAdvice(code)
  }
}

function assignAdvice(code: AssignCaseErrorCode): string {
  switch (code) {
    case 'invalidId':
      return 'You can no longer change this case. Open another one.'
    case 'invalid':
      return 'Fill in only one of the two fields.'
    case 'missing':
      return 'Fill in one of the two fields.'
    case 'operatorNotValid':
      return 'Check the address.'
    case 'blocked':
    case 'isNotAuthorized':
      return 'Choose another operator, or a group.'
    case 'invalidName':
      return 'Check the name.'
    default:
      return noAdvice(code)
  }
}

function noAdvice(_unknown: never): string {
  return ''
}

/** A problem of the whole request, such as invalid credentials or a network error. */
export function requestProblem(failure: CombinedError | undefined): ShownProblem {
  const [error] = failure?.graphQLErrors ?? []
  if (error) return { input: '', message: error.message, advice: '' }
  return { input: '', message: 'The service did not respond.', advice: 'Try again.' }
}
