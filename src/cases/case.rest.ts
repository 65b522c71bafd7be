import type { FastifyReply } from 'fastify'
import type { Problem } from '../errors.ts'
import { queryOf } from '../http/request-context.ts'
import { RouteError } from '../http/route-error.ts'
import { operationProblem, sendProblem } from '../rest/problem.ts'
import { caseTag } from '../rest/case-tag.ts'
import { isDryRun } from '../rest/request-fields.ts'
import type { RestRequest, RestResult, Route } from '../rest/route.ts'
import { type Connection, sendPage } from '../rest/tagged-response.ts'

const contextSelection = 'context { simpleProfile { firstname email } }'

/** The selection of the operations that change a case, except patchCase. Fields with an alias are not in the body. */
export const changedCaseSelection = 'id categoryCode typeCode status resolution tagVersion: version'

export const permissionsSelection = `
permissions {
  update { allowed reason message }
  assign { allowed reason message }
  comment { allowed reason message }
}`

/** The selection of a whole case. */
export const caseSelection = `
id version categoryCode typeCode status resolution createdAt updatedAt caseData
caseType { code name active }
category { code name active system }
caseStatus { name active closed default }
party { id login firstname email }
assignee { id login firstname email }
group { id name }
${permissionsSelection}`

export interface PayloadData {
  __typename: string
  context: unknown
  /** Null if takeNextCase found none. */
  case: { id: string; tagVersion: number; mayRead?: unknown } | null
}

export interface ErrorData<Code> {
  __typename: string
  problems: Problem<Code>[]
}

/** The document of a mutation that returns the case after the change, with `more`, or problems. */
export function changeDocument(
  mutation: Route['operation'],
  { ofCase = changedCaseSelection, more = '' }: { ofCase?: string; more?: string } = {},
): string {
  const type = mutation.charAt(0).toUpperCase() + mutation.slice(1)
  return `
mutation ${type}($input: ${type}Input!) {
  ${mutation}(input: $input) {
    __typename
    ... on ${type}Payload { ${contextSelection} case { ${ofCase} } ${more} }
    ... on ${type}Error { problems { code message path } }
  }
}`
}

/**
 * Sends the payload, in which the ID of the case is a number, with the tag of the case; or 400 with the problems. The status
 * is 201 by default.
 */
export function sendCase<Code extends string>(
  reply: FastifyReply,
  { data }: RestResult,
  mutation: Route['operation'],
  table: Record<Code, { title: string }>,
  status = 201,
): FastifyReply {
  const result = data?.[mutation] as PayloadData | ErrorData<Code>
  if ('problems' in result) return sendProblem(reply, operationProblem(result.problems, table))
  const { __typename: _, context, case: changed, ...others } = result
  if (!changed) return sendChange(reply, { context, case: null, ...others }, status)
  const { tagVersion: version, mayRead: _mayRead, ...shown } = changed
  // Another change may get the version that a dry run returns.
  if (!isDryRun(queryOf(reply.request))) reply.header('etag', `"${caseTag({ id: changed.id, version })}"`)
  return sendChange(reply, { context, case: withNumber(shown), ...others }, status)
}

function sendChange(reply: FastifyReply, body: object, status: number): FastifyReply {
  return reply.code(status).type('application/json').serializer(JSON.stringify).send(body)
}

/** What a mutation returned, if it succeeded and was no dry run: something that a location can refer to. */
export function writtenBy<Payload>(reply: FastifyReply, { data }: RestResult, mutation: Route['operation']) {
  const result = data?.[mutation] as object
  return 'problems' in result || isDryRun(queryOf(reply.request)) ? undefined : (result as Payload)
}

/** The ID of a case is a number in REST. */
export function withNumber<Case extends { id: string }>(data: Case): Omit<Case, 'id'> & { id: number } {
  return { ...data, id: Number(data.id) }
}

/** What a query for a case returned. Throws a RouteError with status 404 if it is missing or the caller may not see it. */
export function requireCase<Case extends object>({ data }: RestResult): Case {
  const found = data?.['case'] as Case | null | undefined
  if (!found) throw new RouteError(404, 'There is no such case, or the caller may not see it.')
  return found
}

/** Sends a page of a list that belongs to a case. `segment` is its part of the path. */
export function sendCaseList(
  reply: FastifyReply,
  result: RestResult,
  field: string,
  segment: string,
): FastifyReply | Promise<FastifyReply> {
  const found = requireCase<{ id: string; version: number } & Record<string, unknown>>(result)
  return sendPage(reply, field, `/api/v4/cases/${found.id}/${segment}`, found[field] as Connection, found)
}

/** The comment's ID in the path, or none if it is not a comment of the case in the path. */
export function commentIdOf({ caseInstanceId, commentId }: RestRequest): string {
  return commentId.startsWith(`comment:${caseInstanceId}:`) ? commentId : ''
}
