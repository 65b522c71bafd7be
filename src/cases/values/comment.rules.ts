import type { Viewer } from '../../viewer/viewer.ts'
import { type InputProblem, maximumProblems } from '../../errors/problems.ts'
import { invalidInput, RequestError } from '../../errors/request-error.ts'
import { nodeId, uuidOf } from '../../node-id.ts'
import { hasAtMost, isValidPostgresText } from '../../database/statements/valid-text.ts'

/** A comment as GraphQL takes it. */
export interface SentComment {
  text: string
  internal?: boolean | null | undefined
  attachmentIds?: readonly string[] | null | undefined
}

export interface NewComment {
  text: string
  internal: boolean
  /** The IDs of its files. Absent if it has none. */
  attachmentIds?: string[]
}

export const maximumComments = 50
export const maximumAttachments = 10
const maximumCommentLength = 10_000

/** The problem of a comment's trimmed text, or null. Its length is counted in code points. */
export function commentTextProblem(text: string, mayBeEmpty = false): string | null {
  if (!isValidPostgresText(text)) return 'must not contain NUL characters or lone surrogates'
  if (text === '' && mayBeEmpty) return null
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
  const attached = new Set<string>()
  return readList(sent, ['comments'], maximumComments, problems).map((comment, index) =>
    readComment(comment, ['comments', `${index}`], attached, problems),
  )
}

/** A list that may be absent. Of one that is wrong, only that is a problem, because it may be long. */
function readList(sent: unknown, path: string[], maximum: number, problems: InputProblem[]): unknown[] {
  if (sent === undefined || sent === null) return []
  if (Array.isArray(sent) && sent.length <= maximum) return sent
  const rule = Array.isArray(sent) ? `must contain at most ${maximum} items` : 'must be an array'
  problems.push(problem(path, rule))
  return []
}

/** Throws FORBIDDEN if a party adds an internal comment. */
export function requirePublicComments({ login }: Viewer, comments: readonly NewComment[]): void {
  if (login === 'PARTY' && comments.some(({ internal }) => internal)) {
    throw new RequestError('FORBIDDEN', 'comments.internal must be false: parties cannot add internal comments.')
  }
}

/** `attached`: the files of earlier comments. */
function readComment(comment: unknown, path: string[], attached: Set<string>, problems: InputProblem[]): NewComment {
  if (typeof comment === 'string') return { text: readText(comment, path, false, problems), internal: false }
  if (typeof comment !== 'object' || comment === null || Array.isArray(comment)) {
    problems.push(problem(path, 'must be a string or an object with a text member'))
    return { text: '', internal: false }
  }
  const { text, internal, attachmentIds: ids } = comment as Record<string, unknown>
  const hasFiles = Array.isArray(ids) && ids.length > 0
  // A comment with files needs no text.
  const trimmed = readText(hasFiles ? (text ?? '') : text, [...path, 'text'], hasFiles, problems)
  if (typeof internal !== 'boolean' && internal !== undefined && internal !== null) {
    problems.push(problem([...path, 'internal'], 'must be true or false'))
  }
  const attachmentIds = readAttachmentIds(ids, [...path, 'attachmentIds'], attached, problems)
  return { text: trimmed, internal: internal === true, ...(attachmentIds.length > 0 && { attachmentIds }) }
}

function readText(text: unknown, path: string[], mayBeEmpty: boolean, problems: InputProblem[]): string {
  const trimmed = typeof text === 'string' ? text.trim() : null
  const message = trimmed === null ? 'must be a string' : commentTextProblem(trimmed, mayBeEmpty)
  if (message !== null) problems.push(problem(path, message))
  return trimmed ?? ''
}

/** Whether they are files that the caller may attach is judged with the case. */
function readAttachmentIds(ids: unknown, path: string[], attached: Set<string>, problems: InputProblem[]): string[] {
  return readList(ids, path, maximumAttachments, problems).map((id, index) => {
    const place = [...path, `${index}`]
    const uuid = typeof id === 'string' ? uuidOf('attachment', id) : undefined
    const known = uuid === undefined ? `${id}` : nodeId('attachment', uuid)
    if (typeof id !== 'string') problems.push(problem(place, 'must be a string'))
    else if (attached.has(known)) problems.push(problem(place, 'must not repeat a file of the request'))
    attached.add(known)
    return known
  })
}

/** Throws BAD_USER_INPUT unless all files of the comments are among the free ones, which are UUIDs. */
export function requireFreeAttachments(comments: readonly NewComment[], free: readonly string[] = []): void {
  const problems = comments.flatMap(({ attachmentIds = [] }, comment) =>
    attachmentIds.flatMap((id, index) => {
      const path = ['comments', `${comment}`, 'attachmentIds', `${index}`]
      return free.includes(uuidOf('attachment', id) ?? '') ? [] : [problem(path, mustBeFree)]
    }),
  )
  if (problems.length > 0) throw invalidInput(problems.slice(0, maximumProblems))
}

const mustBeFree = 'must be the ID of a file that the caller uploaded and that is not yet part of a comment'

/** The subject of the message is the path, for example comments[1].text. */
function problem(path: string[], message: string): InputProblem {
  const subject = path
    .map((key, index) => (/^\d+$/.test(key) ? `[${key}]` : `${index === 0 ? '' : '.'}${key}`))
    .join('')
  return { message: `${subject} ${message}.`, path }
}
