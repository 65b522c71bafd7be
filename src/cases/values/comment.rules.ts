import type { Viewer } from '../../viewer/viewer.ts'
import type { InputProblem } from '../../errors/problems.ts'
import { invalidInput, RequestError } from '../../errors/request-error.ts'
import { hasAtMost, isValidPostgresText } from '../../database/statements/valid-text.ts'

/** A comment as GraphQL takes it. */
export interface SentComment {
  text: string
  internal?: boolean | null | undefined
}

export interface NewComment {
  text: string
  internal: boolean
}

export const maximumComments = 50
const maximumCommentLength = 10_000

/** The problem of a comment's trimmed text, or null. Its length is counted in code points. */
export function commentTextProblem(text: string): string | null {
  if (!isValidPostgresText(text)) return 'must not contain NUL characters or lone surrogates'
  return text === '' || !hasAtMost(maximumCommentLength, text)
    ? 'must have 1 to 10,000 characters, not counting leading and trailing white space'
    : null
}

/** Returns the comments to store. Throws BAD_USER_INPUT with all problems in the order of the comments. */
export function checkComments(sent: unknown): NewComment[] {
  const problems: InputProblem[] = []
  const comments = readComments(sent, problems)
  if (problems.length > 0) throw invalidInput(problems)
  return comments
}

/** Reads comments, each of which may be sent as a text or as an object with `text` and `internal`. Adds their problems. */
export function readComments(sent: unknown, problems: InputProblem[]): NewComment[] {
  if (sent === undefined || sent === null) return []
  // One problem, because the list may be long.
  const wrong = !Array.isArray(sent)
    ? 'must be an array'
    : sent.length > maximumComments && `must contain at most ${maximumComments} items`
  if (wrong) problems.push(problem(['comments'], wrong))
  if (wrong || !Array.isArray(sent)) return []
  return sent.map((comment: unknown, index) => readComment(comment, ['comments', `${index}`], problems))
}

/** Throws FORBIDDEN if a party adds an internal comment. */
export function requirePublicComments({ login }: Viewer, comments: readonly NewComment[]): void {
  if (login === 'PARTY' && comments.some(({ internal }) => internal)) {
    throw new RequestError('FORBIDDEN', 'comments.internal must be false: parties cannot add internal comments.')
  }
}

function readComment(comment: unknown, path: string[], problems: InputProblem[]): NewComment {
  if (typeof comment === 'string') return { text: readText(comment, path, problems), internal: false }
  if (typeof comment !== 'object' || comment === null || Array.isArray(comment)) {
    problems.push(problem(path, 'must be a string or an object with a text member'))
    return { text: '', internal: false }
  }
  const { text, internal } = comment as Record<string, unknown>
  const trimmed = readText(text, [...path, 'text'], problems)
  if (typeof internal !== 'boolean' && internal !== undefined && internal !== null) {
    problems.push(problem([...path, 'internal'], 'must be true or false'))
  }
  return { text: trimmed, internal: internal === true }
}

function readText(text: unknown, path: string[], problems: InputProblem[]): string {
  const trimmed = typeof text === 'string' ? text.trim() : null
  const message = trimmed === null ? 'must be a string' : commentTextProblem(trimmed)
  if (message !== null) problems.push(problem(path, message))
  return trimmed ?? ''
}

/** The subject of the message is the path, for example comments[1].text. */
function problem(path: string[], message: string): InputProblem {
  const [name, index, member] = path
  const subject = [index === undefined ? name : `${name}[${index}]`, ...(member === undefined ? [] : [member])]
  return { message: `${subject.join('.')} ${message}.`, path }
}
