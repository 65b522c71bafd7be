import { fieldSelection } from '../catalogue/catalogue.rest.ts'
import { pageRoute } from '../rest/page-route.ts'
import { textParameter } from '../rest/query-parameters.ts'
import { readRoute } from '../rest/read-route.ts'

const args = { search: 'String' }

export const operatorsRoute = pageRoute({
  operation: 'operators',
  path: '/api/v4/operators',
  summary: 'List the operators',
  nodes: 'id login firstname email',
  args,
})

export const customersRoute = readRoute({
  operation: 'customers',
  path: '/api/v4/customers',
  summary: 'Find customers',
  parameters: {
    search: { type: 'string', description: 'A part of a first name or an email address: at least three characters.' },
  },
  document: 'query Customers($search: String!) { customers(search: $search) { id login firstname email } }',
  toVariables: ({ query }) => ({ search: textParameter(query, 'search') ?? '' }),
})

export const groupsRoute = pageRoute({
  operation: 'groups',
  path: '/api/v4/groups',
  summary: 'List the operator groups',
  nodes: 'id name active typeCodes members { id login firstname email } version',
  types: { OperatorGroup: { name: 'OperatorGroupWithMembers' } },
  args,
})

export const personsRoute = pageRoute({
  operation: 'persons',
  path: '/api/v4/persons',
  summary: 'List all persons',
  nodes:
    'id login firstname email active blocked subject typeCodes groups { id name } invitedUntil passkeys { id name touchpoint { code name } createdAt lastUsedAt } version',
  types: { Person: { name: 'PersonWithGroups' } },
  args: { login: 'LoginKind', ...args },
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
      fields { ${fieldSelection} }
    }
  }
}`,
})
