import { defineChange } from '../change/change.graphql.ts'
import { assignCase, unassignCase } from './assign-case.ts'

defineChange('assignCase', {
  description: 'Assigns a case to one operator or to one group.',
  login: 'operator',
  input: 'The assignment of a case. Exactly one of `email` and `groupName` must be sent.',
  caseId: 'The ID of the case to assign.',
  fields: (t) => ({
    email: t.string({ description: 'The email address of the target operator. Letter case is ignored.' }),
    groupName: t.string({ description: 'The name of the target operator group.' }),
  }),
  argument: 'The assignment to make.',
  resolve: assignCase,
  several: {
    mutation: 'assignCases',
    description: 'Assigns up to 100 cases.',
    argument: 'The assignments to make.',
  },
})

defineChange('unassignCase', {
  description: 'Removes the assignee or the group of a case.',
  login: 'operator',
  input: 'The case to unassign.',
  caseId: 'The ID of the case.',
  argument: 'The case to unassign.',
  resolve: unassignCase,
})
