import { RequestError } from '../errors.ts'
import { isValidPostgresText } from '../database/valid-text.ts'

export interface NewComment {
  text: string
  internal: boolean
}

export const maximumComments = 50
export const maximumCommentLength = 10_000

/** What is wrong with the text of a comment, or null. `text` is trimmed already; its length is in code points. */
export function commentTextProblem(text: string): string | null {
  if (!isValidPostgresText(text)) return 'must not contain NUL characters or lone surrogates'
  // A code point is at most two code units, which spares counting nearly always.
  const tooLong = text.length > maximumCommentLength && [...text].length > maximumCommentLength
  return text === '' || tooLong
    ? 'must have 1 to 10,000 characters, not counting leading and trailing white space'
    : null
}

/** Gives the comments as they are stored; throws BAD_USER_INPUT that names the first one that cannot be. */
export function checkComments(
  sent: readonly { text: string; internal?: boolean | null | undefined }[] | null | undefined,
): NewComment[] {
  if (!sent) return []
  if (sent.length > maximumComments) {
    throw new RequestError('BAD_USER_INPUT', `comments must contain at most ${maximumComments} items.`)
  }
  return sent.map(({ text, internal }, index) => {
    const trimmed = text.trim()
    const problem = commentTextProblem(trimmed)
    if (problem) throw new RequestError('BAD_USER_INPUT', `comments[${index}].text ${problem}.`)
    return { text: trimmed, internal: internal ?? false }
  })
}
