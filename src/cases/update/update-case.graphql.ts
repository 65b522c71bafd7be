import { caseInputFields } from '../values/case-values.graphql.ts'
import { defineChange } from '../change/change.graphql.ts'
import { patchCase, updateCase } from './update-case.ts'

defineChange('updateCase', {
  description: 'Updates a case and adds comments to it.',
  login: 'operator or party',
  input: 'The changes to a case. Fields that are absent or null keep their current value.',
  caseId: 'The ID of the case to update.',
  fields: (t) => ({
    ...caseInputFields(t, 'update'),
  }),
  argument: 'The changes to make.',
  resolve: updateCase,
  several: {
    mutation: 'updateCases',
    description: 'Updates up to 100 cases.',
    argument: 'The changes to make.',
  },
})

defineChange('patchCase', {
  description: 'Changes single values of a case, as a JSON Merge Patch (RFC 7396), and adds comments.',
  login: 'operator or party',
  input: 'The values of a case to change. Absent fields keep their value. Null clears what can be cleared.',
  caseId: 'The ID of the case to change.',
  fields: (t) => ({
    ...caseInputFields(t, 'patch'),
  }),
  argument: 'The values to change.',
  resolve: patchCase,
})
