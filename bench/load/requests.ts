import { graphql, put, requestText, responseCheck } from './checked-request.ts'
import type { CheckedRequest } from './load.ts'
import {
  caseWithManyComments,
  mergedCase,
  mergedCases,
  random,
  randomAssignment,
  randomCreation,
  randomList,
  randomLookup,
  randomRead,
  randomUpdate,
} from './random-input.ts'

export const operations = ['update', 'assign', 'create', 'lookup', 'filtered', 'case', 'list', 'list-page'] as const
export type Operation = (typeof operations)[number]
export type Face = 'rest' | 'graphql'

/** One operation over one face. */
export interface Cell {
  name: string
  operation: Operation
  face: Face
}

/** Operations over one face only. Over REST, a list has more of each case, but no comments. */
const onlyFace: Partial<Record<Operation, Face>> = { list: 'graphql', 'list-page': 'rest' }

export const cells: Cell[] = operations.flatMap((operation) =>
  (['rest', 'graphql'] as const)
    .filter((face) => (onlyFace[operation] ?? face) === face)
    .map((face) => ({ name: `${operation}-${face}`, operation, face })),
)

/** Creates random requests of one operation on cases 1 to `cases`. */
export function requestsFor(operation: Operation, face: Face, cases: number): () => CheckedRequest {
  const anyCase = () => random(1, cases)
  switch (operation) {
    case 'update':
      return () => update(face, anyCase())
    case 'assign':
      return () => assign(face, anyCase())
    case 'create':
      return () => create(face)
    case 'lookup':
      return () => lookup(face, false)
    case 'filtered':
      return () => lookup(face, true)
    case 'case':
      return () => read(face, randomRead(cases))
    case 'list':
      return () => list(face)
    case 'list-page':
      return listPage
  }
}

/** The result of an update or assignment, over either face. */
interface ChangeResult {
  context: { simpleProfile: { email: string } }
  case: { id: number | string; categoryCode?: string; typeCode?: string; status?: string; resolution?: string }
}

type Update = ReturnType<typeof randomUpdate>
type UpdateInput = Pick<Update['input'], 'categoryCode' | 'typeCode'> &
  Partial<Update['input']> & { idempotencyKey?: string }

/** An update of the case with one comment. */
export function update(face: Face, caseId: number, comment?: string): CheckedRequest {
  const { caller, input } = randomUpdate(caseId)
  if (comment !== undefined) input.comments = [comment]
  return updateTo(face, caseId, caller, input)
}

let keys = 0
// Tells runs of the benchmark apart.
const run = random(1, 1e12)

/** An update of the case with a new idempotency key and one comment, over GraphQL. */
export function keyedUpdate(caseId: number, comment?: string): CheckedRequest {
  const { caller, input } = randomUpdate(caseId)
  if (comment !== undefined) input.comments = [comment]
  return updateTo('graphql', caseId, caller, { ...input, idempotencyKey: `${run}-${++keys}` })
}

/** An update of the case to these values. */
export function updateTo(face: Face, caseId: number, caller: Update['caller'], input: UpdateInput): CheckedRequest {
  const { comments = [], caseData: _, ...expected } = input
  const check = (result: ChangeResult) => checkChange(result, caseId, caller.email, expected)
  if (face === 'rest') return put(`/api/v4/cases/${caseId}`, caller, input, check)
  const asInputs = comments.map((text) => ({ text }))
  return graphql('updateCase', caller, { input: { caseInstanceId: caseId, ...input, comments: asInputs } }, check)
}

/** Merges of different cases, then their reversals, and so on, over GraphQL. */
export function mergeOrUnmerge(cases: number): () => CheckedRequest {
  const merged = mergedCases(cases)
  let count = 0
  return () => {
    const { caseId, intoCaseId, caller } = mergedCase(count % merged)
    const isMerge = Math.floor(count++ / merged) % 2 === 0
    const check = (result: ChangeResult) => checkChange(result, caseId, caller.email, {})
    const input = { caseInstanceId: caseId, ...(isMerge && { intoCaseId }) }
    return graphql(isMerge ? 'mergeCase' : 'unmergeCase', caller, { input }, check)
  }
}

/** An assignment of the case, by default to a random operator. */
export function assign(face: Face, caseId: number, assignee?: string): CheckedRequest {
  const { caller, email } = randomAssignment(caseId)
  const check = (result: ChangeResult) => checkChange(result, caseId, caller.email, {})
  const input = { email: assignee ?? email }
  if (face === 'rest') return put(`/api/v4/cases/${caseId}/assignment`, caller, input, check)
  return graphql('assignCase', caller, { input: { caseInstanceId: caseId, ...input } }, check)
}

function create(face: Face): CheckedRequest {
  const { caller, input } = randomCreation()
  const { comments, caseData: _, partyEmail: __, ...expected } = input
  const check = (result: ChangeResult) => checkChange(result, Number(result.case.id), caller.email, expected)
  if (face === 'rest') {
    const body = JSON.stringify(input)
    return { request: requestText('POST', '/api/v4/cases', caller, body), check: responseCheck(201, check) }
  }
  return graphql('createCase', caller, { input: { ...input, comments: comments.map((text) => ({ text })) } }, check)
}

