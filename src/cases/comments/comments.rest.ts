import { pageParameters } from '../../rest/query-parameters.ts'
import { readDescription, type Route } from '../../rest/route.ts'
import { pageArguments, pageSelection, pageVariables } from '../../rest/tagged-response.ts'
import { sendCaseList } from '../case.rest.ts'

export const commentSelection = 'id text internal author { id login firstname email } touchpoint createdAt editedAt'

export const commentsRoute: Route = {
  operation: 'caseComments',
  method: 'GET',
  path: '/api/v4/cases/:caseInstanceId/comments',
  document: `
query CaseComments($id: ID!, ${pageVariables}) {
  case(id: $id) {
    id
    version
    comments(${pageArguments}) {
      nodes { ${commentSelection} }
      ${pageSelection}
    }
  }
}`,
  toVariables: ({ caseInstanceId, query }) => ({ id: caseInstanceId, ...pageParameters(query) }),
  send: (reply, result) => sendCaseList(reply, result, 'comments', 'comments'),
  openapi: {
    summary: 'List the comments of a case',
    ...readDescription,
  },
}
