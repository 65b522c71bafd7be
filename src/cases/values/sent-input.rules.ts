import type { Viewer } from '../../viewer/viewer.ts'
import { hasAtMost, isValidPostgresText } from '../../database/statements/valid-text.ts'
import type { InputProblem } from '../../errors/problems.ts'
import { invalidInput, RequestError } from '../../errors/request-error.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { CaseRow } from '../case-facts.ts'
import {
  type CaseInput,
  type CaseValueDefinition,
  type CaseValueName,
  caseValueNames,
  caseValues,
  listChanges,
  type ListDefinition,
  lists,
  sentValues,
  valuesAfter,
} from './case-values.ts'
import { type NewComment, readComments, requirePublicComments, type SentComment } from './comment.rules.ts'

/** What creations and changes of the values of a case take. */
export interface SentInput extends CaseInput {
  comments?: readonly SentComment[] | null | undefined
}

/** Values and comments as they are stored. */
interface CheckedInput {
  values: CaseInput
  comments: NewComment[]
}

/** Throws BAD_USER_INPUT with every problem that has no error code. */
export function checkInput(input: SentInput): CheckedInput {
  const problems: InputProblem[] = []
  for (const name of caseValueNames) readValue(name, input[name], problems)
  for (const { name, list } of listChanges) readCodes(name, list, input[name], problems)
  const comments = readComments(input.comments, problems)
  if (problems.length > 0) throw invalidInput(problems)
  return { values: sentValues(input), comments }
}

/** Returns what was sent. Adds its problem if it has one. */
export function readValue(name: CaseValueName, sent: unknown, problems: InputProblem[]): unknown {
  const { list } = caseValues[name]
  if (list) return readCodes(name, list, sent, problems)
  const problem = sent === undefined || sent === null ? null : valueProblem(caseValues[name], sent)
  if (problem) problems.push({ message: `${name} ${problem}.`, path: [name] })
  return sent
}

/** Returns a list of codes as it was sent. Adds its problems. Whether the codes exist is checked later, with the case. */
export function readCodes(name: string, { maximum }: ListDefinition, sent: unknown, problems: InputProblem[]): unknown {
  if (sent === undefined || sent === null) return sent
  if (!Array.isArray(sent) || sent.length > maximum) {
    problems.push({ message: `${name} must be an array of at most ${maximum} codes.`, path: [name] })
    return sent
  }
  for (const [index, code] of sent.entries()) {
    const wrong = typeof code !== 'string' ? 'be a string' : sent.indexOf(code) < index ? 'not repeat a code' : null
    if (wrong) problems.push({ message: `${name}[${index}] must ${wrong}.`, path: [name, `${index}`] })
  }
  return sent
}

/** Throws BAD_USER_INPUT for unknown codes, for inactive ones that the case does not have and does not remove, and if it would have too many. */
export function requireKnownCodes(input: CaseInput, current: CaseRow | null, catalogue: Catalogue): void {
  const problems = lists.flatMap(({ name, of, item, maximum, add, remove }): InputProblem[] => {
    const unknown = ([name, add, remove] as const).flatMap((member) =>
      (input[member] ?? []).flatMap((code, index): InputProblem[] => {
        const found = catalogue[of].get(code)
        if (found && (found.active || member === remove || current?.[name].includes(code))) return []
        const which = member === remove ? `a ${item}` : `an active ${item}, or one that the case has`
        return [{ message: `${member}[${index}] must be the code of ${which}.`, path: [member, `${index}`] }]
      }),
    )
    if (unknown.length > 0 || !current || !input[add]) return unknown
    if (valuesAfter(current, input)[name].length <= maximum) return []
    return [{ message: `${add} would give the case more than ${maximum} ${item}s.`, path: [add] }]
  })
  if (problems.length > 0) throw invalidInput(problems)
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

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

const namesForOperators = [
  ...caseValueNames.filter((name) => caseValues[name].forOperators),
  ...listChanges.map(({ name }) => name),
]

/** Throws FORBIDDEN if a party sends what only operators may send. */
export function requireAllowedInput(viewer: Viewer, values: CaseInput, comments: readonly NewComment[]): void {
  requirePublicComments(viewer, comments)
  const name = namesForOperators.find((each) => values[each] != null && !isEmptyList(values[each]))
  if (viewer.login !== 'PARTY' || name === undefined) return
  throw new RequestError('FORBIDDEN', `${name} must not be sent: only operators set it.`)
}
