import { addCommentsRoute } from '../cases/comments/add-comments.rest.ts'
import { assignCaseRoute } from '../cases/assign/assign-case.rest.ts'
import { assignableGroupsRoute } from '../cases/assign/assignable-groups.rest.ts'
import { assignableOperatorsRoute } from '../cases/assign/assignable-operators.rest.ts'
import { caseFormRoute } from '../cases/form/case-form.rest.ts'
import { caseListRoute } from '../cases/list/case-list.rest.ts'
import { commentsRoute } from '../cases/comments/comments.rest.ts'
import { createCaseRoute } from '../cases/create/create-case.rest.ts'
import { editCommentRoute } from '../cases/comments/edit-comment.rest.ts'
import { historyRoute } from '../cases/history/history.rest.ts'
import { patchCaseRoute } from '../cases/update/patch-case.rest.ts'
import { readCaseRoute } from '../cases/read/read-case.rest.ts'
import { readCommentRoute } from '../cases/comments/read-comment.rest.ts'
import { removeCommentRoute } from '../cases/comments/remove-comment.rest.ts'
import { takeNextCaseRoute } from '../cases/take-next/take-next-case.rest.ts'
import { unassignCaseRoute } from '../cases/assign/unassign-case.rest.ts'
import { updateCaseRoute } from '../cases/update/update-case.rest.ts'
import { lookupRoute } from '../catalogue/lookup.rest.ts'
import { resolutionsRoute } from '../catalogue/resolutions.rest.ts'
import { statusesRoute } from '../catalogue/statuses.rest.ts'
import { groupsRoute } from '../people/groups.rest.ts'
import { operatorsRoute } from '../people/operators.rest.ts'
import { viewerRoute } from '../people/viewer.rest.ts'
import type { Route } from './route.ts'

export const routes: readonly Route[] = [
  lookupRoute,
  takeNextCaseRoute,
  caseListRoute,
  createCaseRoute,
  readCaseRoute,
  updateCaseRoute,
  patchCaseRoute,
  assignCaseRoute,
  unassignCaseRoute,
  commentsRoute,
  addCommentsRoute,
  readCommentRoute,
  editCommentRoute,
  removeCommentRoute,
  historyRoute,
  caseFormRoute,
  assignableOperatorsRoute,
  assignableGroupsRoute,
  viewerRoute,
  statusesRoute,
  resolutionsRoute,
  operatorsRoute,
  groupsRoute,
]

/** The documents that the service itself executes. */
export const restDocuments = routes.map(({ document }) => document)
