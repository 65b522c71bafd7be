import { requestFields } from '../../rest/request-fields.ts'
import { type Route, textVariable } from '../../rest/route.ts'
import { caseDataSchema, codeSchemas, commentsSchema } from '../case-body.rest.ts'
import { createCaseErrors } from '../case.errors.ts'
import { checkComments } from '../comments/comment.rules.ts'
import { changedCaseSelection, changeDocument, sendCase, writtenBy } from '../case.rest.ts'

interface Created {
  /** Callers who may read a case may also add comments to it. */
  case: { id: string; mayRead: { comment: { allowed: boolean } } }
}

export const createCaseRoute: Route = {
  operation: 'createCase',
  method: 'POST',
  path: '/api/v4/cases',
  document: changeDocument('createCase', {
    ofCase: `${changedCaseSelection} mayRead: permissions { comment { allowed } }`,
  }),
  toVariables(request) {
    const { body } = request
    return {
      input: {
        categoryCode: textVariable(body['categoryCode']),
        typeCode: textVariable(body['typeCode']),
        status: textVariable(body['status']),
        resolution: textVariable(body['resolution']),
        partyEmail: textVariable(body['partyEmail']),
        comments: checkComments(body['comments']),
        caseData: body['caseData'],
        ...requestFields(request),
      },
    }
  },
  send(reply, result) {
    const created = writtenBy<Created>(reply, result, 'createCase')?.case
    if (created?.mayRead.comment.allowed) reply.header('location', `/api/v4/cases/${created.id}`)
    return sendCase(reply, result, 'createCase', createCaseErrors)
  },
  openapi: {
    summary: 'Create a case',
    status: 201,
    errors: createCaseErrors,
    conditional: false,
    headers: ['Location'],
    required: ['categoryCode', 'typeCode'],
    types: {
      Case: {
        name: 'CreatedCase',
        members: {
          id: {
            type: 'integer',
            format: 'int64',
            description: 'The ID of the case, as used in paths. 0 in a dry run.',
            minimum: 0,
            maximum: Number.MAX_SAFE_INTEGER,
          },
        },
      },
    },
    body: {
      ...codeSchemas,
      comments: commentsSchema('The first comments, at most 50.'),
      caseData: caseDataSchema(
        'The case data, as an object keyed by field name. It must contain every field that the case type defines.',
      ),
    },
  },
}
