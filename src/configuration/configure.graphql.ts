import { ContextObject } from '../cases/case.graphql.ts'
import { ChangedValueObject } from '../cases/history/history.graphql.ts'
import { builder, rootBuilder } from '../graphql/builder.ts'
import { defineOperationError } from '../graphql/operation-errors.ts'
import { ConfigureInputType } from './configure-input.graphql.ts'
import type { ConfigurationChange, ConfigureResult } from './configure-result.ts'
import { configureErrors } from './configure.errors.ts'
import { configure } from './configure.ts'

const ChangeKindEnum = builder.enumType('ConfigurationChangeKind', {
  description: 'What happens to an item.',
  values: {
    CREATED: { description: 'The item is new.' },
    UPDATED: { description: 'The item exists and has other values.' },
    UNCHANGED: { description: 'The item already has these values. Its version stays the same.' },
  },
})

const ImpactKindEnum = builder.enumType('ConfigurationImpactKind', {
  description: 'What a change to the configuration affects.',
  values: {
    OPEN_CASES: { description: 'Cases whose status does not count as closed.' },
    CLOSED_CASES: { description: 'Cases whose status counts as closed.' },
    SESSIONS: { description: 'Valid sessions. They are rejected after the change.' },
    ASSIGNED_CASES: { description: 'Open cases that are assigned to the operator or the group.' },
  },
})

const ImpactObject = builder.objectRef<ConfigurationChange['impact'][number]>('ConfigurationImpact').implement({
  description: 'The cases or sessions that a change affects. They do not prevent the change.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ImpactKindEnum, description: 'What is affected.' }),
    count: t.exposeInt('count', { description: 'How many are affected. At least 1.' }),
    message: t.exposeString('message', {
      description: 'A message for people, for example "12 open cases have this status. They keep it.".',
    }),
  }),
})

const ChangeObject = builder.objectRef<ConfigurationChange>('ConfigurationChange').implement({
  description: 'What happens to an item of the input.',
  fields: (t) => ({
    path: t.exposeStringList('path', { description: 'The place in the input, for example ["statuses", "0"].' }),
    kind: t.expose('kind', { type: ChangeKindEnum, description: 'What happens to the item.' }),
    version: t.exposeInt('version', { description: 'The version of the item after the change.' }),
    changes: t.expose('changes', {
      type: [ChangedValueObject],
      description:
        'The values that differ. The path of an element of a list is its name or its codes, for example ["fields", ' +
        '"severity"]. Persons are shown by ID, such as "person:7".',
    }),
    impact: t.expose('impact', {
      type: [ImpactObject],
      description:
        'The cases and sessions that the change affects. They do not prevent it. Counts of zero are left out.',
    }),
  }),
})

const ConfigurePayload = builder
  .objectRef<Extract<ConfigureResult, { changes: unknown }>>('ConfigurePayload')
  .implement({
    description: 'Returned by `configure` if it succeeds.',
    fields: (t) => ({
      context: t.field({
        type: ContextObject,
        description: 'The session in which the change was made.',
        resolve: ({ viewer }) => viewer,
      }),
      changes: t.expose('changes', {
        type: [ChangeObject],
        description: 'One for each item of the input, in its order.',
      }),
      revision: t.exposeString('revision', {
        nullable: true,
        description: 'The revision of the configuration after the change. Null in a dry run.',
      }),
    }),
  })

const ConfigureError = defineOperationError('Configure', 'configure', configureErrors)

const ConfigureResultUnion = builder.unionType('ConfigureResult', {
  description: 'What changed, or the problems that prevented it.',
  types: [ConfigurePayload, ConfigureError],
  resolveType: (result) => ('problems' in result ? ConfigureError : ConfigurePayload),
})

rootBuilder.mutationField('configure', (t) =>
  t.field({
    type: ConfigureResultUnion,
    nullable: true,
    description:
      'Creates and changes parts of the configuration. The changes apply from the next request on. Nothing is written unless the ' +
      'whole input is valid. Items cannot be deleted, only deactivated. Login: admin.',
    extensions: { cost: 20 },
    args: {
      input: t.arg({ type: ConfigureInputType, required: true, description: 'The parts of the configuration.' }),
    },
    resolve: (_root, { input }, context) => configure(context, input),
  }),
)
