import { requireCredentials, worksOnCases } from '../../auth/viewer.ts'
import type { RequestContext } from '../../context.ts'
import { invalidInput } from '../../errors/request-error.ts'
import type { ErrorCodeOf } from '../case.errors.ts'
import { changeCase, type ChangeInput } from '../change/change-case.ts'
import { decideCommentChange, invalidComment } from './change-comment.rules.ts'
import type { ChangeResult } from '../change/change-result.ts'
import { commentTextProblem } from './comment.rules.ts'
import { commentFacts } from './comment-facts.ts'
import { parseCommentId } from './comment-id.ts'
import type { CommentRow } from './comment-pages.ts'
import { readCommentIn } from './read-comments.ts'
import type { CommentEdit } from '../change/write-change.ts'

type CommentInput = Omit<ChangeInput, 'caseInstanceId'> & { commentId: string }

/** Replaces the text of a comment. Succeeds and writes nothing if the text is the same. */
export async function editComment(
  context: RequestContext,
  input: CommentInput & { text: string },
): Promise<ChangeResult<ErrorCodeOf<'editComment'>, { comment: CommentRow }>> {
  // Missing credentials are reported before the input is, as over REST.
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
      isLoginAllowed: worksOnCases,
      invalidId: invalidComment,
      decide(facts) {
        const decided = decideCommentChange(facts)
        if ('problems' in decided) return decided
        const { commentText, commentInternal, authorId, editorId } = decided.comment
        if (commentText === text) return { change: null }
        const edit: CommentEdit = { version, position, text }
        const kind = text === null ? 'COMMENT_REMOVED' : 'COMMENT_EDITED'
        const changes = [{ path: ['comments', input.commentId], from: commentText, to: text }]
        const persons = [authorId, editorId]
        return { change: { kind, values: facts.case, changes, comments: [], edit, internal: commentInternal, persons } }
      },
    },
  )
}
