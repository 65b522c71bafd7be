import { pageRoute } from '../rest/page-route.ts'
import { textParameter } from '../rest/query-parameters.ts'
import { readRoute } from '../rest/read-route.ts'

const args = { search: { type: 'String', read: textParameter } }

export const operatorsRoute = pageRoute({
  operation: 'operators',
  path: '/api/v4/operators',
  summary: 'List the operators',
  nodes: 'id login firstname email',
  args,
})

export const groupsRoute = pageRoute({
  operation: 'groups',
  path: '/api/v4/groups',
  summary: 'List the operator groups',
  nodes: 'id name',
  args,
})

export const viewerRoute = readRoute({
  operation: 'readViewer',
  path: '/api/v4/viewer',
  summary: 'Read the caller, and the type categories in which the caller can create cases',
  types: { CaseTypeCategory: { name: 'CaseTypeCategoryWithFields' } },
  document: `
query Viewer {
  viewer {
    id login firstname email
    touchpoint { code name }
    groups { id name }
    typeCategories {
      caseTypeCode caseTypeName caseCategoryCode caseCategoryName defaultAnswer
      fields { name label kind minimum maximum scale }
    }
  }
}`,
})
