import { changeFields } from '../../rest/request-fields.ts'
import { type Route, textVariable } from '../../rest/route.ts'
import { commentErrors } from '../case.errors.ts'
import { commentIdOf, changeDocument, sendCase } from '../case.rest.ts'
import { commentSelection } from './comments.rest.ts'

export const editCommentRoute: Route = {
  operation: 'editComment',
  method: 'PATCH',
  path: '/api/v4/cases/:caseInstanceId/comments/:commentId',
  document: changeDocument('editComment', { more: `comment { ${commentSelection} }` }),
  toVariables(request) {
    const text = textVariable(request.body['text']) ?? ''
    return { input: { commentId: commentIdOf(request), text, ...changeFields(request) } }
  },
  send: (reply, result) => sendCase(reply, result, 'editComment', commentErrors, 200),
  openapi: {
    summary: 'Replace the text of a comment',
    status: 200,
    errors: commentErrors,
    conditional: false,
    required: ['text'],
    body: {},
  },
}
