import { builder } from '../../graphql/builder.ts'
import { changeFields, defineChange } from '../change/change.graphql.ts'
import { CommentInput } from '../comments/comment-input.graphql.ts'
import { patchCase } from './patch-case.ts'

const PatchCaseInput = builder.inputType('PatchCaseInput', {
  description: 'The values of a case to change. Absent fields keep their value. Null clears what can be cleared.',
  fields: (t) => ({
    caseInstanceId: t.id({ required: true, description: 'The ID of the case to change.' }),
    categoryCode: t.string({ description: 'The code of the new case category. It cannot be cleared.' }),
    typeCode: t.string({ description: 'The code of the new case type. It cannot be cleared.' }),
    status: t.string({ description: 'The name of the new status. It cannot be cleared.' }),
    resolution: t.string({ description: 'The name of the new resolution. It cannot be cleared.' }),
    comments: t.field({
      type: [CommentInput],
      description: 'Comments to add, at most 50. Existing comments are kept.',
    }),
    caseData: t.field({
      type: 'JSON',
      description:
        'The fields of the case data to change, as an object keyed by field name. Fields that are absent keep their ' +
        'value, and a field that is null is cleared. The result must contain every field that the case type requires.',
    }),
    ...changeFields(t),
  }),
})

defineChange('patchCase', {
  description: 'Changes single values of a case, as a JSON Merge Patch (RFC 7396), and adds comments.',
  login: 'operator or party',
  input: PatchCaseInput,
  argument: 'The values to change.',
  resolve(context, { categoryCode, typeCode, status, resolution, caseData, ...others }) {
    return patchCase(context, { ...others, patch: { categoryCode, typeCode, status, resolution, caseData } })
  },
})
