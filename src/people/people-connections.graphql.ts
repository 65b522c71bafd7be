import { requireAdmin } from '../viewer/authenticate.ts'
import type { RequestContext } from '../context.ts'
import { builder, rootBuilder } from '../graphql/schema/builder.ts'
import { connectionTypes, idKeys, resolveConnection } from '../graphql/schema/connection.ts'
import { LoginKindEnum, OperatorGroupObject, PersonObject } from './people.graphql.ts'
import { operatorPages, type PeopleFilter, peopleList, type PeoplePages, personsList } from './people-pages.ts'
import type { Person } from './people.ts'
import { findCustomers, groupPagesFor, requireOperator } from './read-people.ts'

const [personConnection, personEdge] = connectionTypes('Person', 'A person', 'people')
export const PersonEdge = builder.edgeObject({ type: PersonObject, ...personEdge })
export const PersonConnection = builder.connectionObject({ type: PersonObject, ...personConnection }, PersonEdge)

const [groupConnection, groupEdge] = connectionTypes('OperatorGroup', 'A group', 'groups')
export const OperatorGroupEdge = builder.edgeObject({ type: OperatorGroupObject, ...groupEdge })
export const OperatorGroupConnection = builder.connectionObject(
  { type: OperatorGroupObject, ...groupConnection },
  OperatorGroupEdge,
)

/** Returns a page of people. The filter is null if there are none. */
export function resolvePeople<Row extends { id: number }>(
  { services }: RequestContext,
  pages: PeoplePages<Row>,
  args: Parameters<typeof resolveConnection>[0],
  filter: PeopleFilter | null,
) {
  return resolveConnection<Row>(args, { ...idKeys, ...peopleList(services.database, pages, filter) })
}

export const operatorSearch = {
  description: 'Returns only those whose first name or email address contains this text, in any letter case.',
}
export const groupSearch = { description: 'Returns only those whose name contains this text, in any letter case.' }

rootBuilder.queryFields((t) => ({
  operators: t.field({
    type: PersonConnection,
    nullable: true,
    description: 'The active operators, sorted by email address, including blocked ones. Login: operator.',
    extensions: { cost: 10, isKey: idKeys.isKey },
    args: { search: t.arg.string(operatorSearch), ...t.arg.connectionArgs() },
    async resolve(_root, args, context) {
      await requireOperator(context, 'operators')
      return resolvePeople(context, operatorPages, args, { search: args.search ?? null, typeCode: null })
    },
  }),
  customers: t.field({
    type: [PersonObject],
    nullable: true,
    description:
      'The active parties whose first name or email address contains the text, in any letter case: at most 20, those first that begin ' +
      'with it. Empty for a text of fewer than three characters. Login: operator.',
    extensions: { cost: 100, items: 20 },
    args: { search: t.arg.string({ required: true, description: 'A part of a first name or an email address.' }) },
    resolve: (_root, { search }, context) => findCustomers(context, search),
  }),
  groups: t.field({
    type: OperatorGroupConnection,
    nullable: true,
    description:
      'The groups, sorted by name. Operators get the active ones, and admins get all. Login: operator or admin.',
    extensions: { cost: 10, isKey: idKeys.isKey },
    args: { search: t.arg.string(groupSearch), ...t.arg.connectionArgs() },
    async resolve(_root, args, context) {
      const groupPages = await groupPagesFor(context)
      return resolvePeople(context, groupPages, args, { search: args.search ?? null, typeCode: null })
    },
  }),
  persons: t.field({
    type: PersonConnection,
    nullable: true,
    description:
      'All persons, sorted by login kind and email address, including inactive and blocked ones. Login: admin.',
    extensions: { cost: 10, isKey: idKeys.isKey },
    args: {
      login: t.arg({ type: LoginKindEnum, description: 'Returns only those of this login kind.' }),
      search: t.arg.string(operatorSearch),
      ...t.arg.connectionArgs(),
    },
    async resolve(_root, { login = null, ...args }, context) {
      const { services } = await requireAdmin(context)
      const filter = { login, search: args.search ?? null }
      return resolveConnection<Person>(args, { ...idKeys, ...personsList(services.database, filter) })
    },
  }),
}))
