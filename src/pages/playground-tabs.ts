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
]
