import { caseData, codes, comments, text } from '../case-body.rest.ts'
import { changeRoute } from '../change/change-route.rest.ts'

export const updateCaseRoute = changeRoute({
  operation: 'updateCase',
  method: 'PUT',
  path: '/api/v4/cases/:caseInstanceId',
  summary: 'Update a case',
  body: {
    ...codes,
    status: text,
    resolution: text,
    comments: comments('Comments to add, at most 50. Existing comments are kept.'),
    caseData: caseData(
      'The case data, as an object keyed by field name. It must contain every field that the case type defines, ' +
        'and replaces the stored data.',
    ),
  },
})
