import { randomUUID } from 'node:crypto'

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
  caseData: object
}

export type Assignee = { email: string } | { groupName: string }

const lookupDocument = `query ($visibility: CaseTypeCategoryVisibility) {
  caseTypeCategories(visibility: $visibility) {
    caseTypeCode caseTypeName caseCategoryCode caseCategoryName defaultAnswer
  }
}`

export const lookup: Step = {
  name: 'lookup',
  title: 'Look up type categories',
  explanation: 'A consumer or a party lists the type categories that the touchpoint shows in its app.',
  requests: [graphql(lookupDocument, { visibility: 'APP' }), rest('GET', '/api/v4/cases/typecategory?visibility=app')],
}

const listDocument = `query {
  cases(first: 3, filter: { closed: false }) {
    totalCount
    nodes { id typeCode status assignee { firstname } group { name } }
    pageInfo { hasNextPage endCursor }
  }
}`

export const listCases: Step = {
  name: 'cases',
  title: 'List cases',
  explanation: 'The open cases that the session may see, the most recently changed first.',
  requests: [graphql(listDocument, {}), rest('GET', '/api/v4/cases?closed=false&first=3')],
}

const createDocument = `mutation ($input: CreateCaseInput!) {
  createCase(input: $input) {
    ... on CreateCasePayload { case { id status resolution version } }
    ... on CreateCaseError { code problems { code message path } }
  }
}`

/** A case like the one that was read. */
export function createCase({ categoryCode, typeCode, caseData }: DemoCase): Step {
  const input = { categoryCode, typeCode, caseData }
  return {
    name: 'createCase',
    title: 'Check a new case',
    explanation: 'A dry run checks everything and writes nothing. Without it, the case is created.',
    requests: [
      graphql(createDocument, { input: { ...input, dryRun: true } }),
      rest('POST', '/api/v4/cases?dryRun=true', input),
    ],
  }
}

const readDocument = `query ($id: ID!) {
  case(id: $id) {
    id categoryCode typeCode status resolution version caseData
    assignee { email }
    group { name }
  }
}`

export function readCase(id: string): Step {
  return {
    name: 'readCase',
    title: 'Read a case',
    explanation: 'With its version, which an update can require. Over REST, it is the ETag.',
    requests: [graphql(readDocument, { id }), rest('GET', `/api/v4/cases/${id}`)],
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
      rest('PUT', `/api/v4/cases/${id}`, body),
    ],
  }
}

const commentDocument = `mutation ($input: AddCommentsInput!) {
  addComments(input: $input) {
    ... on AddCommentsPayload { case { id version } }
    ... on AddCommentsError { code problems { code message path } }
  }
}`

/** Sent twice with the same key. */
export function addComments({ id }: DemoCase): Step {
  const input = { caseInstanceId: id, comments: [{ text: 'Added once.' }], idempotencyKey: randomUUID() }
  return {
    name: 'addComments',
    title: 'Retry safely',
    explanation: 'The same request with the same key, as after a lost response. The comment is added once.',
    requests: [graphql(commentDocument, { input }), graphql(commentDocument, { input })],
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
    rest('PUT', `/api/v4/cases/${id}/assignment`, { ...second }),
  ]
}

const takeDocument = `mutation {
  takeNextCase(input: {}) {
    ... on TakeNextCasePayload { case { id version assignee { email } } }
    ... on TakeNextCaseError { code problems { code message path } }
  }
}`

export const takeNextCase: Step = {
  name: 'takeNextCase',
  title: 'Take the next case',
  explanation: "Assigns the oldest open case in the queues of the operator's groups to the operator.",
  requests: [graphql(takeDocument, {})],
}

const historyDocument = `query ($id: ID!) {
  case(id: $id) {
    history(last: 3) {
      nodes { sequence kind at actor { firstname } changes { path from to } }
    }
  }
}`

export function readHistory({ id }: DemoCase): Step {
  return {
    name: 'history',
    title: 'Read the history',
    explanation: 'Each change is an event: who made it, when, and the old and new values.',
    requests: [graphql(historyDocument, { id }), rest('GET', `/api/v4/cases/${id}/history?last=3`)],
  }
}

function graphql(query: string, variables: Record<string, unknown>): DemoRequest {
  return { face: 'graphql', method: 'POST', path: '/graphql', body: { query, variables } }
}

function rest(method: DemoRequest['method'], path: string, body?: Record<string, unknown>): DemoRequest {
  return { face: 'rest', method, path, ...(body && { body }) }
}
