import { canSeeInternal, isAdmin } from '../auth/viewer.ts'
import { builder } from '../graphql/builder.ts'
import { nodeId, NodeInterface } from '../graphql/node.ts'
import { loadGroups, loadPersons, type OperatorGroup, type Person } from './people.ts'

export const LoginKindEnum = builder.enumType('LoginKind', {
  description: 'The login kind of a person.',
  values: {
    OPERATOR: { description: 'A person who works on cases.' },
    PARTY: { description: 'A person who is the subject of cases, such as a customer.' },
    CONSUMER: { description: 'A visitor who looks up type categories.' },
    ADMIN: { description: 'A person who configures the service. Admins cannot read or change cases.' },
  },
})

export const PersonObject = builder.loadableObject('Person', {
  description: 'An operator, a party, a consumer or an admin.',
  load: (ids: number[], { services }) => loadPersons(services.database, ids),
  toKey: (person: Person) => person.id,
  sort: true,
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id({
      description: 'The ID of the person, for example "person:1".',
      resolve: ({ id }) => nodeId('person', id),
    }),
    login: t.expose('login', {
      type: LoginKindEnum,
      description: 'The login kind of the person.',
    }),
    firstname: t.exposeString('firstname', { description: 'The first name of the person.' }),
    email: t.string({
      nullable: true,
      description: 'The email address of the person. Parties see only their own address, and null for others.',
      resolve: ({ id, email }, _args, { viewer }) =>
        canSeeInternal(viewer) || isAdmin(viewer) || viewer.personId === id ? email : null,
    }),
  }),
})

export const OperatorGroupObject = builder.loadableObject('OperatorGroup', {
  description: 'A group of operators that cases can be assigned to.',
  load: (ids: number[], { services }) => loadGroups(services.database, ids),
  toKey: (group: OperatorGroup) => group.id,
  sort: true,
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id({
      description: 'The ID of the group, for example "group:1".',
      resolve: ({ id }) => nodeId('group', id),
    }),
    name: t.exposeString('name', { description: 'The unique name of the group.' }),
  }),
})
