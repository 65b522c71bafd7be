import { changeFields } from '../rest/request-fields.ts'
import type { Route } from '../rest/route.ts'
import { requiredCommentsSchema } from './case-body.rest.ts'
import { type AddCommentsErrorCode, addCommentsErrors } from './case.errors.ts'
import { type ErrorData, type PayloadData, payloadSelection, sendCase } from './case.rest.ts'
import { checkComments } from './comment.rules.ts'

export const addCommentsRoute: Route = {
  operation: 'addComments',
  method: 'POST',
  path: '/api/v4/cases/:caseInstanceId/comments',
  document: `
mutation AddComments($input: AddCommentsInput!) {
  addComments(input: $input) {
    __typename
    ... on AddCommentsPayload { ${payloadSelection} }
    ... on AddCommentsError { problems { code message path } }
  }
}`,
  toVariables(request) {
    const { caseInstanceId, body } = request
    // Missing comments are wrong ones.
    const comments = checkComments(body['comments'] ?? '')
    return { input: { caseInstanceId, comments, ...changeFields(request) } }
  },
  send(reply, { data }) {
    return sendCase(
      reply,
      data?.['addComments'] as PayloadData | ErrorData<AddCommentsErrorCode>,
      addCommentsErrors,
      201,
    )
  },
  openapi: {
    summary: 'Add comments to a case',
    status: 201,
    errors: addCommentsErrors,
    conditional: false,
    required: ['comments'],
    body: { comments: requiredCommentsSchema },
  },
}
