import type { Viewer } from '../../viewer/viewer.ts'
import { hasAtMost, isValidPostgresText } from '../../database/statements/valid-text.ts'
import type { InputProblem } from '../../errors/problems.ts'
import { invalidInput, RequestError } from '../../errors/request-error.ts'
import {
  type CaseInput,
  type CaseValueDefinition,
  type CaseValueName,
  caseValueNames,
  caseValues,
  sentValues,
} from './case-values.ts'
import { type NewComment, readComments, requirePublicComments, type SentComment } from './comment.rules.ts'

/** What creations and changes of the values of a case take. */
export interface SentInput extends CaseInput {
  comments?: readonly SentComment[] | null | undefined
}

/** Values and comments as they are stored. */
export interface CheckedInput {
  values: CaseInput
  comments: NewComment[]
}

/** Throws BAD_USER_INPUT with every problem that has no error code. */
export function checkInput(input: SentInput): CheckedInput {
  const problems: InputProblem[] = []
  for (const name of caseValueNames) readValue(name, input[name], problems)
  const comments = readComments(input.comments, problems)
  if (problems.length > 0) throw invalidInput(problems)
  return { values: sentValues(input), comments }
}

/** Returns what was sent. Adds its problem if it has one. */
export function readValue(name: CaseValueName, sent: unknown, problems: InputProblem[]): unknown {
  const problem = sent === undefined || sent === null ? null : valueProblem(caseValues[name], sent)
  if (problem) problems.push({ message: `${name} ${problem}.`, path: [name] })
  return sent
}

/** What a value must be instead. Null if it is valid, or if it is wrong in a way that has an error code. */
export function valueProblem({ choices, maximumLength }: CaseValueDefinition, sent: unknown): string | null {
  if (choices) {
    const isChoice = typeof sent === 'string' && Object.hasOwn(choices.values, sent)
    return isChoice ? null : `must be one of: ${Object.keys(choices.values).join(', ')}`
  }
  if (maximumLength === undefined || (typeof sent === 'string' && isLine(sent.trim(), maximumLength))) return null
  return `must be a string of one line, with at most ${maximumLength} characters and without control characters`
}

/** Whether the text has no control characters, such as line breaks, and no other separators of lines. */
function isLine(text: string, maximumLength: number): boolean {
  return isValidPostgresText(text) && hasAtMost(maximumLength, text) && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
}

/** Throws FORBIDDEN if a party sends what only operators may send. */
export function requireAllowedInput(viewer: Viewer, values: CaseInput, comments: readonly NewComment[]): void {
  requirePublicComments(viewer, comments)
  const name = caseValueNames.find((each) => caseValues[each].forOperators && values[each] != null)
  if (viewer.login !== 'PARTY' || name === undefined) return
  throw new RequestError('FORBIDDEN', `${name} must not be sent: only operators set it.`)
}