function checkChange(result: ChangeResult, caseId: number, email: string, expected: Partial<ChangeResult['case']>) {
  if (Number(result.case.id) !== caseId) return 'wrong case'
  if (result.context.simpleProfile.email !== email) return 'wrong caller'
  for (const field of ['categoryCode', 'typeCode', 'status', 'resolution'] as const) {
    if (typeof result.case[field] !== 'string') return `no ${field}`
    if (expected[field] !== undefined && result.case[field] !== expected[field]) return `wrong ${field}`
  }
  return null
}

interface LookupRecord {
  caseCategoryCode: string
}

function lookup(face: Face, filtered: boolean): CheckedRequest {
  const { caller, categoryCode } = randomLookup(filtered)
  // The catalogue does not change, so that each of these lookups always has the same correct response.
  const cacheKey = `${face} ${caller.touchpoint} ${categoryCode}`
  const check = (records: LookupRecord[]) => {
    const expected = categoryCode === null ? [480] : [2, 3]
    if (!expected.includes(records.length)) return `${records.length} records`
    const matches = categoryCode === null || records.every((record) => record.caseCategoryCode === categoryCode)
    return matches ? null : 'wrong records'
  }
  if (face === 'graphql') return graphql('caseTypeCategories', caller, { category: categoryCode }, check, cacheKey)
  const query = categoryCode === null ? '' : `?caseCategoryCode=${categoryCode}`
  const checkBody = ({ caseTypeCategories }: { caseTypeCategories: LookupRecord[] }) => check(caseTypeCategories)
  return {
    request: requestText('GET', `/api/v4/cases/typecategory${query}`, caller, ''),
    check: responseCheck(200, checkBody, cacheKey),
  }
}

interface ListedComment {
  text: string
  author: { email: string }
}

interface CaseResult {
  id: number | string
  comments: { edges: { node: ListedComment }[] }
}

/** Over REST only the comments, for which the case is loaded all the same. The reference server sends both. */
function read(face: Face, { caseId, caller }: ReturnType<typeof randomRead>): CheckedRequest {
  const checkComments = (comments: ListedComment[]) => {
    if (comments.length !== 10) return `${comments.length} comments`
    return comments.every(({ text, author }) => text !== '' && author.email !== '') ? null : 'incomplete comment'
  }
  if (face === 'graphql') {
    return graphql('case', caller, { id: caseId }, ({ id, comments }: CaseResult) =>
      Number(id) === caseId ? checkComments(comments.edges.map(({ node }) => node)) : 'wrong case',
    )
  }
  const check = ({ comments }: { comments: ListedComment[] }) => checkComments(comments)
  const path = `/api/v4/cases/${caseId}/comments?first=10`
  return { request: requestText('GET', path, caller, ''), check: responseCheck(200, check) }
}

interface ListedCase {
  category: { name: string }
  comments: { nodes: { author: { email: string } }[] }
}

/** The reference server handles this over REST. */
function list(face: Face): CheckedRequest {
  const caller = randomList()
  const check = ({ nodes }: { nodes: ListedCase[] }) => {
    if (nodes.length !== 50) return `${nodes.length} cases`
    const isComplete = ({ category, comments }: ListedCase) =>
      category.name !== '' && comments.nodes.length > 0 && comments.nodes.every(({ author }) => author.email !== '')
    return nodes.every(isComplete) ? null : 'incomplete case'
  }
  if (face === 'graphql') return graphql('cases', caller, {}, check)
  return { request: requestText('GET', '/api/v4/cases', caller, ''), check: responseCheck(200, check) }
}

interface ListPage {
  cases: { id: number; category: { code: string }; permissions: { update: { message: string } } }[]
}

function listPage(): CheckedRequest {
  const check = ({ cases }: ListPage) => {
    if (cases.length !== 50) return `${cases.length} cases`
    const isComplete = cases.every(({ category, permissions }) => category.code && permissions.update.message)
    return isComplete ? null : 'incomplete case'
  }
  return { request: requestText('GET', '/api/v4/cases?first=50', randomList(), ''), check: responseCheck(200, check) }
}

/** Reads the first ten comments of the case that has 10,000. */
export function readCaseWithManyComments(): CheckedRequest {
  const { caller } = randomUpdate(caseWithManyComments)
  return read('graphql', { caseId: caseWithManyComments, caller })
}

/** Reads the history of a case. */
export function readHistory(cases: number): CheckedRequest {
  const { caseId, caller } = randomRead(cases)
  const check = ({ history }: { history: unknown[] }) => (history.length > 0 ? null : 'no history')
  const path = `/api/v4/cases/${caseId}/history?first=10`
  return { request: requestText('GET', path, caller, ''), check: responseCheck(200, check) }
}

/** Reads a case as it was a second ago. */
export function readPastCase(cases: number): CheckedRequest {
  const { caseId, caller } = randomRead(cases)
  const asOf = new Date(Date.now() - 1000).toISOString()
  const check = (result: CaseResult) => (Number(result.id) === caseId ? null : 'wrong case')
  return graphql('pastCase', caller, { id: caseId, asOf }, check)
}
