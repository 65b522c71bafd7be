import { canSeeInternal } from '../viewer/viewer.ts'
import { builder } from '../graphql/schema/builder.ts'
import { NodeInterface } from '../graphql/schema/node.ts'
import { OperatorGroupObject, PersonObject } from '../people/people.graphql.ts'
import type { Person } from '../people/people.ts'
import type { CaseRow } from './case-facts.ts'
import { caseValueFields } from './values/case-values.graphql.ts'

/** The person if it was loaded with the case, otherwise its ID. */
function personOf(id: number | null, login: Person['login'], firstname?: string | null, email?: string | null) {
  return id === null || firstname == null || email == null ? id : { id, login, firstname, email }
}

export const CaseObject = builder.objectRef<CaseRow>('Case').implement({
  description: 'A support or claim record.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the case: the integer used in REST paths, as a string.' }),
    ...caseValueFields(t),
    customerWaitingSince: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Since when somebody waits for an answer of an operator. Null if nobody does, for a party, and in a past state.',
      resolve: ({ customerWaitingSince }, _args, { viewer }) => (canSeeInternal(viewer) ? customerWaitingSince : null),
    }),
    version: t.exposeInt('version', { description: 'Increases by one with every change.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the case was created.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the case was last changed.',
    }),
    party: t.field({
      type: PersonObject,
      nullable: true,
      description: 'The party that the case concerns. Null if there is none.',
      resolve: ({ partyId, partyFirstname, partyEmail }) => personOf(partyId, 'PARTY', partyFirstname, partyEmail),
    }),
    assignee: t.field({
      type: PersonObject,
      nullable: true,
      description: 'The operator that the case is assigned to. Null if it is assigned to a group or unassigned.',
      resolve: ({ assigneeId, assigneeFirstname, assigneeEmail }) =>
        personOf(assigneeId, 'OPERATOR', assigneeFirstname, assigneeEmail),
    }),
    group: t.field({
      type: OperatorGroupObject,
      nullable: true,
      description: 'The group that the case is assigned to. Null if it is assigned to an operator or unassigned.',
      resolve: ({ groupId, groupName }) =>
        groupId === null || groupName == null ? groupId : { id: groupId, name: groupName },
    }),
  }),
})
