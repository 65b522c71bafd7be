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
    description: `Whether the person can be logged in and take part in cases. ${forAdmins}`,
    resolve: async ({ id }, _args, { viewer, services }) =>
      isAdmin(viewer) ? (await services.database.load(personDetails, id))?.active : null,
  }),
  blocked: t.boolean({
    nullable: true,
    description: `Whether the sessions of the person are refused. ${forAdmins}`,
    resolve: async ({ id }, _args, { viewer, services }) =>
      isAdmin(viewer) ? (await services.database.load(personDetails, id))?.blocked : null,
  }),
  subject: t.string({
    nullable: true,
    description: `The \`sub\` of the person in JWTs of the issuer. Null if it has none. ${forAdmins}`,
    resolve: async ({ id }, _args, { viewer, services }) =>
      isAdmin(viewer) ? (await services.database.load(personDetails, id))?.subject : null,
  }),
  typeCodes: t.stringList({
    nullable: true,
    description: `The codes of the case types that the operator is authorised for, besides those of the groups. ${forAdmins}`,
    resolve: async ({ id }, _args, { viewer, services }) =>
      isAdmin(viewer) ? (await services.database.loadAll(typesOfPerson, id)).map(({ typeCode }) => typeCode) : null,
  }),
  groups: t.field({
    type: [OperatorGroupObject],
    nullable: true,
    description: `The groups of the operator by name, including inactive ones. ${forAdmins}`,
    extensions: { items: 5 },
    resolve: ({ id }, _args, { viewer, services }) =>
      isAdmin(viewer) ? services.database.loadAll(groupsOfPerson, id) : null,
  }),
  version: t.int({
    description: 'How often the person was changed. The first version is 1.',
    resolve: async ({ id }, _args, { services }) => (await services.database.load(personDetails, id))!.version,
  }),
}))

builder.objectFields(OperatorGroupObject, (t) => ({
  active: t.boolean({
    nullable: true,
    description: `Whether cases can be assigned to the group. ${forAdmins}`,
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
    description: `All members by email address, including inactive ones. ${forAdmins}`,
    resolve: ({ id }, _args, { viewer, services }) =>
      isAdmin(viewer) ? services.database.loadAll(membersOfGroup, id) : null,
  }),
  version: t.int({
    description: 'How often the group was changed. The first version is 1.',
    resolve: async ({ id }, _args, { services }) => (await services.database.load(groupDetails, id))!.version,
  }),
}))
