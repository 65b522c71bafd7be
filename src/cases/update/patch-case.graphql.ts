import { builder } from '../../graphql/builder.ts'
import { caseInputFields } from '../case-values.graphql.ts'
import { changeFields, defineChange } from '../change/change.graphql.ts'
import { patchCase } from './patch-case.ts'

const PatchCaseInput = builder.inputType('PatchCaseInput', {
  description: 'The values of a case to change. Absent fields keep their value. Null clears what can be cleared.',
  fields: (t) => ({
    caseInstanceId: t.id({ required: true, description: 'The ID of the case to change.' }),
    ...caseInputFields(t, 'patch'),
    ...changeFields(t),
  }),
})

defineChange('patchCase', {
  description: 'Changes single values of a case, as a JSON Merge Patch (RFC 7396), and adds comments.',
  login: 'operator or party',
  input: PatchCaseInput,
  argument: 'The values to change.',
  resolve: patchCase,
})
