import { isAdmin } from '../auth/viewer.ts'
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

builder.objectFields(PersonObject, (t) => ({
  active: t.boolean({
    nullable: true,
    description: `Whether the sessions of the person are accepted. ${forAdmins}`,
    resolve: async ({ id }, _args, { viewer, services }) =>
      isAdmin(viewer) ? (await services.database.load(personDetails, id))?.active : null,
  }),
  blocked: t.boolean({
    nullable: true,
    description: `Whether all sessions of the person are rejected. ${forAdmins}`,
    resolve: async ({ id }, _args, { viewer, services }) =>
      isAdmin(viewer) ? (await services.database.load(personDetails, id))?.blocked : null,
  }),
  subject: t.string({
    nullable: true,
    description: `The \`sub\` of the person in JWTs of the issuer. Null if there is none. ${forAdmins}`,
    resolve: async ({ id }, _args, { viewer, services }) =>
      isAdmin(viewer) ? (await services.database.load(personDetails, id))?.subject : null,
  }),
  typeCodes: t.stringList({
    nullable: true,
    description: `The codes of the case types that the operator is authorised for, in addition to those of the groups. ${forAdmins}`,
    resolve: async ({ id }, _args, { viewer, services }) =>
      isAdmin(viewer) ? (await services.database.loadAll(typesOfPerson, id)).map(({ typeCode }) => typeCode) : null,
  }),
  groups: t.field({
    type: [OperatorGroupObject],
    nullable: true,
    description: `The groups of the operator, sorted by name, including inactive ones. ${forAdmins}`,
    extensions: { items: 5 },
    resolve: ({ id }, _args, { viewer, services }) =>
      isAdmin(viewer) ? services.database.loadAll(groupsOfPerson, id) : null,
  }),
  version: t.int({
    description:
      'The version. It starts at 1 and increases with each change to the person, including their types and groups.',
    resolve: async ({ id }, _args, { services }) => (await services.database.load(personDetails, id))!.version,
  }),
}))

builder.objectFields(OperatorGroupObject, (t) => ({
  active: t.boolean({
    nullable: true,
    description: `Whether the group authorises its members and cases can be assigned to it. ${forAdmins}`,
    resolve: async ({ id }, _args, { viewer, services }) =>
      isAdmin(viewer) ? (await services.database.load(groupDetails, id))?.active : null,
  }),
  typeCodes: t.stringList({
    nullable: true,
    description: `The codes of the case types that the members are authorised for. ${forAdmins}`,
    resolve: async ({ id }, _args, { viewer, services }) =>
      isAdmin(viewer) ? (await services.database.loadAll(typesOfGroup, id)).map(({ typeCode }) => typeCode) : null,
  }),
  members: t.field({
    type: [PersonObject],
    nullable: true,
    description: `All members, sorted by email address, including inactive ones. ${forAdmins}`,
    resolve: ({ id }, _args, { viewer, services }) =>
      isAdmin(viewer) ? services.database.loadAll(membersOfGroup, id) : null,
  }),
  version: t.int({
    description:
      'The version. It starts at 1 and increases with each change to the group, including its types and members.',
    resolve: async ({ id }, _args, { services }) => (await services.database.load(groupDetails, id))!.version,
  }),
}))
