export interface DemoRequest {
  face: 'graphql' | 'rest'
  method: 'GET' | 'POST' | 'PUT'
  /** Including the query string. */
  path: string
  body?: Record<string, unknown>
}

export interface Step {
  name: string
  title: string
  explanation: string
  requests: DemoRequest[]
}

export interface DemoCase {
  id: string
  categoryCode: string
  typeCode: string
}

export type Assignee = { email: string } | { groupName: string }

const lookupDocument = `query ($visibility: CaseTypeCategoryVisibility) {
  caseTypeCategories(visibility: $visibility) {
    caseTypeCode caseTypeName caseCategoryCode caseCategoryName defaultAnswer
  }
}`

export const lookup: Step = {
  name: 'lookup',
  title: 'Look up case types and categories',
  explanation: 'A consumer or a party lists the case types and categories that the touchpoint shows in its app.',
  requests: [
    graphql(lookupDocument, { visibility: 'APP' }),
    { face: 'rest', method: 'GET', path: '/api/v4/cases/typecategory?visibility=app' },
  ],
}

const readDocument = `query ($id: ID!) {
  case(id: $id) {
    id categoryCode typeCode status resolution version
    assignee { email }
    group { name }
  }
}`

export function readCase(id: string): Step {
  return {
    name: 'readCase',
    title: 'Read a case',
    explanation: 'An update must contain the codes of the case. Reading a case is possible over GraphQL only.',
    requests: [graphql(readDocument, { id })],
  }
}

const updateDocument = `mutation ($input: UpdateCaseInput!) {
  updateCase(input: $input) {
    ... on UpdateCasePayload {
      context { simpleProfile { firstname email } }
      case { id categoryCode typeCode status resolution version }
    }
    ... on UpdateCaseError { code problems { code message path } }
  }
}`

/** Each request sets one of the statuses. Without statuses, the case keeps its own. */
export function updateCase({ id, categoryCode, typeCode }: DemoCase, statuses: [string, string] | []): Step {
  const codes = { categoryCode, typeCode }
  const [first, second] = statuses.map((status) => ({ status }))
  const comments = [{ text: 'Added over GraphQL.' }]
  const body = { ...codes, ...second, comments: ['Added over REST.'] }
  return {
    name: 'updateCase',
    title: 'Update the case',
    explanation: 'The codes are required. Comments are added to the existing ones. Omitted fields do not change.',
    requests: [
      graphql(updateDocument, { input: { caseInstanceId: id, ...codes, ...first, comments } }),
      { face: 'rest', method: 'PUT', path: `/api/v4/cases/${id}`, body },
    ],
  }
}

export function assignCase({ id }: DemoCase, first: Assignee, second: Assignee): Step {
  return {
    name: 'assignCase',
    title: 'Assign the case',
    explanation: 'A case is assigned to an operator by email address, or to a group by name.',
    requests: assignments(id, first, second),
  }
}

export function assignToBoth({ id }: DemoCase): Step {
  const both = { email: 'olga@example.com', groupName: 'Billing team' }
  return {
    name: 'refusal',
    title: 'Handle an error',
    explanation: 'Sending both is an error. Both APIs return the same code, and nothing is written.',
    requests: assignments(id, both, both),
  }
}

const assignDocument = `mutation ($input: AssignCaseInput!) {
  assignCase(input: $input) {
    ... on AssignCasePayload {
      case { id version assignee { email } group { name } }
    }
    ... on AssignCaseError { code problems { code message path } }
  }
}`

function assignments(id: string, first: object, second: object): DemoRequest[] {
  return [
    graphql(assignDocument, { input: { caseInstanceId: id, ...first } }),
    { face: 'rest', method: 'PUT', path: `/api/v4/cases/${id}/assignment`, body: { ...second } },
  ]
}

function graphql(query: string, variables: Record<string, unknown>): DemoRequest {
  return { face: 'graphql', method: 'POST', path: '/graphql', body: { query, variables } }
}
