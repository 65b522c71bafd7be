import { isAdmin } from '../auth/viewer.ts'
import type { AuthenticatedContext } from '../context.ts'
import { builder } from '../graphql/builder.ts'
import { OperatorGroupObject, PersonObject } from './people.graphql.ts'
import {
  groupDetails,
  groupsOfPerson,
  membersOfGroup,
  personDetails,
  typesOfGroup,
  typesOfPerson,
} from './person-details.ts'

const forAdmins = 'Null unless the caller is an admin.'

type Database = AuthenticatedContext['services']['database']

/** Resolves what only admins see. */
const forAdmin =
  <Value>(read: (db: Database, of: { id: number }) => Promise<Value>) =>
  (of: { id: number }, _args: object, { viewer, services }: AuthenticatedContext) =>
    isAdmin(viewer) ? read(services.database, of) : null

builder.objectFields(PersonObject, (t) => ({
  active: t.boolean({
    nullable: true,
    description: `Whether the sessions of the person are accepted. ${forAdmins}`,
    resolve: forAdmin(async (db, of) => (await db.load(personDetails, of))?.active),
  }),
  blocked: t.boolean({
    nullable: true,
    description: `Whether all sessions of the person are rejected. ${forAdmins}`,
    resolve: forAdmin(async (db, of) => (await db.load(personDetails, of))?.blocked),
  }),
  subject: t.string({
    nullable: true,
    description: `The \`sub\` of the person in JWTs of the issuer. Null if there is none. ${forAdmins}`,
    resolve: forAdmin(async (db, of) => (await db.load(personDetails, of))?.subject),
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
    resolve: async (of, _args, { services }) => (await services.database.load(personDetails, of))!.version,
  }),
}))

builder.objectFields(OperatorGroupObject, (t) => ({
  active: t.boolean({
    nullable: true,
    description: `Whether the group authorises its members and cases can be assigned to it. ${forAdmins}`,
    resolve: forAdmin(async (db, of) => (await db.load(groupDetails, of))?.active),
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
    resolve: async (of, _args, { services }) => (await services.database.load(groupDetails, of))!.version,
  }),
}))
