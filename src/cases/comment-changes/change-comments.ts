import { numbersOf } from '../../node-id.ts'
import { requireCredentials } from '../../viewer/viewer.ts'
import type { RequestContext } from '../../context.ts'
import type { ErrorCodeOf } from '../case.errors.ts'
import { changeCase, type ChangeInput } from '../change/change-case.ts'
import type { ChangeResult } from '../change/case-answer.ts'
import { loadCaseOrTarget } from '../change/attachment-facts.ts'
import {
  checkComments,
  commentTextProblem,
  requireFreeAttachments,
  requirePublicComments,
  type SentComment,
} from '../values/comment.rules.ts'
import { changedValues } from '../values/case-values.ts'
import { afterPartyComment } from '../values/comment-effects.rules.ts'
import { decideCommentChange, invalidComment } from './change-comments.rules.ts'
import { invalidInput } from '../../errors/request-error.ts'
import { type CommentFacts, commentFacts } from './comment-facts.ts'
import { type CommentRow, readCommentIn } from '../timeline/comment-pages.ts'
import type { Change } from '../change/change.ts'
import { type LatestComment, noComment } from '../values/comment-effects.rules.ts'

/** The case, the version that added the comment, and its position in it. Undefined if the text is not a comment's ID. */
function parseCommentId(id: string): { caseId: number; version: number; position: number } | undefined {
  const [caseId, version, position] = numbersOf('comment', id, 3)
  if (!caseId || !version || !position) return undefined
  return version < 2 ** 31 && position < 2 ** 15 ? { caseId, version, position } : undefined
}

export interface AddCommentsInput extends ChangeInput {
  comments: readonly SentComment[]
}

interface AddedComments {
  /** Whether comments were added: by this request, or by an earlier one with its key. */
  isAdded: boolean
}

/**
 * Adds comments to a case and changes nothing else. Comments of the party of a merged case go to the case that it was merged into.
 * Login: operator or party.
 */
export async function addComments(
  context: RequestContext,
  input: AddCommentsInput,
): Promise<ChangeResult<ErrorCodeOf<'addComments'>, AddedComments>> {
  // Missing credentials are reported before the input is, as over REST.
  requireCredentials(context)
  const comments = checkComments(input.comments)
  const result: ChangeResult<ErrorCodeOf<'addComments'>> = await changeCase(context, input, {
    name: 'addComments',
    requested: { comments },
    load: (db, key) => loadCaseOrTarget(db, key, comments),
    requireAllowed: (viewer) => requirePublicComments(viewer, comments),
    decide({ viewer, case: current, freeAttachments }, catalogue) {
      requireFreeAttachments(comments, freeAttachments)
      if (comments.length === 0) return { change: null }
      const values = afterPartyComment(current, { login: viewer.login, comments }, catalogue)
      return { change: { kind: 'COMMENTED', values, changes: changedValues(current, values), comments } }
    },
  })
  return 'problems' in result ? result : { ...result, isAdded: comments.length > 0 && !input.dryRun }
}

type CommentInput = Omit<ChangeInput, 'caseInstanceId'> & { commentId: string }

/** Replaces the text of a comment. Succeeds and writes nothing if the text is the same. */
export async function editComment(
  context: RequestContext,
  input: CommentInput & { text: string },
): Promise<ChangeResult<ErrorCodeOf<'editComment'>, { comment: CommentRow }>> {
  requireCredentials(context)
  const text = input.text.trim()
  const problem = commentTextProblem(text)
  if (problem) throw invalidInput([{ message: `text ${problem}.`, path: ['text'] }])
  const result = await changeComment(context, 'editComment', input, text)
  if ('problems' in result) return result
  // A party that repeats its request does not see the comment if it has been removed since.
  const comment = await readCommentIn(context.services.database, result, parseCommentId(input.commentId)!)
  return comment ? { ...result, comment } : { problems: [invalidComment] }
}

/** Removes a comment. Its text stays in the history. */
export async function removeComment(
  context: RequestContext,
  input: CommentInput,
): Promise<ChangeResult<ErrorCodeOf<'editComment'>, { commentId: string }>> {
  const result = await changeComment(context, 'removeComment', input, null)
  return 'problems' in result ? result : { ...result, commentId: input.commentId }
}

function latestOf(other: CommentFacts['other']): LatestComment {
  if (!other) return noComment
  return { latestCommentVersion: other.otherVersion, latestCommentAuthorId: other.otherAuthorId }
}

/** `text`: the new text, or null to remove the comment. */
function changeComment(
  context: RequestContext,
  name: 'editComment' | 'removeComment',
  input: CommentInput,
  text: string | null,
): Promise<ChangeResult<ErrorCodeOf<'editComment'>>> {
  const id = parseCommentId(input.commentId)
  const { version = 0, position = 0 } = id ?? {}
  const caseInstanceId = `${id?.caseId ?? ''}`
  return changeCase(
    context,
    { ...input, caseInstanceId },
    {
      name,
      requested: { commentId: input.commentId, text },
      load: (db, key) => db.load(commentFacts, { ...key, version, position }),
      invalidId: invalidComment,
      decide(facts) {
        const decided = decideCommentChange(facts)
        if ('problems' in decided) return decided
        const { commentText, commentInternal, authorId, editorId } = decided.comment
        if (commentText === text) return { change: null }
        const change: Change = {
          kind: text === null ? 'COMMENT_REMOVED' : 'COMMENT_EDITED',
          values: facts.case,
          changes: [{ path: ['comments', input.commentId], from: commentText, to: text }],
          comments: [],
          edit: { version, position, text },
          internal: commentInternal,
          persons: [authorId, editorId],
          ...(text === null && { latestComment: latestOf(facts.other) }),
        }
        return { change }
      },
    },
  )
}
