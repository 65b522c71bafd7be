/** The playground opens with a tab for each operation, for the demonstration data. */
export interface Example {
  login: 'operator' | 'consumer'
  query: string
  variables: object
}

const problems = `    ... on {type}Error {
      problems {
        code
        message
        path
      }
    }
  }
}
`

const lookup = `# What a consumer or a party may choose
# from. Press the triangle to run it.
query CaseTypeCategories(
  $visibility: CaseTypeCategoryVisibility
  $caseCategoryCode: String
) {
  caseTypeCategories(
    visibility: $visibility
    caseCategoryCode: $caseCategoryCode
  ) {
    caseCategoryCode
    caseCategoryName
    caseTypeCode
    caseTypeName
    defaultAnswer
  }
}
`

const update = `# Changes a case and adds a comment.
# The input stands under Variables.
mutation UpdateCase($input: UpdateCaseInput!) {
  updateCase(input: $input) {
    ... on UpdateCasePayload {
      case {
        id
        status
        resolution
        version
        comments(last: 3) {
          edges {
            node {
              text
              createdAt
              author {
                firstname
              }
            }
          }
        }
      }
    }
${problems.replace('{type}', 'UpdateCase')}`

const assign = `# Gives a case to a group, or with
# "email" to an operator.
mutation AssignCase($input: AssignCaseInput!) {
  assignCase(input: $input) {
    ... on AssignCasePayload {
      case {
        id
        version
        group {
          name
        }
        assignee {
          firstname
        }
      }
    }
${problems.replace('{type}', 'AssignCase')}`

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
  { login: 'operator', query: assign, variables: { input: { caseInstanceId: '1001', groupName: 'Billing team' } } },
]
