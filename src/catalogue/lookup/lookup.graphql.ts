import { builder, describedEnum, rootBuilder } from '../../graphql/schema/builder.ts'
import { offeredFields } from '../catalogue-of.ts'
import { CaseTypeFieldObject, ofOfferedFields } from '../catalogue.graphql.ts'
import { caseTypeCategories, type CaseTypeCategory } from './lookup.ts'

const VisibilityEnum = describedEnum(
  'CaseTypeCategoryVisibility',
  'Filters type categories by their visibility in applications.',
  { APP: 'Only type categories that are visible in applications.', ALL: 'All type categories.' },
)

export const CaseTypeCategoryObject = builder.objectRef<CaseTypeCategory>('CaseTypeCategory').implement({
  description: 'An active type category: a case type in a case category. The two codes together identify it.',
  fields: (t) => ({
    caseTypeCode: t.exposeString('caseTypeCode', { description: 'The unique code of the case type.' }),
    caseTypeName: t.exposeString('caseTypeName', { description: 'The display name of the case type.' }),
    caseCategoryCode: t.exposeString('caseCategoryCode', { description: 'The unique code of the case category.' }),
    caseCategoryName: t.exposeString('caseCategoryName', { description: 'The display name of the case category.' }),
    defaultAnswer: t.exposeString('defaultAnswer', {
      nullable: true,
      description: 'The default answer or instruction configured for the type category. Null if there is none.',
    }),
    fields: t.field({
      type: [CaseTypeFieldObject],
      description: ofOfferedFields,
      // Many types define no fields. A higher estimate would put the queries of form builders over the default limit.
      extensions: { items: 2 },
      resolve: (record, _args, context) => offeredFields(context, record),
    }),
  }),
})

rootBuilder.queryField('caseTypeCategories', (t) =>
  t.field({
    type: [CaseTypeCategoryObject],
    nullable: true,
    description:
      'Lists the active type categories that are granted to the calling touchpoint. Login: consumer or party.',
    extensions: { cost: 10, items: 300 },
    args: {
      visibility: t.arg({
        type: VisibilityEnum,
        defaultValue: 'ALL',
        description: 'Returns only the type categories with this visibility.',
      }),
      caseTypeCode: t.arg.string({ description: 'Returns only the type categories with this case type code.' }),
      caseCategoryCode: t.arg.string({ description: 'Returns only the type categories with this case category code.' }),
    },
    resolve: (_root, args, context) => caseTypeCategories(context, args),
  }),
)
