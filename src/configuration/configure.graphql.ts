import { contextField } from '../auth/context.graphql.ts'
import { ChangedValueObject } from '../audit/changed-value.graphql.ts'
import { builder } from '../graphql/builder.ts'
import { defineMutation } from '../graphql/mutation.ts'
import { ConfigureInputType } from './configure-input.graphql.ts'
import type { ConfigurationChange } from './configure-result.ts'
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

defineMutation('configure', {
  description:
    'Creates and changes parts of the configuration. The changes apply from the next request on. Nothing is written unless the ' +
    'whole input is valid. Items cannot be deleted, only deactivated. Login: admin.',
  input: ConfigureInputType,
  argument: 'The parts of the configuration.',
  payload: (t) => ({
    context: contextField(t, 'The session in which the change was made.'),
    changes: t.expose('changes', {
      type: [ChangeObject],
      description: 'One for each item of the input, in its order.',
    }),
    revision: t.exposeString('revision', {
      nullable: true,
      description: 'The revision of the configuration after the change. Null in a dry run.',
    }),
  }),
  result: 'What changed, or the problems that prevented it.',
  errors: configureErrors,
  resolve: configure,
})
