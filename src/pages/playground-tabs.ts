/** The tabs that the playground opens with, one operation each, for the demonstration data. */
export interface Example {
  login: 'operator' | 'consumer'
  query: string
  variables: object
}

const problems = `    ... on {type}Error {
      problems { code message path }
    }
  }
}
`

const lookup = `# Lists case types and categories.
# Press the play button to run it.
query CaseTypeCategories(
  $visibility: CaseTypeCategoryVisibility
  $caseCategoryCode: String
) {
  caseTypeCategories(
    visibility: $visibility
    caseCategoryCode: $caseCategoryCode
  ) {
    caseCategoryCode caseCategoryName
    caseTypeCode caseTypeName
    defaultAnswer
  }
}
`

const update = `# Updates a case and adds a comment.
# The input is under Variables.
mutation UpdateCase($input: UpdateCaseInput!) {
  updateCase(input: $input) {
    ... on UpdateCasePayload {
      case {
        id status resolution version
        comments(last: 3) {
          edges {
            node { text createdAt author { firstname } }
          }
        }
      }
    }
${problems.replace('{type}', 'UpdateCase')}`

const assign = `# Assigns a case to a group. For an
# operator, send "email" instead.
mutation AssignCase($input: AssignCaseInput!) {
  assignCase(input: $input) {
    ... on AssignCasePayload {
      case {
        id version
        group { name }
        assignee { firstname }
      }
    }
${problems.replace('{type}', 'AssignCase')}`

const read = `# Reads a case with its latest comments
# and its history.
query ReadCase($id: ID!) {
  case(id: $id) {
    id categoryCode typeCode status resolution
    version caseData
    assignee { firstname }
    group { name }
    comments(last: 5) {
      edges {
        node { text internal createdAt author { firstname } }
      }
    }
    history(last: 5) {
      edges {
        node { sequence kind at actor { firstname } changes { path from to } }
      }
    }
  }
}
`

const list = `# Lists cases, 10 at a time. For the next
# ones, send "after" with the endCursor.
query ListCases($filter: CaseFilter, $after: String) {
  cases(first: 10, after: $after, filter: $filter) {
    totalCount
    nodes {
      id status updatedAt
      caseType { name }
      assignee { firstname }
      group { name }
      permissions { update { allowed reason } }
    }
    pageInfo { hasNextPage endCursor }
  }
}
`

const create = `# Creates a case. "dryRun" only checks the
# input: remove it to create the case.
mutation CreateCase($input: CreateCaseInput!) {
  createCase(input: $input) {
    ... on CreateCasePayload {
      case {
        id status resolution version
        party { firstname }
      }
    }
${problems.replace('{type}', 'CreateCase')}`

const comment = `# Adds a comment that only operators see.
mutation AddComments($input: AddCommentsInput!) {
  addComments(input: $input) {
    ... on AddCommentsPayload {
      case {
        id version
        comments(last: 3) {
          nodes { text internal author { firstname } }
        }
      }
    }
${problems.replace('{type}', 'AddComments')}`

const takeNext = `# Assigns the oldest open case of a group
# to the caller. Null if none is waiting.
mutation TakeNextCase($input: TakeNextCaseInput!) {
  takeNextCase(input: $input) {
    ... on TakeNextCasePayload {
      case {
        id status version
        assignee { firstname }
      }
    }
${problems.replace('{type}', 'TakeNextCase')}`

const history = `# Lists who changed the status of a case.
# Without the filter: all changes.
query CaseHistory($id: ID!, $filter: HistoryFilter) {
  case(id: $id) {
    version
    history(last: 20, filter: $filter) {
      totalCount
      nodes {
        sequence kind at touchpoint
        actor { firstname }
        changes { path from to }
      }
    }
  }
}
`

export const examples: readonly Example[] = [
  { login: 'consumer', query: lookup, variables: { visibility: 'ALL', caseCategoryCode: 'BILLING' } },
  {
    login: 'operator',
    query: update,
    variables: {
      input: {
        caseInstanceId: '1001',
        categoryCode: 'BILLING',
        typeCode: 'REFUND',
        status: 'In progress',
        comments: [{ text: 'Checked in the playground.' }],
      },
    },
  },
  { login: 'operator', query: read, variables: { id: '1001' } },
  { login: 'operator', query: assign, variables: { input: { caseInstanceId: '1001', groupName: 'Billing team' } } },
  { login: 'operator', query: list, variables: { filter: { closed: false } } },
  {
    login: 'operator',
    query: create,
    variables: {
      input: {
        categoryCode: 'NETWORK',
        typeCode: 'INCIDENT',
        caseData: { severity: 2, signalDbm: '-90.5', lineDown: true },
        partyEmail: 'paula@example.com',
        comments: [{ text: 'The line has been down since noon.' }],
        dryRun: true,
      },
    },
  },
  {
    login: 'operator',
    query: comment,
    variables: { input: { caseInstanceId: '1001', comments: [{ text: 'Called the customer.', internal: true }] } },
  },
  { login: 'operator', query: takeNext, variables: { input: { groupName: 'Billing team' } } },
  { login: 'operator', query: history, variables: { id: '1001', filter: { field: ['status'] } } },
]
