import type { CombinedError } from 'urql'
import type { AssignCaseErrorCode, UpdateCaseErrorCode } from './gql/graphql'

/** A problem as a form shows it. */
export interface ShownProblem {
  /** The name of the input that it belongs to; a form shows at its top what belongs to none of its inputs. */
  place: string
  message: string
  /** What the person can do. */
  advice: string
}

interface Problem<Code> {
  code: Code
  message: string
  path: readonly string[]
}

export function updateProblem({ code, message, path }: Problem<UpdateCaseErrorCode>): ShownProblem {
  return { place: path.join('.'), message, advice: updateAdvice(code) }
}

export function assignProblem({ code, message, path }: Problem<AssignCaseErrorCode>): ShownProblem {
  return { place: path.join('.'), message, advice: assignAdvice(code) }
}

// Neither of the next two compiles once the service has a code that it does not know. At run time a page may be older
// than the service: then there is the message alone.

function updateAdvice(code: UpdateCaseErrorCode): string {
  switch (code) {
    case 'invalidId':
      return 'The case is out of your reach now. Open another one.'
    case 'CodeRequired':
    case 'InvalidCode':
      return 'Choose another type.'
    case 'CategorySystemNode':
      return 'This case can only be changed by an administrator.'
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
      return 'The case is out of your reach now. Open another one.'
    case 'invalid':
      return 'Clear one of the two.'
    case 'missing':
      return 'Fill in one of the two.'
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

/** What is wrong with a request as a whole, such as its credentials, or the way to the service. */
export function requestProblem({ graphQLErrors: [error] }: CombinedError): ShownProblem {
  if (error) return { place: '', message: error.message, advice: '' }
  return { place: '', message: 'The service did not answer.', advice: 'Try again.' }
}
