import { builder } from '../graphql/builder.ts'
import { CaseTypeField } from './fields.graphql.ts'
import { caseTypeCategories, type CaseTypeCategory, type LookupFilter } from './lookup.ts'

const Visibility = builder.enumType('CaseTypeCategoryVisibility', {
  description: 'Which pairs a lookup gives, by their visibility in applications.',
  values: {
    APP: { description: 'Only the pairs that are visible in applications.' },
    ALL: { description: 'All pairs.' },
  },
})

const CaseTypeCategoryType = builder.objectRef<CaseTypeCategory>('CaseTypeCategory').implement({
  description: 'One active pair; the two codes together identify it.',
  fields: (t) => ({
    caseTypeCode: t.exposeString('caseTypeCode', { description: "The case type's unique code." }),
    caseTypeName: t.exposeString('caseTypeName', { description: "The case type's display name." }),
    caseCategoryCode: t.exposeString('caseCategoryCode', { description: "The case category's unique code." }),
    caseCategoryName: t.exposeString('caseCategoryName', { description: "The case category's display name." }),
    defaultAnswer: t.exposeString('defaultAnswer', {
      nullable: true,
      description: 'The configured answer or instruction for this pair; null where there is none.',
    }),
    fields: t.field({
      type: [CaseTypeField],
      description: 'The fields that the case type defines for the case data, in their order.',
      // Many types have none. A higher value would put the queries that front ends build forms from over the default limit.
      extensions: { items: 2 },
      resolve: ({ fields }) => fields,
    }),
  }),
})

interface LookupArguments {
  visibility?: 'APP' | 'ALL' | null | undefined
  caseTypeCode?: string | null | undefined
  caseCategoryCode?: string | null | undefined
}

export function lookupFilter({ visibility, ...codes }: LookupArguments): LookupFilter {
  return { appVisibleOnly: visibility === 'APP', ...codes }
}

builder.queryField('caseTypeCategories', (t) =>
  t.field({
    type: [CaseTypeCategoryType],
    description:
      'The active pairs of case type and case category that the calling touchpoint is permitted. ' +
      'Login: consumer or party.',
    extensions: { cost: 10, items: 300 },
    args: {
      visibility: t.arg({
        type: Visibility,
        defaultValue: 'ALL',
        description: 'Keeps only the pairs of this visibility.',
      }),
      caseTypeCode: t.arg.string({ description: 'Keeps only the pairs with this type code.' }),
      caseCategoryCode: t.arg.string({ description: 'Keeps only the pairs with this category code.' }),
    },
    resolve: (_root, args, context) => caseTypeCategories(context, lookupFilter(args)),
  }),
)
