import { RouteError } from '../../http/route-error.ts'
import type { CaseVersion } from '../../rest/case-tag.ts'
import { readDescription, type Route } from '../../rest/route.ts'
import { sendBody } from '../../rest/tagged-response.ts'
import { commentIdOf } from '../case.rest.ts'
import { commentSelection } from './comments.rest.ts'

export const readCommentRoute: Route = {
  operation: 'readComment',
  method: 'GET',
  path: '/api/v4/cases/:caseInstanceId/comments/:commentId',
  // The case is for the tag. Both fields share a statement.
  document: `
query Comment($commentId: ID!, $caseId: ID!) {
  comment: node(id: $commentId) {
    ... on CaseComment { ${commentSelection} }
  }
  case(id: $caseId) { id version }
}`,
  toVariables: (request) => ({ commentId: commentIdOf(request), caseId: request.caseInstanceId }),
  send(reply, { data }) {
    const { comment, case: found } = data as { comment: object | null; case: CaseVersion | null }
    if (!comment || !found) throw new RouteError(404, 'There is no such comment, or the caller may not see it.')
    return sendBody(reply, { comment }, found)
  },
  openapi: {
    summary: 'Read a comment',
    description: 'Returns a comment. It can be accessed like its case. Login: operator or party.',
    ...readDescription,
  },
}
