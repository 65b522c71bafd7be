import type { Viewer } from '../../viewer/viewer.ts'
import type { CaseRow } from '../case-facts.ts'
import type { NewComment } from './comment.rules.ts'

/** The version that added the latest comment of a case, and its author. Removed comments do not count. */
export type LatestComment = Pick<CaseRow, 'latestCommentVersion' | 'latestCommentAuthorId'>

export const noComment: LatestComment = { latestCommentVersion: 0, latestCommentAuthorId: null }

/** The latest comment after a version of a case: one that it adds, or what is left. */
export function latestCommentAfter(
  { personId }: Viewer,
  version: number,
  comments: readonly NewComment[],
  { latestCommentVersion, latestCommentAuthorId }: LatestComment,
): LatestComment {
  if (comments.length === 0) return { latestCommentVersion, latestCommentAuthorId }
  return { latestCommentVersion: version, latestCommentAuthorId: personId }
}
