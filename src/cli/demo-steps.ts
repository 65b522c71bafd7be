/** A request of the demonstration. */
export interface Exchange {
  face: 'GraphQL' | 'REST'
  method: 'GET' | 'POST' | 'PUT'
  /** With its query, if it has one. */
  path: string
  body?: Record<string, unknown>
}

export interface Step {
  name: string
  title: string
  explanation: string
  exchanges: Exchange[]
}

/** A case as far as the demonstration has to know it. */
export interface KnownCase {
  id: string
  categoryCode: string
  typeCode: string
}

/** To whom a case is assigned. */
export type Assignee = { email: string } | { groupName: string }

export const lookup: Step = {
  name: 'lookup',
  title: 'Look up case types and categories',
  explanation: 'A consumer or a party asks which kinds of cases the touchpoint offers in its application.',
  exchanges: [
    graphql(
      `
        query ($visibility: CaseTypeCategoryVisibility) {
          caseTypeCategories(visibility: $visibility) {
            caseTypeCode
            caseTypeName
            caseCategoryCode
            caseCategoryName
            defaultAnswer
          }
        }
      `,
      { visibility: 'APP' },
    ),
    { face: 'REST', method: 'GET', path: '/api/v4/cases/typecategory?visibility=app' },
  ],
}

export function readCase(id: string): Step {
  const document = `query ($id: ID!) {
  case(id: $id) {
    id categoryCode typeCode status resolution version
    assignee { email }
    group { name }
  }
}`
  return {
    name: 'readCase',
    title: 'Read a case',
    explanation: 'An update has to name the codes that the case has. GraphQL alone reads a case.',
    exchanges: [graphql(document, { id })],
  }
}

/** Where statuses are given, the case goes from the first to the second; without them it keeps its own. */
export function updateCase({ id, categoryCode, typeCode }: KnownCase, statuses: [string?, string?]): Step {
  const document = `mutation ($input: UpdateCaseInput!) {
  updateCase(input: $input) {
    ... on UpdateCasePayload {
      context { simpleProfile { firstname email } }
      case { id categoryCode typeCode status resolution version }
    }
    ... on UpdateCaseError { code problems { code message path } }
  }
}`
  const codes = { categoryCode, typeCode }
  const [first, second] = statuses.map((status) => (status === undefined ? {} : { status }))
  const comments = [{ text: 'Shown over GraphQL.' }]
  const rest = { ...codes, ...second, comments: ['Shown over REST.'] }
  return {
    name: 'updateCase',
    title: 'Update the case',
    explanation: 'Codes must always be sent. Comments are added to those that are there; what is not sent stays.',
    exchanges: [
      graphql(document, { input: { caseInstanceId: id, ...codes, ...first, comments } }),
      { face: 'REST', method: 'PUT', path: `/api/v4/cases/${id}`, body: rest },
    ],
  }
}

export function assignCase({ id }: KnownCase, first: Assignee, second: Assignee): Step {
  return {
    name: 'assignCase',
    title: 'Assign the case',
    explanation: 'To one operator by e-mail address, or to a group by its name.',
    exchanges: assignments(id, first, second),
  }
}

export function assignToBoth({ id }: KnownCase): Step {
  const both = { email: 'olga@example.com', groupName: 'Billing team' }
  return {
    name: 'refusal',
    title: 'Be refused',
    explanation: 'Both at once is wrong: the same code comes over both, and nothing is written.',
    exchanges: assignments(id, both, both),
  }
}

function assignments(id: string, first: object, second: object): Exchange[] {
  const document = `mutation ($input: AssignCaseInput!) {
  assignCase(input: $input) {
    ... on AssignCasePayload {
      case { id version assignee { email } group { name } }
    }
    ... on AssignCaseError { code problems { code message path } }
  }
}`
  return [
    graphql(document, { input: { caseInstanceId: id, ...first } }),
    { face: 'REST', method: 'PUT', path: `/api/v4/cases/${id}/assignment`, body: { ...second } },
  ]
}

function graphql(query: string, variables: Record<string, unknown>): Exchange {
  return { face: 'GraphQL', method: 'POST', path: '/graphql', body: { query, variables } }
}
