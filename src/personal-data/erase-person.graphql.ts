import { ContextObject } from '../cases/case.graphql.ts'
import { builder, rootBuilder } from '../graphql/builder.ts'
import { defineOperationError } from '../graphql/operation-errors.ts'
import { erasePerson, type ErasePersonResult } from './erase-person.ts'
import { erasePersonErrors } from './personal-data.errors.ts'

const ErasePersonInput = builder.inputType('ErasePersonInput', {
  description: 'The person to erase.',
  fields: (t) => ({
    personId: t.id({ required: true, description: 'The ID of the person, for example "person:1".' }),
    dryRun: t.boolean({
      description: 'Whether to check the input and count the cases without writing anything. False by default.',
    }),
  }),
})

const ErasePersonPayload = builder
  .objectRef<Extract<ErasePersonResult, { cases: number }>>('ErasePersonPayload')
  .implement({
    description: 'Returned by `erasePerson` if it succeeds.',
    fields: (t) => ({
      context: t.field({
        type: ContextObject,
        description: 'The session of the request.',
        resolve: ({ viewer }) => viewer,
      }),
      cases: t.exposeInt('cases', {
        description:
          'The number of cases that the person took part in: as the party, as the current or a former assignee, ' +
          'with a comment or with a change.',
      }),
    }),
  })

const ErasePersonError = defineOperationError('ErasePerson', 'erasePerson', erasePersonErrors)

const ErasePersonResultUnion = builder.unionType('ErasePersonResult', {
  description: 'The number of cases that the erased person took part in, or the problems that prevented the erasure.',
  types: [ErasePersonPayload, ErasePersonError],
  resolveType: (result) => ('problems' in result ? ErasePersonError : ErasePersonPayload),
})

rootBuilder.mutationField('erasePerson', (t) =>
  t.field({
    type: ErasePersonResultUnion,
    nullable: true,
    description:
      'Removes the personal data of a person permanently: replaces the first name and the email address, ends the sessions, ' +
      'and removes the subject, the memberships, the authorisations and the texts of the comments. Cases, their versions, ' +
      'times and case data stay. Repeating it changes nothing. It reads the history of all cases, so the time that ' +
      'it takes grows with their number. Login: admin.',
    extensions: { cost: 100 },
    args: {
      input: t.arg({ type: ErasePersonInput, required: true, description: 'The person to erase.' }),
    },
    resolve: (_root, { input }, context) => erasePerson(context, input),
  }),
)
