import { builder } from '../graphql/builder.ts'
import { loadGroups, loadPersons, type OperatorGroup, type Person } from './people.ts'

const LoginKind = builder.enumType('LoginKind', {
  description: 'What a person logs in as.',
  values: {
    OPERATOR: { description: 'A person who works on cases.' },
    PARTY: { description: 'A customer whom cases concern.' },
    CONSUMER: { description: 'A visitor who looks up what cases there can be.' },
  },
})

export const PersonType = builder.loadableObject('Person', {
  description: 'An operator, a party or a consumer.',
  load: (ids: number[], { database }) => loadPersons(database, ids),
  toKey: (person: Person) => person.id,
  sort: true,
  fields: (t) => ({
    login: t.field({ type: LoginKind, description: 'What the person logs in as.', resolve: ({ login }) => login }),
    firstname: t.exposeString('firstname', { description: "The person's first name." }),
    email: t.exposeString('email', { description: "The person's e-mail address." }),
  }),
})

export const OperatorGroupType = builder.loadableObject('OperatorGroup', {
  description: 'A group of operators that cases can be assigned to.',
  load: (ids: number[], { database }) => loadGroups(database, ids),
  toKey: (group: OperatorGroup) => group.id,
  sort: true,
  fields: (t) => ({
    name: t.exposeString('name', { description: "The group's unique name." }),
  }),
})
