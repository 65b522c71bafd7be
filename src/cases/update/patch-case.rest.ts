import { textVariable } from '../../rest/route.ts'
import { caseData, comments } from '../case-body.rest.ts'
import type { Member } from '../../rest/mutation-route.ts'
import { changeRoute } from '../change/change-route.rest.ts'

/** Unlike in other bodies, null is not the same as absent. */
const patchText = (description: string): Member => ({
  read: (value) => (value === null ? null : textVariable(value)),
  schema: { type: 'string', minLength: 1, description },
})

export const patchCaseRoute = changeRoute({
  operation: 'patchCase',
  method: 'PATCH',
  path: '/api/v4/cases/:caseInstanceId',
  summary: 'Change single values of a case',
  isComplete: true,
  types: { Case: { name: 'CompleteCase' }, PatchCasePayload: { name: 'PatchedCase' } },
  body: {
    categoryCode: patchText('The code of the new case category.'),
    typeCode: patchText('The code of the new case type.'),
    status: patchText('The name of the new status.'),
    resolution: patchText('The name of the new resolution.'),
    comments: comments('Comments to add, at most 50. Existing comments are kept.'),
    caseData: caseData(
      'The fields of the case data to change, as an object keyed by field name. Fields that are absent keep their ' +
        'value, and a field that is null is cleared. The result must contain every field that the case type requires.',
    ),
  },
})
