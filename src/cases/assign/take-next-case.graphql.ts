import { contextField } from '../../auth/context.graphql.ts'
import { builder } from '../../graphql/schema/builder.ts'
import { defineMutation } from '../../graphql/schema/mutation.ts'
import { operationErrors } from '../case.errors.ts'
import { CaseObject } from '../case.graphql.ts'
import { requestFields } from '../change/change.graphql.ts'
import { takeNextCase } from './take-next-case.ts'

defineMutation('takeNextCase', {
  description:
    'Assigns the next case of a group to the caller: of the cases for which somebody waits for an answer, the most ' +
    'urgent, and of several the one that waits longest. Cases of types that the caller is not authorised for are left to ' +
    'others. Login: operator.',
  input: builder.inputType('TakeNextCaseInput', {
    description: 'The queue to take a case from.',
    fields: (t) => ({
      groupName: t.string({
        description: 'The name of a group of the caller. If it is absent, any active group of the caller.',
      }),
      ...requestFields(t),
    }),
  }),
  argument: 'The queue to take a case from.',
  payload: (t) => ({
    context: contextField(t, 'The session in which the case was taken.'),
    case: t.expose('case', {
      type: CaseObject,
      nullable: true,
      description: 'The case, now assigned to the caller. Null if no case is waiting.',
    }),
  }),
  returned: 'if it succeeds, even if no case is waiting',
  result: 'The case that was taken, or the problems that prevented it.',
  errors: operationErrors.takeNextCase,
  resolve: takeNextCase,
})
