// The documents in the tabs of the playground. Their lines fit the width of its editor.

const problems = `    ... on {type}Error {
      problems { code message path }
    }
  }
}
`

export const lookup = `# Lists type categories.
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

export const update = `# Updates a case and adds a comment.
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

export const assign = `# Assigns a case to a group. For an
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

export const read = `# Reads a case with its latest comments
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

export const list = `# Lists cases, 10 at a time. For the next
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

export const create = `# Creates a case. "dryRun" only checks the
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

export const comment = `# Adds a comment that only operators see.
mutation AddComments($input: AddCommentsInput!) {
  addComments(input: $input) {
    ... on AddCommentsPayload {
      case {
        id version
        comments(last: 3) {
          nodes { id text author { firstname } }
        }
      }
    }
${problems.replace('{type}', 'AddComments')}`

export const takeNext = `# Assigns the oldest open case of a group
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

export const history = `# Lists who changed the status of a case.
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

/** A change of a case, whose result is selected in the same way by several tabs. */
function change(comment: string, mutation: string): string {
  const type = mutation.replace(/^./, (letter) => letter.toUpperCase())
  return `${comment}
mutation ${type}($input: ${type}Input!) {
  ${mutation}(input: $input) {
    ... on ${type}Payload {
      case { id status resolution version }
    }
${problems.replace('{type}', type)}`
}

export const patch = change(
  `# Changes single values of a case. What the
# input does not contain stays as it is.`,
  'patchCase',
)

export const unassign = change(`# Removes the operator or the group of a case.`, 'unassignCase')

export const edit = change(
  `# Replaces the text of a comment.
# AddComments shows the IDs of comments.`,
  'editComment',
)

export const remove = change(
  `# Removes a comment. "dryRun" only checks the
# input: remove it to remove the comment.`,
  'removeComment',
)

export const several = `# Updates up to 100 cases. If one fails,
# the others are updated all the same.
mutation UpdateCases($inputs: [UpdateCaseInput!]!) {
  updateCases(inputs: $inputs) {
    ... on UpdateCasePayload {
      case { id status resolution version }
    }
    ... on MutationError {
      message
    }
  }
}
`

export const viewer = `# Who is calling, and for which types and
# categories new cases are allowed.
query Viewer {
  viewer {
    login firstname email
    touchpoint { code name }
    groups { name }
    typeCategories { caseTypeCode caseCategoryCode }
  }
}
`
