import { pageParameters } from '../rest/query-parameters.ts'
import type { Route } from '../rest/route.ts'
import { pageSelection, sendPage } from '../rest/tagged-response.ts'
import { requireCase } from './case.rest.ts'

export const commentsRoute: Route = {
  operation: 'caseComments',
  method: 'GET',
  path: '/api/v4/cases/:caseInstanceId/comments',
  document: `
query CaseComments($id: ID!, $first: Int, $last: Int, $after: String, $before: String, $totalCount: Boolean!) {
  case(id: $id) {
    id
    version
    comments(first: $first, last: $last, after: $after, before: $before) {
      nodes { id text internal author { id login firstname email } touchpoint createdAt editedAt }
      ${pageSelection}
    }
  }
}`,
  toVariables: ({ caseInstanceId, query }) => ({ id: caseInstanceId, ...pageParameters(query) }),
  send(reply, result) {
    const { id, version, comments } = requireCase<Found>(result)
    return sendPage(reply, 'comments', `/api/v4/cases/${id}/comments`, comments, version)
  },
  openapi: {
    summary: 'List the comments of a case',
    status: 200,
    errors: {},
    conditional: true,
    required: [],
    body: {},
  },
}

interface Found {
  id: string
  version: number
  comments: Parameters<typeof sendPage>[3]
}
