import { changeFields } from '../../rest/request-fields.ts'
import { type Route, textVariable } from '../../rest/route.ts'
import { caseDataSchema, codeSchemas, commentsSchema } from '../case-body.rest.ts'
import { updateCaseErrors } from '../case.errors.ts'
import { checkComments } from '../comments/comment.rules.ts'
import { changeDocument, sendCase } from '../case.rest.ts'

export const updateCaseRoute: Route = {
  operation: 'updateCase',
  method: 'PUT',
  path: '/api/v4/cases/:caseInstanceId',
  document: changeDocument('updateCase'),
  toVariables(request) {
    const { caseInstanceId, body } = request
    return {
      input: {
        caseInstanceId,
        categoryCode: textVariable(body['categoryCode']),
        typeCode: textVariable(body['typeCode']),
        status: textVariable(body['status']),
        resolution: textVariable(body['resolution']),
        comments: checkComments(body['comments']),
        caseData: body['caseData'],
        ...changeFields(request),
      },
    }
  },
  send: (reply, result) => sendCase(reply, result, 'updateCase', updateCaseErrors),
  openapi: {
    summary: 'Update a case',
    status: 201,
    errors: updateCaseErrors,
    conditional: false,
    required: ['categoryCode', 'typeCode'],
    body: {
      ...codeSchemas,
      comments: commentsSchema('Comments to add, at most 50. Existing comments are kept.'),
      caseData: caseDataSchema(
        'The case data, as an object keyed by field name. It must contain every field that the case type defines, ' +
          'and replaces the stored data.',
      ),
    },
  },
}
