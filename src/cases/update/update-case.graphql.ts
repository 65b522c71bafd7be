import { builder } from '../../graphql/builder.ts'
import { caseInputFields } from '../case-values.graphql.ts'
import { changeFields, defineChange } from '../change/change.graphql.ts'
import { updateCase } from './update-case.ts'

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
