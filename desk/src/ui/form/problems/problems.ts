import type { CombinedError } from 'urql'
import type * as Schema from '../../../gql/graphql'

/** A problem as a form shows it. */
export interface ShownProblem {
  /** The name of its input. Empty if it concerns no single input. */
  input: string
  /** What is wrong and how to solve it, in the words of the form. */
  message: string
}

type ErrorCode =
  | Schema.AddCommentsErrorCode
  | Schema.AssignCaseErrorCode
  | Schema.CreateCaseErrorCode
  | Schema.EditCommentErrorCode
  | Schema.LinkCasesErrorCode
  | Schema.MergeCaseErrorCode
  | Schema.PatchCaseErrorCode
  | Schema.RemoveCommentErrorCode
  | Schema.TakeNextCaseErrorCode
  | Schema.UnassignCaseErrorCode
  | Schema.UnlinkCasesErrorCode
  | Schema.UnmergeCaseErrorCode
  | Schema.UpdateCaseErrorCode

export interface Problem {
  code: ErrorCode
  message: string
  path: readonly string[]
}

export function shownProblems(problems: readonly Problem[]): ShownProblem[] {
  return problems.map(shownProblem).filter(isFirst)
}

function isFirst({ input, message }: ShownProblem, index: number, all: readonly ShownProblem[]): boolean {
  return all.findIndex((other) => other.input === input && other.message === message) === index
}

export function shownProblem(problem: Problem): ShownProblem {
  // One input selects type and category, which then have the same problem.
  const input = problem.path.join('.')
  return { input: input === 'categoryCode' ? 'typeCode' : input, message: messageOf(problem) }
}

/**
 * The messages of the service use the names of the API. These use the words of the forms. This does not compile if the
 * schema has a code that is missing here. A page that is older than the service shows the message of the service.
 */
function messageOf({ code, message, path }: Problem): string {
  switch (code) {
    case 'invalidId':
      return 'You can no longer change this. Open another case.'
    case 'notPermitted':
      return 'You can no longer change this comment. Authors can change a comment for 15 minutes.'
    case 'sameCase':
      return path[0] === 'intoCaseId' ? 'Choose another case.' : 'A case cannot be part of itself.'
    case 'tooManyLinks':
      return path[0] === 'kind'
        ? 'One of the cases is already part of another one.'
        : 'One of the cases already has too many links.'
    case 'alreadyMerged':
      return path[0] === 'intoCaseId'
        ? 'That case was merged into another one. Choose the other one.'
        : 'This case was already merged.'
    case 'differentParty':
      return 'The cases belong to different customers.'
    case 'notMerged':
      return 'The merge of this case was already reversed.'
    case 'CodeRequired':
      return 'Choose a type.'
    case 'InvalidCode':
      return 'This type is no longer available. Choose another type.'
    case 'CategorySystemNode':
      return 'Cases in a system category cannot be changed.'
    case 'InvalidName':
      return `Choose a ${path[0] ?? 'value'} from the list.`
    case 'invalidCaseField':
      // Replaced by what the field accepts, unless the field is unknown to the form.
      return message
    case 'partyNotValid':
      return inCustomerWords(message) + (path[0] === 'partyEmail' ? ' Check the address.' : '')
    case 'operatorNotValid':
      return 'This operator is no longer active. Choose another operator, or a group.'
    case 'invalid':
    case 'missing':
      return 'Choose an operator or a group.'
    case 'blocked':
      return 'This operator is blocked. Choose another operator, or a group.'
    case 'isNotAuthorized':
      return 'This operator is not authorised for cases of this type. Choose another operator, or a group.'
    case 'invalidName':
      return 'This group is no longer available. Choose another group.'
    default:
      return unknownCode(code, message)
  }
}

/** Only the service knows which rule for customers is violated. */
function inCustomerWords(message: string): string {
  const words = Object.entries(customerWords).reduce((text, [from, to]) => text.replaceAll(from, to), message)
  return words.replace(/^./, (first) => first.toUpperCase())
}

const customerWords = {
  partyEmail: 'the email address',
  partyFirstname: 'the first name',
  parties: 'customers',
  party: 'customer',
}

function unknownCode(_unknown: never, message: string): string {
  return message
}

/** Errors of whole requests. */
const requestMessages: Record<string, string> = {
  PRECONDITION_FAILED: 'Someone else has changed this. Nothing was saved. Your input is kept.',
  CONFLICT: 'The request could not be repeated. Reload the page to see what was saved.',
  FORBIDDEN: 'You are not permitted to do this.',
  BAD_USER_INPUT: 'The service did not accept the input. Check it, and try again.',
  RATE_LIMITED: 'You have sent too many requests. Nothing was saved. Try again in a minute.',
  UNAVAILABLE: 'The service is not available. Nothing was saved. Try again in a minute.',
  INTERNAL_SERVER_ERROR: 'Something went wrong. Reload the page to see whether your change was saved.',
}

const noResponse = 'The service did not respond. Try again.'
const offline = 'You are offline. Nothing was sent. Try again when the connection is back.'

/** A problem of the whole request, such as invalid credentials or a network error. */
export function requestProblem(failure: CombinedError | undefined): ShownProblem {
  const [error] = failure?.graphQLErrors ?? []
  if (!error) return { input: '', message: navigator.onLine ? noResponse : offline }
  const code = Object.keys(requestMessages).find((code) => hasCode(failure, code)) ?? ''
  return { input: '', message: requestMessages[code] ?? error.message }
}

/** The problems of a change that was not accepted: for each file of a comment that is no longer there, else for the whole request. */
export function requestProblems(failure: CombinedError | undefined): ShownProblem[] {
  const { problems = [] } = (failure?.graphQLErrors[0]?.extensions ?? {}) as {
    problems?: readonly { message: string; path: readonly string[] }[]
  }
  const files = problems.filter(({ path }) => path.includes('attachmentIds'))
  if (files.length === 0) return [requestProblem(failure)]
  return files.map(({ message, path }) => ({ input: path.join('.'), message }))
}

export function hasCode(error: CombinedError | undefined, code: string): boolean {
  return error?.graphQLErrors.some(({ extensions }) => extensions?.['code'] === code) ?? false
}
