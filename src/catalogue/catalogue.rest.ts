import { readRoute } from '../rest/read-route.ts'
import { CachedResult } from '../graphql/result-text.ts'
import { CachedResponse } from '../http/cached-response.ts'
import { invalidParameter, textParameter } from '../rest/query-parameters.ts'
import { sendTagged } from '../rest/tagged-response.ts'

export const fieldSelection =
  'name label kind minimum maximum scale maximumLength choices { value label active } required settableBy'

export const statusesRoute = readRoute({
  operation: 'statuses',
  path: '/api/v4/statuses',
  summary: 'List the statuses',
  document: 'query Statuses { statuses { name active closed default settableBy } }',
})

export const resolutionsRoute = readRoute({
  operation: 'resolutions',
  path: '/api/v4/resolutions',
  summary: 'List the resolutions',
  document: 'query Resolutions { resolutions { name active default settableBy } }',
})

export const tagsRoute = readRoute({
  operation: 'tags',
  path: '/api/v4/tags',
  summary: 'List the tags',
  document: 'query Tags { tags { code label active } }',
})

export const lookupRoute = readRoute({
  operation: 'caseTypeCategories',
  path: '/api/v4/cases/typecategory',
  summary: 'List type categories',
  parameters: { visibility: { type: 'string', enum: ['app', 'all'], default: 'all' } },
  document: `
query CaseTypeCategories(
  $visibility: CaseTypeCategoryVisibility
  $caseTypeCode: String
  $caseCategoryCode: String
) {
  caseTypeCategories(
    visibility: $visibility
    caseTypeCode: $caseTypeCode
    caseCategoryCode: $caseCategoryCode
  ) {
    caseTypeCode caseTypeName caseCategoryCode caseCategoryName defaultAnswer
  }
}`,
  toVariables({ query }) {
    return {
      visibility: visibilityVariable(textParameter(query, 'visibility')),
      caseTypeCode: textParameter(query, 'caseTypeCode'),
      caseCategoryCode: textParameter(query, 'caseCategoryCode'),
    }
  },
  send(reply, result) {
    const isCached = result instanceof CachedResult
    return sendTagged(reply, isCached ? result.restResponse : new CachedResponse(JSON.stringify(result.data)))
  },
})

function visibilityVariable(visibility: string | undefined): string {
  if (visibility === undefined || visibility === 'all') return 'ALL'
  if (visibility === 'app') return 'APP'
  throw invalidParameter('visibility', 'must be app or all')
}
