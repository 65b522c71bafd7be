const caseFields = 'case { id categoryCode typeCode status resolution }'
const payload = `context { simpleProfile { firstname email } } ${caseFields}`

const documents = {
  updateCase: `mutation UpdateCase($input: UpdateCaseInput!) { updateCase(input: $input) {
    ... on UpdateCasePayload { ${payload} } ... on UpdateCaseError { problems { code message path } } } }`,
  assignCase: `mutation AssignCase($input: AssignCaseInput!) { assignCase(input: $input) {
    ... on AssignCasePayload { ${payload} } ... on AssignCaseError { problems { code message path } } } }`,
  mergeCase: `mutation MergeCase($input: MergeCaseInput!) { mergeCase(input: $input) {
    ... on MergeCasePayload { ${payload} } ... on MergeCaseError { problems { code message path } } } }`,
  unmergeCase: `mutation UnmergeCase($input: UnmergeCaseInput!) { unmergeCase(input: $input) {
    ... on UnmergeCasePayload { ${payload} } ... on UnmergeCaseError { problems { code message path } } } }`,
  createCase: `mutation CreateCase($input: CreateCaseInput!) { createCase(input: $input) {
    ... on CreateCasePayload { ${payload} } ... on CreateCaseError { problems { code message path } } } }`,
  caseTypeCategories: `query Lookup($category: String) { caseTypeCategories(caseCategoryCode: $category) {
    caseTypeCode caseTypeName caseCategoryCode caseCategoryName defaultAnswer } }`,
  case: `query Case($id: ID!) { case(id: $id) { id categoryCode typeCode status resolution version caseData
    comments(first: 10) { edges { node { text internal createdAt touchpoint author { firstname email } } } } } }`,
  pastCase: `query PastCase($id: ID!, $asOf: DateTime!) { pastCase: case(id: $id, asOf: $asOf) {
    id categoryCode typeCode status resolution version caseData } }`,
  cases: `query Cases { cases(first: 50) { nodes { id version status resolution createdAt updatedAt caseData
    caseType { name } category { name } caseStatus { closed }
    assignee { firstname email } group { name } party { firstname email }
    comments(last: 3) { nodes { text createdAt author { firstname email } } }
    permissions { update { allowed reason } assign { allowed reason } comment { allowed reason } } } } }`,
}

/** The documents as JSON strings, by their field. */
export const queries = Object.fromEntries(
  Object.entries(documents).map(([field, query]) => [field, JSON.stringify(query)]),
)
