import { FieldDefinitionInterface } from '../catalogue/fields.graphql.ts'
import { builder } from '../graphql/builder.ts'
import { CaseType } from './case.graphql.ts'
import { type CaseField, caseFields } from './case-fields.ts'

const CaseFieldType = builder.objectRef<CaseField>('CaseField').implement({
  description: 'A field that the type of a case defines, with the value that the case has for it.',
  interfaces: [FieldDefinitionInterface],
  fields: (t) => ({
    value: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The current value, a number or a Boolean; null where the case has none.',
      resolve: ({ value }) => value,
    }),
  }),
})

builder.objectField(CaseType, 'fields', (t) =>
  t.field({
    type: [CaseFieldType],
    description: 'The fields that its type defines for the case data, in their order, with the current values.',
    resolve: (of, _args, context) => caseFields(context, of),
  }),
)
