import type { AuthenticatedContext } from '../context.ts'
import { builder, describedEnum, rootBuilder } from '../graphql/schema/builder.ts'
import { exposed } from '../graphql/schema/exposed.ts'
import {
  type CaseCategory,
  type CaseResolution,
  type CaseStatus,
  type CaseType,
  type FieldDefinition,
  fieldColumns,
  tables,
  type Touchpoint,
  touchpointColumns,
} from './catalogue.ts'
import { caseType, fromCatalogue, offeredFields, readCatalogue } from './catalogue-of.ts'
import type { Viewer } from '../viewer/viewer.ts'

export const FieldKindEnum = describedEnum(
  'CaseFieldKind',
  'The kind of value that a field of the case data accepts.',
  {
    BOOLEAN: 'True or false.',
    CHOICE: 'The value of one of the active choices. A case keeps a choice that is no longer active.',
    DATE: 'A date without a time, for example "2026-11-22".',
    DECIMAL: 'A decimal number with at most 15 significant digits.',
    INTEGER: 'An integer from -(2^53 - 1) to 2^53 - 1.',
    TEXT: 'A text of at least one character, stored as it was sent.',
  },
)

export const FieldRequirementEnum = describedEnum(
  'CaseFieldRequirement',
  'When a field of the case data must have a value. At other times, it can be null.',
  { ALWAYS: 'Always.', WHEN_CLOSED: 'If the status of the case counts as closed.', NEVER: 'Never.' },
)

export const SettableByEnum = describedEnum('SettableBy', 'Who can set a value.', {
  ALL: 'Operators and parties.',
  OPERATORS: 'Only operators. Parties can keep the value that a case has.',
})

const FieldChoiceObject = builder.objectRef<FieldDefinition['choices'][number]>('CaseFieldChoice').implement({
  description: 'A value that a `CHOICE` field can have.',
  fields: (t) => ({
    value: t.exposeString('value', { description: 'The value in the case data.' }),
    label: t.exposeString('label', { description: 'The display name of the choice.' }),
    active: t.exposeBoolean('active', {
      description: 'Whether cases can be given this choice. Cases that already have it keep it.',
    }),
  }),
})

export const ofOfferedFields =
  'The fields that the case type defines, in their defined order. Parties and consumers see those that parties can set.'

/** Lets clients build a form for a new case and for an existing one with the same fragment. */
export const FieldDefinitionInterface = builder.interfaceRef<FieldDefinition>('CaseFieldDefinition').implement({
  description:
    'A field of the case data, as defined by the case type. If case data is sent, it must contain every field that the caller ' +
    'can set.',
  fields: (t) => ({
    ...exposed(t, fieldColumns, {
      name: 'The name of the field in the case data.',
      label: 'The display name of the field.',
    }),
    kind: t.expose('kind', { type: FieldKindEnum, description: 'The kind of value that the field accepts.' }),
    ...exposed(t, fieldColumns, {
      minimum: 'The smallest allowed value. Null if there is no lower bound.',
      maximum: 'The largest allowed value. Null if there is no upper bound.',
      scale: 'The maximum number of decimal places of a `DECIMAL`. Null if there is no limit.',
      maximumLength: 'The maximum number of characters (Unicode code points) of a `TEXT` field. Null for other kinds.',
    }),
    choices: t.expose('choices', {
      type: [FieldChoiceObject],
      description: 'The choices of a `CHOICE` field, in their order. Empty for other kinds.',
      extensions: { items: 0.5 },
    }),
    required: t.expose('required', {
      type: FieldRequirementEnum,
      description: 'When the field must have a value.',
    }),
    settableBy: t.expose('settableBy', { type: SettableByEnum, description: 'Who can set the field.' }),
  }),
})

export const CaseTypeFieldObject = builder.objectRef<FieldDefinition>('CaseTypeField').implement({
  description: 'A field that a case type defines for the data of its cases.',
  interfaces: [FieldDefinitionInterface],
})

const name = 'The unique name.'
export const version = 'The version. It starts at 1 and increases with each change to the item or its lists.'
const settableBy = { type: SettableByEnum, description: 'Who can set a case to this value.' }
const active = 'Whether a change can set a case to this value. Cases that already have the value keep it.'
const coded = { code: 'The unique code.', name: 'The display name.', active }

