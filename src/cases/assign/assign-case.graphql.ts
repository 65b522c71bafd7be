import { builder } from '../../graphql/schema/builder.ts'
import { changeFields, defineChange } from '../change/change.graphql.ts'
import { assignCase, unassignCase } from './assign-case.ts'

const AssignCaseInput = builder.inputType('AssignCaseInput', {
  description: 'The assignment of a case. Exactly one of `email` and `groupName` must be sent.',
  fields: (t) => ({
    caseInstanceId: t.id({ required: true, description: 'The ID of the case to assign.' }),
    email: t.string({ description: 'The email address of the target operator. Letter case is ignored.' }),
    groupName: t.string({ description: 'The name of the target operator group.' }),
    ...changeFields(t),
  }),
})

defineChange('assignCase', {
  description: 'Assigns a case to one operator or to one group.',
  login: 'operator',
  input: AssignCaseInput,
  argument: 'The assignment to make.',
  resolve: assignCase,
  several: {
    mutation: 'assignCases',
    description: 'Assigns up to 100 cases.',
    argument: 'The assignments to make.',
  },
})

const UnassignCaseInput = builder.inputType('UnassignCaseInput', {
  description: 'The case to unassign.',
  fields: (t) => ({
    caseInstanceId: t.id({ required: true, description: 'The ID of the case.' }),
    ...changeFields(t),
  }),
})

defineChange('unassignCase', {
  description: 'Removes the assignee or the group of a case.',
  login: 'operator',
  input: UnassignCaseInput,
  argument: 'The case to unassign.',
  resolve: unassignCase,
})
