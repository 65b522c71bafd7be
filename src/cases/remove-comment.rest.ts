import { changeFields } from '../rest/request-fields.ts'
import type { Route } from '../rest/route.ts'
import { type CommentErrorCode, commentErrors } from './case.errors.ts'
import { commentIdOf, type ErrorData, type PayloadData, payloadSelection, sendCase } from './case.rest.ts'

export const removeCommentRoute: Route = {
  operation: 'removeComment',
  method: 'DELETE',
  path: '/api/v4/cases/:caseInstanceId/comments/:commentId',
  document: `
mutation RemoveComment($input: RemoveCommentInput!) {
  removeComment(input: $input) {
    __typename
    ... on RemoveCommentPayload { ${payloadSelection} }
    ... on RemoveCommentError { problems { code message path } }
  }
}`,
  toVariables: (request) => ({ input: { commentId: commentIdOf(request), ...changeFields(request) } }),
  send(reply, { data }) {
    return sendCase(reply, data?.['removeComment'] as PayloadData | ErrorData<CommentErrorCode>, commentErrors, 200)
  },
  openapi: {
    summary: 'Remove a comment',
    status: 200,
    errors: commentErrors,
    conditional: false,
    required: [],
    body: {},
  },
}
