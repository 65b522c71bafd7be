import { RequestError } from '../errors.ts'
import { isValidPostgresText } from '../database/valid-text.ts'

export interface NewComment {
  text: string
  internal: boolean
}

export const maximumComments = 50
export const maximumCommentLength = 10_000

/** The problem of a comment's trimmed text, or null. Its length is counted in code points. */
export function commentTextProblem(text: string): string | null {
  if (!isValidPostgresText(text)) return 'must not contain NUL characters or lone surrogates'
  // A text has at least as many code units as code points, so most texts need no counting.
  const tooLong = text.length > maximumCommentLength && [...text].length > maximumCommentLength
  return text === '' || tooLong
    ? 'must have 1 to 10,000 characters, not counting leading and trailing white space'
    : null
}

/** Returns the comments to store. Throws BAD_USER_INPUT for the first invalid one. */
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
