import { builder } from '../../graphql/schema/builder.ts'
import { OperatorGroupEdge, PersonEdge } from '../../people/people-connections.graphql.ts'
import { maximumCounted, openCasesOfGroup, openCasesOfOperator } from './open-cases.ts'

const description = `The number of open cases that are assigned to it. At most ${maximumCounted.toLocaleString('en')} are counted.`

const keyOf = (node: number | { id: number }) => ({ id: typeof node === 'number' ? node : node.id })

builder.objectField(PersonEdge, 'openCases', (t) =>
  t.int({
    description,
    resolve: async ({ node }, _args, { services }) =>
      (await services.database.load(openCasesOfOperator, keyOf(node)))?.number ?? 0,
  }),
)

builder.objectField(OperatorGroupEdge, 'openCases', (t) =>
  t.int({
    description,
    resolve: async ({ node }, _args, { services }) =>
      (await services.database.load(openCasesOfGroup, keyOf(node)))?.number ?? 0,
  }),
)
