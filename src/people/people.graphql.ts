import { builder } from '../graphql/builder.ts'
import { loadGroups, loadPersons, type OperatorGroup, type Person } from './people.ts'

const LoginKindEnum = builder.enumType('LoginKind', {
  description: 'The login kind of a person.',
  values: {
    OPERATOR: { description: 'A person who works on cases.' },
    PARTY: { description: 'A person who is the subject of cases, such as a customer.' },
    CONSUMER: { description: 'A visitor who looks up case types and categories.' },
  },
})

export const PersonObject = builder.loadableObject('Person', {
  description: 'An operator, a party or a consumer.',
  load: (ids: number[], { database }) => loadPersons(database, ids),
  toKey: (person: Person) => person.id,
  sort: true,
  fields: (t) => ({
    login: t.field({
      type: LoginKindEnum,
      description: 'The login kind of the person.',
      resolve: ({ login }) => login,
    }),
    firstname: t.exposeString('firstname', { description: 'The first name of the person.' }),
    email: t.exposeString('email', { description: 'The email address of the person.' }),
  }),
})

export const OperatorGroupObject = builder.loadableObject('OperatorGroup', {
  description: 'A group of operators that cases can be assigned to.',
  load: (ids: number[], { database }) => loadGroups(database, ids),
  toKey: (group: OperatorGroup) => group.id,
  sort: true,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The unique name of the group.' }),
  }),
})
