import { FieldDefinitionInterface } from '../catalogue/fields.graphql.ts'
import { builder } from '../graphql/builder.ts'
import { CaseType } from './case.graphql.ts'
import { type CaseField, caseFields } from './case-fields.ts'

const CaseFieldType = builder.objectRef<CaseField>('CaseField').implement({
  description: 'A field that the case type defines, with its value in the case.',
  interfaces: [FieldDefinitionInterface],
  fields: (t) => ({
    value: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The current value, a number or a Boolean. Null if the case has no value for the field.',
      resolve: ({ value }) => value,
    }),
  }),
})

builder.objectField(CaseType, 'fields', (t) =>
  t.field({
    type: [CaseFieldType],
    description: 'The fields that the case type defines, in their defined order, with the current values.',
    resolve: (of, _args, context) => caseFields(context, of),
  }),
)
