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
  type ListChanges,
  sentValues,
  valuesAfter,
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
  for (const name of listChangeNames) readCodes(name, input[name], problems)
  const comments = readComments(input.comments, problems)
  if (problems.length > 0) throw invalidInput(problems)
  return { values: sentValues(input), comments }
}

/** Returns what was sent. Adds its problem if it has one. */
export function readValue(name: CaseValueName, sent: unknown, problems: InputProblem[]): unknown {
  if (caseValues[name].list) return readCodes(name, sent, problems)
  const problem = sent === undefined || sent === null ? null : valueProblem(caseValues[name], sent)
  if (problem) problems.push({ message: `${name} ${problem}.`, path: [name] })
  return sent
}

/** Returns a list of codes as it was sent. Adds its problems. Whether there are such codes is judged with the case. */
export function readCodes(name: string, sent: unknown, problems: InputProblem[]): unknown {
  if (sent === undefined || sent === null) return sent
  if (!Array.isArray(sent) || sent.length > maximumCodes) {
    problems.push({ message: `${name} must be an array of at most ${maximumCodes} codes.`, path: [name] })
    return sent
  }
  for (const [index, code] of sent.entries()) {
    const wrong = typeof code !== 'string' ? 'be a string' : sent.indexOf(code) < index ? 'not repeat a code' : null
    if (wrong) problems.push({ message: `${name}[${index}] must ${wrong}.`, path: [name, `${index}`] })
  }
  return sent
}

/** Throws BAD_USER_INPUT for codes that are not those of active items, unless the case has them, and for too many of them. */
export function requireKnownCodes(input: CaseInput, current: CaseRow | null, catalogue: Catalogue): void {
  const problems = caseValueNames.flatMap((name): InputProblem[] => {
    const { list } = caseValues[name]
    if (!list || (input[name] == null && input[list.add] == null)) return []
    const own = current ? (current[name] as unknown as string[]) : []
    const known = catalogue[list.of]
    const unknown = [name, list.add].flatMap((member) =>
      ((input[member as keyof CaseInput] ?? []) as string[]).flatMap((code, index): InputProblem[] => {
        if (known.get(code)?.active || own.includes(code)) return []
        const message = `${member}[${index}] must be the code of an active ${list.item}, or one that the case has.`
        return [{ message, path: [member, `${index}`] }]
      }),
    )
    if (unknown.length > 0 || !current) return unknown
    const after = valuesAfter(current, input)[name] as unknown as string[]
    if (after.length <= list.maximum) return []
    return [{ message: `${list.add} would give the case more than ${list.maximum} ${list.item}s.`, path: [list.add] }]
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

const listChangeNames: readonly (keyof ListChanges)[] = ['addTags', 'removeTags']
const namesForOperators = [...caseValueNames.filter((name) => caseValues[name].forOperators), ...listChangeNames]
/** The longest list of codes. */
const maximumCodes = 20

/** Throws FORBIDDEN if a party sends what only operators may send. */
export function requireAllowedInput(viewer: Viewer, values: CaseInput, comments: readonly NewComment[]): void {
  requirePublicComments(viewer, comments)
  const name = namesForOperators.find((each) => values[each] != null && !isEmptyList(values[each]))
  if (viewer.login !== 'PARTY' || name === undefined) return
  throw new RequestError('FORBIDDEN', `${name} must not be sent: only operators set it.`)
}
