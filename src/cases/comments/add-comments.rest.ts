import { changeFields } from '../../rest/request-fields.ts'
import type { Route } from '../../rest/route.ts'
import { requiredCommentsSchema } from '../case-body.rest.ts'
import { addCommentsErrors } from '../case.errors.ts'
import { changeDocument, sendCase, writtenBy } from '../case.rest.ts'
import { commentSelection } from './comments.rest.ts'
import { checkComments } from './comment.rules.ts'

interface Added {
  case: { id: string }
  comments: { id: string }[]
}

export const addCommentsRoute: Route = {
  operation: 'addComments',
  method: 'POST',
  path: '/api/v4/cases/:caseInstanceId/comments',
  document: changeDocument('addComments', { more: `comments { ${commentSelection} }` }),
  toVariables(request) {
    const { caseInstanceId, body } = request
    // Missing comments are wrong ones.
    const comments = checkComments(body['comments'] ?? '')
    return { input: { caseInstanceId, comments, ...changeFields(request) } }
  },
  send(reply, result) {
    const added = writtenBy<Added>(reply, result, 'addComments')
    const [comment, ...others] = added?.comments ?? []
    if (added && comment && others.length === 0) {
      reply.header('location', `/api/v4/cases/${added.case.id}/comments/${comment.id}`)
    }
    return sendCase(reply, result, 'addComments', addCommentsErrors)
  },
  openapi: {
    summary: 'Add comments to a case',
    status: 201,
    errors: addCommentsErrors,
    conditional: false,
    headers: ['Location'],
    required: ['comments'],
    body: { comments: requiredCommentsSchema },
  },
}
