import { offeredFields } from '../../catalogue/catalogue-of.ts'
import { CaseTypeObject } from '../../catalogue/catalogue.graphql.ts'
import { builder } from '../../graphql/schema/builder.ts'
import { dataSchema } from './data-schema.ts'

builder.objectField(CaseTypeObject, 'dataSchema', (t) =>
  t.field({
    type: 'JSON',
    description:
      'The case data of the type as JSON Schema 2020-12, for a new case or another value. It has the fields that the caller can ' +
      'set. What a schema cannot express is in the descriptions of its members.',
    extensions: { cost: 10 },
    resolve: (type, _args, context) => dataSchema({ ...type, fields: offeredFields(context, type) }),
  }),
)
