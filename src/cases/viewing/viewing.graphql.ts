import { builder } from '../../graphql/schema/builder.ts'
import { defineMutation } from '../../graphql/schema/mutation.ts'
import { viewingErrors } from '../case.errors.ts'
import { CaseObject } from '../case.graphql.ts'
import { markCaseRead } from './mark-case-read.ts'
import { isUnread } from '../access/read-marks.ts'
import { PersonObject } from '../../people/people.graphql.ts'
import { type CasePresence, noteCasePresence, presencesOf } from './case-presence.ts'

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

const CasePresenceObject = builder.objectRef<CasePresence>('CasePresence').implement({
  description: 'An operator who looked at a case, or wrote, in the last 15 seconds.',
  fields: (t) => ({
    person: t.field({ type: PersonObject, description: 'The operator.', resolve: ({ person }) => person }),
    writes: t.exposeBoolean('writes', { description: 'Whether the operator is writing.' }),
  }),
})

builder.objectField(CaseObject, 'presence', (t) =>
  t.field({
    type: [CasePresenceObject],
    description: 'The other operators who look at the case now, by first name. Empty for other callers than operators.',
    extensions: { items: 2 },
    resolve: ({ id }, _args, { services, viewer }) => presencesOf(services.database, viewer, id),
  }),
)

defineMutation('noteCasePresence', {
  description:
    'Reports that the caller is viewing a case, or writing in it. It holds for 15 seconds, and for at most 20 cases of a caller at a time. ' +
    'This does not change the case. Login: operator.',
  input: builder.inputType('NoteCasePresenceInput', {
    description: 'The case that the caller is viewing.',
    fields: (t) => ({
      caseInstanceId: t.id({ required: true, description: 'The ID of the case.' }),
      writes: t.boolean({ description: 'Whether the caller is writing. False by default.' }),
    }),
  }),
  argument: 'The case that the caller is viewing.',
  payload: (t) => ({
    others: t.field({
      type: [CasePresenceObject],
      description: 'The other operators who look at the case now, by first name.',
      resolve: ({ others }) => others,
    }),
  }),
  result: 'The other operators, or the problem that prevented the note.',
  errors: viewingErrors.noteCasePresence,
  resolve: noteCasePresence,
})
