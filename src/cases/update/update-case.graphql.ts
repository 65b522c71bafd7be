import { builder } from '../../graphql/schema/builder.ts'
import { caseInputFields } from '../values/case-values.graphql.ts'
import { changeFields, defineChange } from '../change/change.graphql.ts'
import { patchCase, updateCase } from './update-case.ts'

const UpdateCaseInput = builder.inputType('UpdateCaseInput', {
  description: 'The changes to a case. Fields that are absent or null keep their current value.',
  fields: (t) => ({
    caseInstanceId: t.id({ required: true, description: 'The ID of the case to update.' }),
    ...caseInputFields(t, 'update'),
    ...changeFields(t),
  }),
})

defineChange('updateCase', {
  description: 'Updates a case and adds comments to it.',
  login: 'operator or party',
  input: UpdateCaseInput,
  argument: 'The changes to make.',
  resolve: updateCase,
  several: {
    mutation: 'updateCases',
    description: 'Updates up to 100 cases.',
    argument: 'The changes to make.',
  },
})

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
