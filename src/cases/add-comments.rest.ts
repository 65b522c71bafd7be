import { changeFields } from '../rest/request-fields.ts'
import type { Route } from '../rest/route.ts'
import { requiredCommentsSchema } from './case-body.rest.ts'
import { addCommentsErrors } from './case.errors.ts'
import { changeDocument, sendCase } from './case.rest.ts'
import { checkComments } from './comment.rules.ts'

export const addCommentsRoute: Route = {
  operation: 'addComments',
  method: 'POST',
  path: '/api/v4/cases/:caseInstanceId/comments',
  document: changeDocument('addComments'),
  toVariables(request) {
    const { caseInstanceId, body } = request
    // Missing comments are wrong ones.
    const comments = checkComments(body['comments'] ?? '')
    return { input: { caseInstanceId, comments, ...changeFields(request) } }
  },
  send: (reply, result) => sendCase(reply, result, 'addComments', addCommentsErrors),
  openapi: {
    summary: 'Add comments to a case',
    status: 201,
    errors: addCommentsErrors,
    conditional: false,
    required: ['comments'],
    body: { comments: requiredCommentsSchema },
  },
}
