import { builder } from '../../graphql/schema/builder.ts'
import { defineMutation } from '../../graphql/schema/mutation.ts'
import { viewingErrors } from '../case.errors.ts'
import { CaseObject } from '../case.graphql.ts'
import { markCaseRead } from './mark-case-read.ts'
import { isUnread } from '../access/read-marks.ts'

builder.objectField(CaseObject, 'unread', (t) =>
  t.boolean({
    description:
      'Whether the latest comment is by somebody else and later than the version that the caller last marked as read. Comments ' +
      'that were removed do not count. False for other callers than operators.',
    resolve: (row, _args, { services, viewer }) => isUnread(services.database, viewer, row),
  }),
)

defineMutation('markCaseRead', {
  description:
    'Marks a case as read or unread by the caller. Nobody else sees it, and it is no change of the case. Login: operator.',
  input: builder.inputType('MarkCaseReadInput', {
    description: 'The case, and how much of it the caller has read.',
    fields: (t) => ({
      caseInstanceId: t.id({ required: true, description: 'The ID of the case.' }),
      version: t.int({
        required: true,
        description:
          'The version that the caller has seen. A lower version than the marked one changes nothing. 0 marks the case as unread.',
      }),
    }),
  }),
  argument: 'The case, and the version that the caller has seen.',
  payload: (t) => ({ case: t.expose('case', { type: CaseObject, description: 'The case.' }) }),
  result: 'The case, or the problem that prevented the mark.',
  errors: viewingErrors.markCaseRead,
  resolve: markCaseRead,
})