export const CaseStatusObject = builder.objectRef<CaseStatus>('CaseStatus').implement({
  description: 'A status that a case can have.',
  fields: (t) => ({
    ...exposed(t, tables.statuses.columns, { name, active, closed: 'Whether lists count the cases as closed.' }),
    default: t.exposeBoolean('isDefault', { description: 'Whether new cases have the status if none is sent.' }),
    settableBy: t.expose('settableBy', settableBy),
    transitions: t.stringList({
      description: 'The names of the statuses that may follow it. Empty if any may.',
      resolve: ({ name: from }, _args, context) =>
        fromCatalogue(context, ({ transitions }) => [...(transitions.get(from) ?? [])]),
    }),
    ...exposed(t, tables.statuses.columns, {
      afterPartyComment:
        "The name of the status that a party's public comment moves a case to, if it is active and may follow. Null if the " +
        'status stays.',
      pausesSla: 'Whether the time for a resolution stands still while a case has the status.',
      version,
    }),
  }),
})

export const CaseResolutionObject = builder.objectRef<CaseResolution>('CaseResolution').implement({
  description: 'A resolution that a case can have.',
  fields: (t) => ({
    ...exposed(t, tables.resolutions.columns, { name, active }),
    default: t.exposeBoolean('isDefault', { description: 'Whether new cases have the resolution if none is sent.' }),
    settableBy: t.expose('settableBy', settableBy),
    ...exposed(t, tables.resolutions.columns, { version }),
  }),
})

export const CaseTypeObject = builder.objectRef<CaseType>('CaseType').implement({
  description: 'A case type.',
  fields: (t) => ({
    ...exposed(t, tables.types.columns, coded),
    fields: t.field({
      type: [CaseTypeFieldObject],
      description: ofOfferedFields,
      extensions: { items: 2 },
      resolve: (type, _args, context) => offeredFields(context, type),
    }),
    ...exposed(t, tables.types.columns, { version }),
  }),
})

export const CaseCategoryObject = builder.objectRef<CaseCategory>('CaseCategory').implement({
  description: 'A case category.',
  fields: (t) =>
    exposed(t, tables.categories.columns, {
      ...coded,
      system: 'Whether it is a system category, whose cases cannot be updated.',
      version,
    }),
})

export const TouchpointObject = builder.objectRef<Touchpoint>('Touchpoint').implement({
  description: 'A channel through which the API is called.',
  fields: (t) =>
    exposed(t, touchpointColumns, { code: 'The unique code, as in the credentials.', name: 'The display name.' }),
})

/** The touchpoint of something, as a field. */
export const touchpointField = (description: string) => ({
  type: TouchpointObject,
  description,
  resolve: ({ touchpointCode }: Pick<Viewer, 'touchpointCode'>, _args: object, context: AuthenticatedContext) =>
    fromCatalogue(context, ({ touchpoints }) => touchpoints.get(touchpointCode)!),
})

rootBuilder.queryFields((t) => ({
  caseType: t.field({
    type: CaseTypeObject,
    nullable: true,
    description:
      'Returns a case type by its code, or null if there is none or the caller cannot see it. Parties and consumers see the ' +
      'types of the type categories that are granted to the touchpoint. Login: operator, party, consumer or admin.',
    extensions: { cost: 10 },
    args: { code: t.arg.string({ required: true, description: 'The code of the type.' }) },
    resolve: (_root, { code }, context) => caseType(context, code),
  }),
  statuses: t.field({
    type: [CaseStatusObject],
    nullable: true,
    description: 'All statuses, sorted by name, including inactive ones. Login: operator, party, consumer or admin.',
    extensions: { cost: 10 },
    resolve: async (_root, _args, context) => [...(await readCatalogue(context)).statuses.values()],
  }),
  resolutions: t.field({
    type: [CaseResolutionObject],
    nullable: true,
    description: 'All resolutions, sorted by name, including inactive ones. Login: operator, party, consumer or admin.',
    extensions: { cost: 10 },
    resolve: async (_root, _args, context) => [...(await readCatalogue(context)).resolutions.values()],
  }),
}))
