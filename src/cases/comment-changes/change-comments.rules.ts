import type { Problem } from '../../errors/problems.ts'
import type { ErrorCodeOf } from '../case.errors.ts'
import type { ModifiableFacts } from '../case-facts.ts'
import type { CommentFacts, StoredComment } from './comment-facts.ts'

/** The comment, or the problem that prevents the viewer from changing it. */
export function decideCommentChange({
  viewer,
  comment,
}: ModifiableFacts<CommentFacts>): { problems: Problem<ErrorCodeOf<'editComment'>>[] } | { comment: StoredComment } {
  const isOperator = viewer.login === 'OPERATOR'
  if (!comment || (comment.commentInternal && !isOperator)) return { problems: [invalidComment] }
  if (isOperator || (comment.authorId === viewer.personId && comment.isRecent)) return { comment }
  return { problems: [notPermitted] }
}

/** Callers must not learn whether a comment does not exist or cannot be seen by them. */
export const invalidComment = {
  code: 'invalidId' as const,
  message: 'commentId must be the ID of a comment on a case that the caller may change.',
  path: ['commentId'],
}

const notPermitted = {
  code: 'notPermitted' as const,
  message: 'A comment can be changed by its author for 15 minutes, and by operators who may change the case.',
  path: ['commentId'],
}
