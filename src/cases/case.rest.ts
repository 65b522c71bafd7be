import type { FastifyReply } from 'fastify'
import type { Problem } from '../errors.ts'
import { RouteError } from '../http/route-error.ts'
import { operationProblem, sendProblem } from '../rest/problem.ts'
import type { RestRequest, RestResult } from '../rest/route.ts'

/** The selection of all operations that change a case. */
export const payloadSelection = `
context { simpleProfile { firstname email } }
case { id categoryCode typeCode status resolution }`

/** The selection of a whole case. */
export const caseSelection = `
id version categoryCode typeCode status resolution createdAt updatedAt caseData
caseType { code name active }
category { code name active system }
caseStatus { name active closed default }
party { id login firstname email }
assignee { id login firstname email }
group { id name }
permissions {
  update { allowed reason message }
  assign { allowed reason message }
  comment { allowed reason message }
}`

export interface PayloadData {
  __typename: string
  context: unknown
  case: { id: string }
}

export interface ErrorData<Code> {
  __typename: string
  problems: Problem<Code>[]
}

/** Sends the context and the case, whose ID is a number in REST, or 400 with the problems. The status is 201 by default. */
export function sendCase<Code extends string>(
  reply: FastifyReply,
  result: PayloadData | ErrorData<Code>,
  table: Record<Code, { title: string }>,
  status = 201,
): FastifyReply {
  if ('problems' in result) return sendProblem(reply, operationProblem(result.problems, table))
  const body = { context: result.context, case: withNumber(result.case) }
  return reply.code(status).type('application/json').serializer(JSON.stringify).send(body)
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

/** The comment's ID in the path, or none if it is not a comment of the case in the path. */
export function commentIdOf({ caseInstanceId, commentId }: RestRequest): string {
  return commentId.startsWith(`comment:${caseInstanceId}:`) ? commentId : ''
}
