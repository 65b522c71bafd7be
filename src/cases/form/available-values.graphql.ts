import {
  CaseCategoryObject,
  CaseResolutionObject,
  CaseStatusObject,
  CaseTypeObject,
} from '../../catalogue/catalogue.graphql.ts'
import { fromCatalogue } from '../../catalogue/catalogue-of.ts'
import { CaseTypeCategoryObject } from '../../catalogue/lookup/lookup.graphql.ts'
import { builder } from '../../graphql/schema/builder.ts'
import { availableResolutions, availableStatuses, availableTypeCategories } from './form-values.ts'
import { CaseObject } from '../case.graphql.ts'

builder.objectFields(CaseObject, (t) => ({
  caseType: t.field({
    type: CaseTypeObject,
    description: 'The type of the case.',
    resolve: ({ typeCode }, _args, context) => fromCatalogue(context, ({ types }) => types.get(typeCode)!),
  }),
  category: t.field({
    type: CaseCategoryObject,
    description: 'The category of the case.',
    resolve: ({ categoryCode }, _args, context) =>
      fromCatalogue(context, ({ categories }) => categories.get(categoryCode)!),
  }),
  caseStatus: t.field({
    type: CaseStatusObject,
    description: 'The status of the case.',
    resolve: ({ status }, _args, context) => fromCatalogue(context, ({ statuses }) => statuses.get(status)!),
  }),
  availableStatuses: t.field({
    type: [CaseStatusObject],
    description: 'The statuses that `updateCase` accepts now, including the current one.',
    resolve: (row, _args, context) => availableStatuses(context, row),
  }),
  availableResolutions: t.field({
    type: [CaseResolutionObject],
    description: 'The resolutions that `updateCase` accepts now, including the current one.',
    resolve: (row, _args, context) => availableResolutions(context, row),
  }),
  availableTypeCategories: t.field({
    type: [CaseTypeCategoryObject],
    description: 'The type categories that `updateCase` accepts now, including the current one.',
    extensions: { items: 100 },
    resolve: (row, _args, context) => availableTypeCategories(context, row),
  }),
}))
