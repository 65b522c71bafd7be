import type { Viewer } from '../../auth/viewer.ts'
import type { Loader } from '../../database/batched.ts'
import type { CaseRow } from '../case-facts.ts'
import { listOf, type PageBudget } from '../paging/page-key.ts'
import { loadItem, loadPage } from '../paging/page-loader.ts'
import { maximumComments } from './comment.rules.ts'
import { commentPages, type CommentRow } from './comment-pages.ts'

interface ViewedCase {
  viewer: Viewer
  case: CaseRow
}

/** The comments that a version of a case added, as the viewer sees them. */
export function readAddedComments(
  db: Loader,
  { viewer, case: row }: ViewedCase,
  budget: PageBudget | undefined,
): Promise<CommentRow[]> {
  const page = { after: [row.version, 0], before: [row.version + 1, 0], limit: maximumComments, inverted: false }
  return loadPage(db, commentPages, { ...listOf(row, viewer), page, budget })
}

/** A comment as it is in a version of its case; null if the viewer cannot see it. */
export function readCommentIn(
  db: Loader,
  { viewer, case: row }: ViewedCase,
  { version, position }: { version: number; position: number },
): Promise<CommentRow | null> {
  return loadItem(db, commentPages, listOf(row, viewer), [version, position])
}
