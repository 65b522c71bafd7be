import { changeFields } from '../../rest/request-fields.ts'
import type { Route } from '../../rest/route.ts'
import { commentErrors } from '../case.errors.ts'
import { commentIdOf, changeDocument, sendCase } from '../case.rest.ts'

export const removeCommentRoute: Route = {
  operation: 'removeComment',
  method: 'DELETE',
  path: '/api/v4/cases/:caseInstanceId/comments/:commentId',
  document: changeDocument('removeComment', { more: 'commentId' }),
  toVariables: (request) => ({ input: { commentId: commentIdOf(request), ...changeFields(request) } }),
  send: (reply, result) => sendCase(reply, result, 'removeComment', commentErrors, 200),
  openapi: {
    summary: 'Remove a comment',
    status: 200,
    errors: commentErrors,
    conditional: false,
    required: [],
    body: {},
  },
}
