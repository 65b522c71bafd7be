import { contextField } from '../auth/context.graphql.ts'
import { builder } from '../graphql/schema/builder.ts'
import { defineMutation } from '../graphql/schema/mutation.ts'
import { erasePerson } from './erase-person.ts'
import { erasePersonErrors } from './personal-data.errors.ts'

defineMutation('erasePerson', {
  description:
    'Removes the personal data of a person permanently: replaces the first name and the email address, ends the sessions, ' +
    'and removes the subject, the memberships, the authorisations and the texts of the comments. Cases, their versions, ' +
    'times and case data stay. Repeating it changes nothing. It reads the history of all cases, so the time that ' +
    'it takes grows with their number. Login: admin.',
  cost: 100,
  input: builder.inputType('ErasePersonInput', {
    description: 'The person to erase.',
    fields: (t) => ({
      personId: t.id({ required: true, description: 'The ID of the person, for example "person:1".' }),
      dryRun: t.boolean({
        description: 'Whether to check the input and count the cases without writing anything. False by default.',
      }),
    }),
  }),
  argument: 'The person to erase.',
  payload: (t) => ({
    context: contextField(t, 'The session of the request.'),
    cases: t.exposeInt('cases', {
      description:
        'The number of cases that the person took part in: as the party, as the current or a former assignee, ' +
        'with a comment or with a change.',
    }),
  }),
  result: 'The number of cases that the erased person took part in, or the problems that prevented the erasure.',
  errors: erasePersonErrors,
  resolve: erasePerson,
})
