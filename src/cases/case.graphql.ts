import { builder } from '../graphql/builder.ts'
import { OperatorGroupType, PersonType } from '../people/people.graphql.ts'
import type { Viewer } from '../auth/viewer.ts'
import type { CaseRow } from './case-facts.ts'
import { readCase } from './read-case.ts'

export const CaseType = builder.objectRef<CaseRow>('Case').implement({
  description: 'A support or claim record.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The integer that REST paths carry, as a string.' }),
    categoryCode: t.exposeString('category_code', { description: 'The code of the case category.' }),
    typeCode: t.exposeString('type_code', { description: 'The code of the case type within the category.' }),
    status: t.exposeString('status', { description: 'The name of the status.' }),
    resolution: t.exposeString('resolution', { description: 'The name of the resolution.' }),
    version: t.exposeInt('version', { description: 'Grows by one with every change.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the case was created.',
      resolve: ({ created_at }) => created_at,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When the case was changed last.',
      resolve: ({ updated_at }) => updated_at,
    }),
    caseData: t.field({
      type: 'JSON',
      description: 'The custom data: an object by field name, empty where there is none.',
      resolve: ({ case_data }) => case_data,
    }),
    party: t.field({
      type: PersonType,
      nullable: true,
      description: 'The party whom the case concerns, if any.',
      resolve: ({ party_id }) => party_id,
    }),
    assignee: t.field({
      type: PersonType,
      nullable: true,
      description: 'The operator whom the case is assigned to; null where it is assigned to a group or to nobody.',
      resolve: ({ assignee_id }) => assignee_id,
    }),
    group: t.field({
      type: OperatorGroupType,
      nullable: true,
      description: 'The group that the case is assigned to; null where it is assigned to an operator or to nobody.',
      resolve: ({ group_id }) => group_id,
    }),
  }),
})

builder.queryField('case', (t) =>
  t.field({
    type: CaseType,
    nullable: true,
    description:
      'A case, for those who may modify it; null where there is no such case or none for this caller. ' +
      'Login: operator or party.',
    extensions: { cost: 10 },
    args: { id: t.arg.id({ required: true, description: 'The integer that REST paths carry, as a string.' }) },
    resolve: (_root, { id }, context) => readCase(context, id),
  }),
)

const SimpleProfile = builder.objectRef<Viewer>('SimpleProfile').implement({
  description: 'What is known of the person who is logged in.',
  fields: (t) => ({
    firstname: t.exposeString('firstname', { description: "The first name of the session's user." }),
    email: t.exposeString('email', { description: "The e-mail address of the session's user." }),
  }),
})

export const ContextType = builder.objectRef<Viewer>('Context').implement({
  description: 'The session in which a change was made.',
  fields: (t) => ({
    simpleProfile: t.field({
      type: SimpleProfile,
      description: 'The person who is logged in.',
      resolve: (viewer) => viewer,
    }),
  }),
})
