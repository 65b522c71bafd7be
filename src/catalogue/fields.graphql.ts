import { builder } from '../graphql/builder.ts'
import type { CaseType } from './catalogue.ts'

type FieldDefinition = CaseType['fields'][number]

const FieldKind = builder.enumType('CaseFieldKind', {
  description: 'What values a field of the case data takes.',
  values: {
    BOOLEAN: { description: 'True or false.' },
    DECIMAL: { description: 'A decimal number of at most 15 significant digits.' },
    INTEGER: { description: 'A whole number of at most 2^53 - 1 on either side of zero.' },
  },
})

/** One fragment on it builds a form for a pair as for a case. */
export const FieldDefinitionInterface = builder.interfaceRef<FieldDefinition>('CaseFieldDefinition').implement({
  description: 'A field of the case data, as the case type defines it. All of them must be sent when any is.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name in the case data.' }),
    label: t.exposeString('label', { description: 'What to call the field where people see it.' }),
    kind: t.field({ type: FieldKind, description: 'What values it takes.', resolve: ({ kind }) => kind }),
    minimum: t.exposeFloat('minimum', {
      nullable: true,
      description: 'The least number that it takes; null where there is no such bound.',
    }),
    maximum: t.exposeFloat('maximum', {
      nullable: true,
      description: 'The greatest number that it takes; null where there is no such bound.',
    }),
    scale: t.exposeInt('scale', {
      nullable: true,
      description: 'The most decimals that a DECIMAL may have; null for any number of them.',
    }),
  }),
})

export const CaseTypeField = builder.objectRef<FieldDefinition>('CaseTypeField').implement({
  description: 'A field that a case type defines for the data of its cases.',
  interfaces: [FieldDefinitionInterface],
})
