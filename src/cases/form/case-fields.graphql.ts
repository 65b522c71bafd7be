import { FieldDefinitionInterface } from '../../catalogue/catalogue.graphql.ts'
import { builder } from '../../graphql/schema/builder.ts'
import { CaseObject } from '../case.graphql.ts'
import { caseData, type CaseField, caseFields } from './form-values.ts'

const CaseFieldObject = builder.objectRef<CaseField>('CaseField').implement({
  description: 'A field that the case type defines, with its value in the case.',
  interfaces: [FieldDefinitionInterface],
  fields: (t) => ({
    value: t.expose('value', {
      type: 'JSON',
      nullable: true,
      description: 'The current value: a number, a Boolean or a string. Null if the case has no value for the field.',
    }),
  }),
})

builder.objectFields(CaseObject, (t) => ({
  caseData: t.field({
    type: 'JSON',
    description:
      'The case data as an object keyed by field name. Empty if the case has none. A field that is not always required ' +
      'is null if it has no value.',
    resolve: (row, _args, context) => caseData(context, row),
  }),
  fields: t.field({
    type: [CaseFieldObject],
    description:
      'The fields that the case type defines, in their defined order, with the current values. Parties see those that they ' +
      'can set.',
    resolve: (row, _args, context) => caseFields(context, row),
  }),
}))
