import { queryOf } from '../../http/request-context.ts'
import { operationProblem, sendProblem } from '../../rest/problem.ts'
import { changeFields, isDryRun } from '../../rest/request-fields.ts'
import { type Route, textVariable } from '../../rest/route.ts'
import { representation } from '../../rest/tagged-response.ts'
import { caseDataSchema, commentsSchema } from '../case-body.rest.ts'
import { changeDocument, type ErrorData, withNumber } from '../case.rest.ts'
import { type UpdateCaseErrorCode, patchCaseErrors } from '../case.errors.ts'
import { checkComments } from '../comments/comment.rules.ts'
import { completeCaseSelection } from '../read/read-case.rest.ts'

const name = (description: string) => ({ type: 'string', minLength: 1, description })

export const patchCaseRoute: Route = {
  operation: 'patchCase',
  method: 'PATCH',
  path: '/api/v4/cases/:caseInstanceId',
  document: changeDocument('patchCase', { ofCase: completeCaseSelection }),
  toVariables(request) {
    const { caseInstanceId, body } = request
    const input = {
      caseInstanceId,
      categoryCode: patchVariable(body['categoryCode']),
      typeCode: patchVariable(body['typeCode']),
      status: patchVariable(body['status']),
      resolution: patchVariable(body['resolution']),
      comments: checkComments(body['comments']),
      caseData: body['caseData'],
      ...changeFields(request),
    }
    return { input }
  },
  send(reply, { data }) {
    const result = data?.['patchCase'] as Patched | ErrorData<UpdateCaseErrorCode>
    if ('problems' in result) return sendProblem(reply, operationProblem(result.problems, patchCaseErrors))
    const text = JSON.stringify({ context: result.context, case: withNumber(result.case) })
    // The version after a dry run may become that of another change.
    const isWritten = !isDryRun(queryOf(reply.request))
    if (isWritten) reply.header('etag', `"${representation(text, result.case).tag}"`)
    return reply.type('application/json').serializer(String).send(text)
  },
  openapi: {
    summary: 'Change single values of a case',
    status: 200,
    errors: patchCaseErrors,
    conditional: false,
    required: [],
    types: { Case: { name: 'CompleteCase' }, PatchCasePayload: { name: 'PatchedCase' } },
    body: {
      categoryCode: name('The code of the new case category.'),
      typeCode: name('The code of the new case type.'),
      status: name('The name of the new status.'),
      resolution: name('The name of the new resolution.'),
      comments: commentsSchema('Comments to add, at most 50. Existing comments are kept.'),
      caseData: caseDataSchema(
        'The fields of the case data to change, as an object keyed by field name. Fields that are absent keep their ' +
          'value, and a field that is null is removed. The result must contain every field that the case type defines.',
        [{ type: 'null' }],
      ),
    },
  },
}

interface Patched {
  context: unknown
  case: { id: string; version: number }
}

/** Unlike in other bodies, null is not the same as absent. */
function patchVariable(value: unknown): string | null | undefined {
  return value === null ? null : textVariable(value)
}
