import { canSeeInternal, isAdmin } from '../viewer/viewer.ts'
import { builder, describedEnum } from '../graphql/schema/builder.ts'
import { isErased } from './email.ts'
import { NodeInterface } from '../graphql/schema/node.ts'
import { nodeId } from '../node-id.ts'
import {
  loadGroups,
  loadPersons,
  type OperatorGroup,
  type Person,
  groupDetails,
  groupsOfPerson,
  membersOfGroup,
  personDetails,
  typesOfGroup,
  typesOfPerson,
} from './people.ts'
import type { AuthenticatedContext } from '../context.ts'

export const LoginKindEnum = describedEnum('LoginKind', 'The login kind of a person.', {
  OPERATOR: 'A person who works on cases.',
  PARTY: 'A person who is the subject of cases, such as a customer.',
  CONSUMER: 'A visitor who looks up type categories.',
  ADMIN: 'A person who configures the service. Admins cannot read or change cases.',
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
      description:
        'The email address of the person. Parties see only their own address, and null for others. Null for an erased person, except ' +
        'for admins, who see the address that has replaced it.',
      resolve: ({ id, email }, _args, { viewer }) =>
        isAdmin(viewer) || viewer.personId === id || (canSeeInternal(viewer) && !isErased(email)) ? email : null,
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

const forAdmins = 'Null unless the caller is an admin.'

type Database = AuthenticatedContext['services']['database']

/** Resolves what only admins see. */
const forAdmin =
  <Value>(read: (db: Database, of: { id: number }) => Promise<Value>) =>
  (of: { id: number }, _args: object, { viewer, services }: AuthenticatedContext) =>
    isAdmin(viewer) ? read(services.database, of) : null

const detailsOfPerson = (db: Database, of: { id: number }) => db.load(personDetails, of)
const detailsOfGroup = (db: Database, of: { id: number }) => db.load(groupDetails, of)

builder.objectFields(PersonObject, (t) => ({
  active: t.boolean({
    nullable: true,
    description: `Whether the sessions of the person are accepted. ${forAdmins}`,
    resolve: forAdmin(async (db, of) => (await detailsOfPerson(db, of))?.active),
  }),
  blocked: t.boolean({
    nullable: true,
    description: `Whether all sessions of the person are rejected. ${forAdmins}`,
    resolve: forAdmin(async (db, of) => (await detailsOfPerson(db, of))?.blocked),
  }),
  subject: t.string({
    nullable: true,
    description: `The \`sub\` of the person in JWTs of the issuer. Null if there is none. ${forAdmins}`,
    resolve: forAdmin(async (db, of) => (await detailsOfPerson(db, of))?.subject),
  }),
  typeCodes: t.stringList({
    nullable: true,
    description: `The codes of the case types that the operator is authorised for, in addition to those of the groups. ${forAdmins}`,
    resolve: forAdmin(async (db, of) => (await db.loadAll(typesOfPerson, of)).map(({ typeCode }) => typeCode)),
  }),
  groups: t.field({
    type: [OperatorGroupObject],
    nullable: true,
    description: `The groups of the operator, sorted by name, including inactive ones. ${forAdmins}`,
    extensions: { items: 5 },
    resolve: forAdmin((db, of) => db.loadAll(groupsOfPerson, of)),
  }),
  version: t.int({
    description:
      'The version. It starts at 1 and increases with each change to the person, including their types and groups.',
    resolve: async (of, _args, { services }) => of.version ?? (await detailsOfPerson(services.database, of))!.version,
  }),
}))

builder.objectFields(OperatorGroupObject, (t) => ({
  active: t.boolean({
    nullable: true,
    description: `Whether the group authorises its members and cases can be assigned to it. ${forAdmins}`,
    resolve: forAdmin(async (db, of) => (await detailsOfGroup(db, of))?.active),
  }),
  typeCodes: t.stringList({
    nullable: true,
    description: `The codes of the case types that the members are authorised for. ${forAdmins}`,
    resolve: forAdmin(async (db, of) => (await db.loadAll(typesOfGroup, of)).map(({ typeCode }) => typeCode)),
  }),
  members: t.field({
    type: [PersonObject],
    nullable: true,
    description: `All members, sorted by email address, including inactive ones. ${forAdmins}`,
    resolve: forAdmin((db, of) => db.loadAll(membersOfGroup, of)),
  }),
  version: t.int({
    description:
      'The version. It starts at 1 and increases with each change to the group, including its types and members.',
    resolve: async (of, _args, { services }) => of.version ?? (await detailsOfGroup(services.database, of))!.version,
  }),
}))
