import { builder } from '../../graphql/builder.ts'
import { changeFields, defineChange } from '../change/change.graphql.ts'
import { CommentInput } from '../comments/comment-input.graphql.ts'
import { updateCase } from './update-case.ts'

const UpdateCaseInput = builder.inputType('UpdateCaseInput', {
  description: 'The changes to a case. Fields that are absent or null keep their current value.',
  fields: (t) => ({
    caseInstanceId: t.id({ required: true, description: 'The ID of the case to update.' }),
    categoryCode: t.string({
      description:
        'The code of the case category. Required: if it is missing, the result is the error `CodeRequired`, ' +
        'not a GraphQL error.',
    }),
    typeCode: t.string({
      description:
        'The code of the case type. Required: if it is missing, the result is the error `CodeRequired`, ' +
        'not a GraphQL error.',
    }),
    status: t.string({ description: 'The name of the new status.' }),
    resolution: t.string({ description: 'The name of the new resolution.' }),
    comments: t.field({
      type: [CommentInput],
      description: 'Comments to add, at most 50. Existing comments are kept.',
    }),
    caseData: t.field({
      type: 'JSON',
      description:
        'The case data, as an object keyed by field name. It must contain every field that the case type defines, ' +
        'and replaces the stored data. Any other value results in the error `invalidCaseField`, not in a GraphQL error.',
    }),
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
