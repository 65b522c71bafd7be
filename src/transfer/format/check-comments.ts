import type { CaseEventKind } from '../../cases/case.entity.ts'
import { parseCommentId } from '../../cases/comments/comment-id.ts'
import { type AddIssue, changesComment, type CommentOfHistory, type ImportedEvent } from './event-format.ts'

interface CaseWithHistory {
  id: number
  history: readonly ImportedEvent[]
  comments?: readonly CommentOfHistory[] | null | undefined
}

/** The versions of the last edit of a comment and of its removal. */
interface CommentChanges {
  editedVersion?: number
  removedVersion?: number
  /** The first of the last edits, if their texts were erased. */
  erasedEdit?: { version: number; index: number } | undefined
}

const kindsWithComments: readonly CaseEventKind[] = ['CREATED', 'IMPORTED', 'UPDATED', 'COMMENTED']

/** Checks that the comments of a case agree with the events that added, edited and removed them. */
export function checkCommentsAgainstHistory(item: CaseWithHistory, addIssue: AddIssue): void {
  const { history } = item
  const comments = item.comments ?? []
  const changesByKey = new Map<string, CommentChanges>(comments.map((comment) => [keyOf(comment), {}]))
  const erased = new Set(comments.filter(isErasedComment).map((comment) => idOf(item.id, comment)))
  for (const [index, event] of history.entries()) {
    const [member, id] = changesComment(event.kind) ? (event.changes?.[0]?.path ?? []) : []
    // Other paths are errors of the event.
    if (member !== 'comments' || id === undefined) continue
    const message = recordChange(item.id, id, event, changesByKey)
    if (message) addIssue(['history', index, 'changes', 0, 'path'], message)
    if (message || erased.has(id)) continue
    if (lacksText(event, index, changesByKey.get(keyOf(parseCommentId(id)!))!)) {
      addIssue(['history', index, 'changes', 0, 'from'], mustBeText)
    }
  }
  const keys = new Set<string>()
  for (const [index, comment] of comments.entries()) {
    const addCommentIssue = (member: string, message: string) => addIssue(['comments', index, member], message)
    const key = keyOf(comment)
    if (keys.has(key)) {
      addCommentIssue('position', `must not repeat the position of a comment of version ${comment.version}`)
    }
    keys.add(key)
    const { erasedEdit, ...changes } = changesByKey.get(key)!
    const isErased =
      isErasedComment(comment) || (erasedEdit !== undefined && comment.removedVersion === erasedEdit.version)
    if (isErased) changes.removedVersion = comment.removedVersion!
    else if (erasedEdit) addIssue(['history', erasedEdit.index, 'changes', 0, 'to'], mustBeText)
    if (!isErased && comment.text == null) addCommentIssue('text', 'is required')
    if (isErased && comment.text != null) addCommentIssue('text', 'must be absent, because the text was erased')
    checkAuthor(comment, history[comment.version - history[0]!.version], addCommentIssue)
    checkVersions(comment, changes, history.at(-1)!.version, addCommentIssue)
  }
}

const mustBeText = 'must be a string'

/** Erasing the author of a comment removes the text from all versions, and from the events. */
function isErasedComment({ version, removedVersion }: CommentOfHistory): boolean {
  return version === removedVersion
}

function idOf(caseId: number, { version, position }: CommentOfHistory): string {
  return `comment:${caseId}:${version}:${position}`
}

/** Whether the event lacks the earlier text. The erasure of an operator also removes the operator's edits of others' comments. */
function lacksText({ kind, version, changes }: ImportedEvent, index: number, known: CommentChanges): boolean {
  const { from, to } = changes?.[0] ?? {}
  const lacks = from == null && !known.erasedEdit
  if (kind === 'COMMENT_EDITED') known.erasedEdit = to == null ? (known.erasedEdit ?? { version, index }) : undefined
  return lacks
}

function keyOf({ version, position }: { version: number; position: number }): string {
  return `${version}:${position}`
}

/** Adds the change of a comment to those of the comment. Returns a message if the comment cannot have changed. */
function recordChange(
  caseId: number,
  commentId: string,
  { kind, version }: ImportedEvent,
  changesByKey: ReadonlyMap<string, CommentChanges>,
): string | undefined {
  const id = parseCommentId(commentId)
  const known = id && changesByKey.get(keyOf(id))
  if (!id || id.caseId !== caseId || !known) return 'must have the ID of one of the comments of this case'
  if (id.version >= version) return 'must have the ID of a comment of an earlier version'
  if (known.removedVersion !== undefined)
    return `must not have the ID of a comment that version ${known.removedVersion} removed`
  known[kind === 'COMMENT_EDITED' ? 'editedVersion' : 'removedVersion'] = version
  return undefined
}

function checkAuthor(
  comment: CommentOfHistory,
  added: ImportedEvent | undefined,
  addIssue: (member: string, message: string) => void,
): void {
  const { authorEmail, authorLogin, createdAt, touchpointCode } = comment
  if (!added) addIssue('version', 'must be the version of an item of history')
  else if (!kindsWithComments.includes(added.kind)) {
    addIssue('version', `must not be the version of an item whose kind is ${added.kind}`)
  } else if (added.actorEmail == null && authorEmail == null) addIssue('authorEmail', 'is required')
  for (const [member, value] of Object.entries(authorEmail == null ? { authorLogin, createdAt, touchpointCode } : {})) {
    if (value != null) addIssue(member, 'is allowed only together with authorEmail')
  }
  if (added?.actorEmail != null && authorEmail != null) {
    addIssue('authorEmail', 'must be absent, because the author is the actor of the event')
  }
}

function checkVersions(
  { version, editedVersion, removedVersion }: CommentOfHistory,
  changes: CommentChanges,
  lastVersion: number,
  addIssue: (member: string, message: string) => void,
): void {
  for (const [member, value] of Object.entries({ editedVersion, removedVersion })) {
    const expected = changes[member as keyof CommentChanges]
    if (member === 'removedVersion' && value === version) continue
    if (value != null && (value <= version || value > lastVersion)) {
      addIssue(member, 'must be the version of a later item of history')
    } else if (expected === undefined && value != null) {
      addIssue(member, 'must be absent, because no item of history changed the comment like this')
    } else if (expected !== undefined && value !== expected) {
      addIssue(member, `must be ${expected}, the version of the item of history that changed the comment last`)
    }
  }
}
