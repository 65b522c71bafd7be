import type { Reply } from '../catalogue/catalogue.ts'
import { builder } from '../graphql/schema/builder.ts'

const TypeCategoryCodesObject = builder.objectRef<Reply['typeCategories'][number]>('TypeCategoryCodes').implement({
  description: 'The codes of a type category.',
  fields: (t) => ({
    typeCode: t.exposeString('typeCode', { description: 'The code of the case type.' }),
    categoryCode: t.exposeString('categoryCode', { description: 'The code of the case category.' }),
  }),
})

export const ConfiguredReplyObject = builder.objectRef<Reply>('ConfiguredReply').implement({
  description: 'A saved reply with its placeholders.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The unique code.' }),
    label: t.exposeString('label', { description: 'The label that operators see.' }),
    text: t.exposeString('text', { description: 'The text with placeholders.' }),
    typeCategories: t.expose('typeCategories', {
      type: [TypeCategoryCodesObject],
      description: 'The type categories whose cases it is offered for, by their codes. An empty list means all cases.',
      extensions: { items: 10 },
    }),
    active: t.exposeBoolean('active', { description: 'Whether it is offered.' }),
    version: t.exposeInt('version', {
      description: 'The version. It starts at 1 and increases with each change to the item or its lists.',
    }),
  }),
})
