import { caseInputFields } from '../values/case-values.graphql.ts'
import { defineChange } from '../change/change.graphql.ts'
import { createCase } from './create-case.ts'

defineChange('createCase', {
  description:
    'Creates a case. Parties create cases for themselves, operators for any party. An operator can create a case for ' +
    'another team without being authorised to view it.',
  login: 'operator or party',
  input: 'A new case. Fields that are null are the same as absent.',
  fields: (t) => ({
    ...caseInputFields(t, 'create'),
    partyEmail: t.string({
      description:
        'The email address of the party that the case concerns. For operators only. A case that a party creates ' +
        'always concerns that party.',
    }),
    partyFirstname: t.string({
      description:
        'The first name of a party who does not exist yet, with 1 to 200 characters after leading and trailing white space ' +
        'is removed. The party is registered with the case, if the touchpoint registers parties. A party who exists keeps ' +
        'the first name.',
    }),
  }),
  isCreation: true,
  argument: 'The case to create.',
  resolve: createCase,
})
