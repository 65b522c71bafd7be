import { changeFields } from '../rest/request-fields.ts'
import { type Route, textVariable } from '../rest/route.ts'
import { type CommentErrorCode, commentErrors } from './case.errors.ts'
import { commentIdOf, type ErrorData, type PayloadData, payloadSelection, sendCase } from './case.rest.ts'

export const editCommentRoute: Route = {
  operation: 'editComment',
  method: 'PATCH',
  path: '/api/v4/cases/:caseInstanceId/comments/:commentId',
  document: `
mutation EditComment($input: EditCommentInput!) {
  editComment(input: $input) {
    __typename
    ... on EditCommentPayload { ${payloadSelection} }
    ... on EditCommentError { problems { code message path } }
  }
}`,
  toVariables(request) {
    const text = textVariable(request.body['text']) ?? ''
    return { input: { commentId: commentIdOf(request), text, ...changeFields(request) } }
  },
  send(reply, { data }) {
    return sendCase(reply, data?.['editComment'] as PayloadData | ErrorData<CommentErrorCode>, commentErrors, 200)
  },
  openapi: {
    summary: 'Replace the text of a comment',
    status: 200,
    errors: commentErrors,
    conditional: false,
    required: ['text'],
    body: {},
  },
}
