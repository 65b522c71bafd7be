import { z } from 'zod'
import type { CaseEventKind } from '../../cases/event-kinds.ts'
import {
  type AddIssue,
  changesComment,
  type CommentOfHistory,
  commentOfHistory,
  event,
  type ImportedEvent,
} from './event-format.ts'
import { caseFileMembers, checkCase, isEmptyComment } from './case-format.ts'
import { optionalListOf } from '../../configuration/items/field-format.ts'

/** What the events of a case changed about a comment: the versions of the last edit and of the removal. */
interface CommentChanges {
  editedVersion?: number
  removedVersion?: number
  /** The first of the last edits, if their texts were erased. */
  erasedEdit?: { version: number; index: number } | undefined
}

const kindsWithComments: readonly CaseEventKind[] = ['CREATED', 'IMPORTED', 'UPDATED', 'COMMENTED']
const mustBeText = 'must be a string'

/** Checks that the comments of a case agree with the events that added, edited and removed them. */
function checkCommentsAgainstHistory(item: CaseWithHistory, addIssue: AddIssue): void {
  const { history } = item
  const comments = item.comments ?? []
  const idOf = ({ version, position }: CommentOfHistory) => `comment:${item.id}:${version}:${position}`
  const changesById = changesOf(history, new Map(comments.map((comment) => [idOf(comment), comment])), addIssue)
  const ids = new Set<string>()
  for (const [index, comment] of comments.entries()) {
    const addCommentIssue = (member: string, message: string) => addIssue(['comments', index, member], message)
    const id = idOf(comment)
    if (ids.has(id)) {
      addCommentIssue('position', `must not repeat the position of a comment of version ${comment.version}`)
    }
    ids.add(id)
    const { erasedEdit, ...changes } = changesById.get(id) ?? {}
    const isErased =
      isErasedComment(comment) || (erasedEdit !== undefined && comment.removedVersion === erasedEdit.version)
    if (isErased) changes.removedVersion = comment.removedVersion!
    else if (erasedEdit) addIssue(['history', erasedEdit.index, 'changes', 0, 'to'], mustBeText)
    // The text of a comment that had only files.
    const mayBeEmpty = isErased || comment.removedVersion != null || !isEmptyComment(comment)
    if (!mayBeEmpty) addCommentIssue('text', 'is required')
    if (comment.removedVersion != null && comment.attachments?.length)
      addCommentIssue('attachments', 'must be absent, because the comment was removed')
    if (isErased && comment.text != null) addCommentIssue('text', 'must be absent, because the text was erased')
    checkAuthor(comment, history[comment.version - history[0]!.version], addCommentIssue)
    checkVersions(comment, changes, history.at(-1)!.version, addCommentIssue)
  }
}

/** Erasing the author of a comment removes the text from all versions, and from the events. */
function isErasedComment({ version, removedVersion }: CommentOfHistory): boolean {
  return version === removedVersion
}

/** The changes of the comments, by the ID of the comment. Adds an issue for each event that cannot have changed one. */
function changesOf(
  history: readonly ImportedEvent[],
  comments: ReadonlyMap<string, CommentOfHistory>,
  addIssue: AddIssue,
): Map<string, CommentChanges> {
  const changesById = new Map<string, CommentChanges>()
  for (const [index, { kind, version, changes }] of history.entries()) {
    const change = changesComment(kind) ? changes?.[0] : undefined
    const [member, id] = change?.path ?? []
    // Other paths are errors of the event.
    if (!change || member !== 'comments' || id === undefined) continue
    const addChangeIssue = (of: 'path' | 'from', message: string) =>
      addIssue(['history', index, 'changes', 0, of], message)
    const comment = comments.get(id)
    const known = changesById.get(id) ?? {}
    if (!comment) addChangeIssue('path', 'must have the ID of one of the comments of this case')
    else if (comment.version >= version) {
      addChangeIssue('path', 'must have the ID of a comment of an earlier version')
    } else if (known.removedVersion !== undefined) {
      addChangeIssue('path', `must not have the ID of a comment that version ${known.removedVersion} removed`)
    } else {
      changesById.set(id, known)
      known[kind === 'COMMENT_EDITED' ? 'editedVersion' : 'removedVersion'] = version
      if (isErasedComment(comment)) continue
      // The erasure of an operator also removes the operator's edits of others' comments.
      if (change.from == null && !known.erasedEdit) addChangeIssue('from', mustBeText)
      if (kind === 'COMMENT_EDITED') {
        known.erasedEdit = change.to == null ? (known.erasedEdit ?? { version, index }) : undefined
      }
    }
  }
  return changesById
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

const membersWithHistory = z.strictObject({
  ...caseFileMembers,
  comments: optionalListOf(commentOfHistory).describe('All comments, including removed ones.'),
  history: z
    .array(event)
    .min(1, { error: 'must have at least one item', abort: true })
    .describe('All events of the case, oldest first.'),
})

type CaseWithHistory = z.infer<typeof membersWithHistory>

/** A case with all of its events, and all of its comments, including removed ones. */
export const caseWithHistory = membersWithHistory
  .superRefine((item, context) => {
    checkCase(item, context)
    const addIssue: AddIssue = (path, message) => context.addIssue({ code: 'custom', path, message })
    checkHistory(item, addIssue)
    checkCommentsAgainstHistory(item, addIssue)
  })
  .describe('A case can also have its complete history. These members then differ from those above.')

// The clock of a server may be set back, and a server that takes over may have another.
const toleranceHours = 1

/** Checks that the events follow one another, and that the last one made the case what it is. */
function checkHistory({ history, version, updatedAt }: CaseWithHistory, addIssue: AddIssue): void {
  const first = history[0]
  const last = history.at(-1)
  if (!first || !last) return
  for (const [index, event] of history.entries()) {
    const addEventIssue = (member: string, message: string) => addIssue(['history', index, member], message)
    const expected = first.version + index
    if (event.version !== expected) addEventIssue('version', `must be ${expected}, so that none is missing`)
    const begins = event.kind === 'CREATED' || event.kind === 'IMPORTED'
    if (begins && event !== first)
      addEventIssue('kind', `must not be ${event.kind}, because only the first item can be`)
    if (!begins && event === first) addEventIssue('kind', 'must be CREATED or IMPORTED, because it is the first item')
    const previous = history[index - 1]
    if (previous && isTooEarly(event, previous)) {
      addEventIssue('at', `must not be before ${previous.at}, the time of the previous item`)
    }
  }
  if ((version ?? 1) !== last.version) {
    addIssue(['version'], `must be ${last.version}, the version of the last item of history`)
  }
  // A deadline that passes is no change of the case.
  const { at } = history.findLast(({ kind }) => kind !== 'OVERDUE') ?? last
  if (updatedAt != null && Date.parse(updatedAt) !== Date.parse(at)) {
    addIssue(['updatedAt'], `must be ${at}, the time of the last item of history`)
  }
}

/** An import can have a time in the future. The next change is then earlier. */
function isTooEarly({ at }: ImportedEvent, previous: ImportedEvent): boolean {
  return previous.kind !== 'IMPORTED' && Date.parse(at) < Date.parse(previous.at) - toleranceHours * 3_600_000
}
