import { drawAssignment, drawLookup, drawRead, drawUpdate, longCase, random } from './data.ts'
import type { Exchange } from './load.ts'

/** What is measured. Over GraphQL and REST, except for the reading of a case, which REST does not have. */
export const units = ['update', 'assign', 'lookup', 'filtered', 'case'] as const
export type Unit = (typeof units)[number]
export type Face = 'rest' | 'graphql'

/** Draws requests of one unit on cases 1 to `cases`. The reference speaks REST. */
export function requestsOf(unit: Unit, face: Face, cases: number): () => Exchange {
  const anyCase = () => random(1, cases)
  switch (unit) {
    case 'update':
      return () => update(face, anyCase())
    case 'assign':
      return () => assign(face, anyCase())
    case 'lookup':
      return () => lookup(face, false)
    case 'filtered':
      return () => lookup(face, true)
    case 'case':
      return () => read(face, drawRead(cases))
  }
}

interface Caller {
  touchpoint: string
  token: string
}

const caseFields = 'case { id categoryCode typeCode status resolution }'
const payload = `context { simpleProfile { firstname email } } ${caseFields}`
const documents = {
  updateCase: `mutation UpdateCase($input: UpdateCaseInput!) { updateCase(input: $input) {
    ... on UpdateCasePayload { ${payload} } ... on UpdateCaseError { problems { code message path } } } }`,
  assignCase: `mutation AssignCase($input: AssignCaseInput!) { assignCase(input: $input) {
    ... on AssignCasePayload { ${payload} } ... on AssignCaseError { problems { code message path } } } }`,
  caseTypeCategories: `query Lookup($category: String) { caseTypeCategories(caseCategoryCode: $category) {
    caseTypeCode caseTypeName caseCategoryCode caseCategoryName defaultAnswer } }`,
  case: `query Case($id: ID!) { case(id: $id) { id categoryCode typeCode status resolution version caseData
    comments(first: 10) { edges { node { text internal createdAt touchpoint author { firstname email } } } } } }`,
}
const queries = Object.fromEntries(Object.entries(documents).map(([field, query]) => [field, JSON.stringify(query)]))

/** The part of an answer that both faces share. */
interface ChangeAnswer {
  context: { simpleProfile: { email: string } }
  case: { id: number | string; categoryCode?: string; typeCode?: string; status?: string; resolution?: string }
}

/** An update with one comment, of the given case. */
export function update(face: Face, caseId: number, comment?: string): Exchange {
  const { caller, input } = drawUpdate(caseId)
  if (comment !== undefined) input.comments = [comment]
  const { comments, caseData: _, ...expected } = input
  const check = (answer: ChangeAnswer) => checkChange(answer, caseId, caller.email, expected)
  if (face === 'rest') return put(`/api/v4/cases/${caseId}`, caller, input, check)
  const asInputs = comments.map((text) => ({ text }))
  return graphql('updateCase', caller, { input: { caseInstanceId: caseId, ...input, comments: asInputs } }, check)
}

export function assign(face: Face, caseId: number): Exchange {
  const { caller, email } = drawAssignment(caseId)
  const check = (answer: ChangeAnswer) => checkChange(answer, caseId, caller.email, {})
  if (face === 'rest') return put(`/api/v4/cases/${caseId}/assignment`, caller, { email }, check)
  return graphql('assignCase', caller, { input: { caseInstanceId: caseId, email } }, check)
}

function checkChange(answer: ChangeAnswer, caseId: number, email: string, expected: Partial<ChangeAnswer['case']>) {
  if (Number(answer.case.id) !== caseId) return 'another case'
  if (answer.context.simpleProfile.email !== email) return 'another caller'
  for (const field of ['categoryCode', 'typeCode', 'status', 'resolution'] as const) {
    if (typeof answer.case[field] !== 'string') return `no ${field}`
    if (expected[field] !== undefined && answer.case[field] !== expected[field]) return `another ${field}`
  }
  return null
}

interface Pair {
  caseCategoryCode: string
}

function lookup(face: Face, filtered: boolean): Exchange {
  const { caller, categoryCode } = drawLookup(filtered)
  // The catalogue stays as it is, so that an answer that was right once is right whenever it is the same to the byte.
  const known = `${face} ${caller.touchpoint} ${categoryCode}`
  const check = (records: Pair[]) => {
    const right = categoryCode === null ? records.length === 480 : records.length === 2 || records.length === 3
    if (!right) return `${records.length} records`
    return categoryCode === null || records.every((record) => record.caseCategoryCode === categoryCode)
      ? null
      : 'other records'
  }
  if (face === 'graphql') return graphql('caseTypeCategories', caller, { category: categoryCode }, check, known)
  const query = categoryCode === null ? '' : `?caseCategoryCode=${categoryCode}`
  const request = head('GET', `/api/v4/cases/typecategory${query}`, caller, '')
  return {
    request,
    check: checked(200, (body) => check((body as { caseTypeCategories: Pair[] }).caseTypeCategories), known),
  }
}

interface CaseAnswer {
  id: number | string
  comments: { edges: { node: { text: string; author: { email: string } } }[] }
}

function read(face: Face, { caseId, caller }: ReturnType<typeof drawRead>): Exchange {
  const check = (answer: CaseAnswer) => {
    if (Number(answer.id) !== caseId) return 'another case'
    const { edges } = answer.comments
    if (edges.length !== 10) return `${edges.length} comments`
    return edges.every(({ node }) => node.text !== '' && node.author.email !== '') ? null : 'an incomplete comment'
  }
  if (face === 'graphql') return graphql('case', caller, { id: caseId }, check)
  return { request: head('GET', `/api/v4/cases/${caseId}`, caller, ''), check: checked(200, check) }
}

/** The first ten comments of the case that has 10,000. */
export function readLongCase(): Exchange {
  const { caller } = drawUpdate(longCase)
  return read('graphql', { caseId: longCase, caller })
}

function put<Answer>(path: string, caller: Caller, input: unknown, check: (answer: Answer) => string | null): Exchange {
  return { request: head('PUT', path, caller, JSON.stringify(input)), check: checked(201, check) }
}

function graphql<Answer>(
  field: string,
  caller: Caller,
  variables: unknown,
  check: (answer: Answer) => string | null,
  known?: string,
): Exchange {
  const body = `{"query":${queries[field]},"variables":${JSON.stringify(variables)}}`
  const checkField = ({ data }: { data: Record<string, Answer> }) => check(data[field] as Answer)
  return { request: head('POST', '/graphql', caller, body), check: checked(200, checkField, known) }
}

/** The whole request; its body is ASCII. */
function head(method: string, path: string, { touchpoint, token }: Caller, body: string): string {
  const content = body && `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  const credentials = `Service-Touchpoint: ${touchpoint}\r\nService-Token: ${token}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n${credentials}${content}\r\n${body}`
}

const knownAnswers = new Map<string, Buffer>()

function checked<Answer>(expectedStatus: number, check: (answer: Answer) => string | null, known?: string) {
  return (status: number, body: Buffer): string | null => {
    if (status !== expectedStatus) return 'another status'
    if (known !== undefined && knownAnswers.get(known)?.equals(body)) return null
    try {
      const problem = check(JSON.parse(body.toString()) as Answer)
      if (known !== undefined && problem === null) knownAnswers.set(known, Buffer.from(body))
      return problem
    } catch (error) {
      return `unreadable (${String(error)})`
    }
  }
}
