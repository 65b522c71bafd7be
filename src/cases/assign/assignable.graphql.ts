import type { AuthenticatedContext } from '../../context.ts'
import { builder } from '../../graphql/schema/builder.ts'
import { idKeys } from '../../graphql/schema/connection.ts'
import {
  OperatorGroupConnection,
  OperatorGroupEdge,
  PersonConnection,
  PersonEdge,
  resolvePeople,
  operatorSearch,
  groupSearch,
} from '../../people/people-connections.graphql.ts'
import { groupPages, operatorPages } from '../../people/people-pages.ts'
import { OperatorGroupObject, PersonObject } from '../../people/people.graphql.ts'
import { CaseObject } from '../case.graphql.ts'
import type { CaseRow } from '../case-facts.ts'
import { permissionsOf } from '../access/case-permissions.ts'
import { maximumCounted, openCasesOfGroup, openCasesOfOperator } from './open-cases.ts'

/** Null if the caller may not assign the case. */
async function assignableTo(context: AuthenticatedContext, row: CaseRow, search: string | null) {
  const { assign } = await permissionsOf(context, row)
  return assign.allowed ? { search, typeCode: row.typeCode } : null
}

builder.objectFields(CaseObject, (t) => ({
  assignableOperators: t.connection(
    {
      type: PersonObject,
      description:
        'The operators that `assignCase` accepts now, sorted by email address: those who are active, not blocked, and ' +
        'authorised for the type of the case. Empty if the caller may not assign the case.',
      extensions: { cost: 10, isKey: idKeys.isKey },
      args: { search: t.arg.string(operatorSearch) },
      resolve: async (row, args, context) =>
        resolvePeople(context, operatorPages, args, await assignableTo(context, row, args.search ?? null)),
    },
    PersonConnection,
    PersonEdge,
  ),
  assignableGroups: t.connection(
    {
      type: OperatorGroupObject,
      description:
        'The groups that `assignCase` accepts now, sorted by name: those that are active. Empty if the caller may not assign ' +
        'the case.',
      extensions: { cost: 10, isKey: idKeys.isKey },
      args: { search: t.arg.string(groupSearch) },
      resolve: async (row, args, context) =>
        resolvePeople(context, groupPages, args, await assignableTo(context, row, args.search ?? null)),
    },
    OperatorGroupConnection,
    OperatorGroupEdge,
  ),
}))

const openCases = (count: typeof openCasesOfOperator) => ({
  description: `The number of open cases that are assigned to it. At most ${maximumCounted.toLocaleString('en')} are counted.`,
  async resolve({ node }: { node: number | { id: number } }, _args: object, { services }: AuthenticatedContext) {
    const id = typeof node === 'number' ? node : node.id
    return (await services.database.load(count, { id }))?.number ?? 0
  },
})

builder.objectField(PersonEdge, 'openCases', (t) => t.int(openCases(openCasesOfOperator)))
builder.objectField(OperatorGroupEdge, 'openCases', (t) => t.int(openCases(openCasesOfGroup)))
