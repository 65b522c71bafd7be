import { builder } from '../graphql/builder.ts'
import type { FieldDefinition } from './catalogue.ts'

export const FieldKindEnum = builder.enumType('CaseFieldKind', {
  description: 'The kind of value that a field of the case data accepts.',
  values: {
    BOOLEAN: { description: 'True or false.' },
    CHOICE: { description: 'The value of one of the active choices. A case keeps a choice that is no longer active.' },
    DATE: { description: 'A date without a time, for example "2026-11-22".' },
    DECIMAL: { description: 'A decimal number with at most 15 significant digits.' },
    INTEGER: { description: 'An integer from -(2^53 - 1) to 2^53 - 1.' },
    TEXT: { description: 'A text of at least one character, stored as it was sent.' },
  },
})

export const FieldRequirementEnum = builder.enumType('CaseFieldRequirement', {
  description: 'When a field of the case data must have a value. At other times, it can be null.',
  values: {
    ALWAYS: { description: 'Always.' },
    WHEN_CLOSED: { description: 'If the status of the case counts as closed.' },
    NEVER: { description: 'Never.' },
  },
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

/** Lets clients build a form for a new case and for an existing one with the same fragment. */
export const FieldDefinitionInterface = builder.interfaceRef<FieldDefinition>('CaseFieldDefinition').implement({
  description:
    'A field of the case data, as defined by the case type. If case data is sent, it must contain every field.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the field in the case data.' }),
    label: t.exposeString('label', { description: 'The display name of the field.' }),
    kind: t.expose('kind', {
      type: FieldKindEnum,
      description: 'The kind of value that the field accepts.',
    }),
    minimum: t.exposeFloat('minimum', {
      nullable: true,
      description: 'The smallest allowed value. Null if there is no lower bound.',
    }),
    maximum: t.exposeFloat('maximum', {
      nullable: true,
      description: 'The largest allowed value. Null if there is no upper bound.',
    }),
    scale: t.exposeInt('scale', {
      nullable: true,
      description: 'The maximum number of decimal places of a `DECIMAL`. Null if there is no limit.',
    }),
    maximumLength: t.exposeInt('maximumLength', {
      nullable: true,
      description: 'The maximum number of characters (Unicode code points) of a `TEXT` field. Null for other kinds.',
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
  }),
})

export const CaseTypeFieldObject = builder.objectRef<FieldDefinition>('CaseTypeField').implement({
  description: 'A field that a case type defines for the data of its cases.',
  interfaces: [FieldDefinitionInterface],
})
