import type { FastifyReply } from 'fastify'
import type { Problem } from '../errors.ts'
import { operationProblem, sendProblem } from '../rest/problem.ts'

/** The selection of all operations that change a case. */
export const payloadSelection = `
context { simpleProfile { firstname email } }
case { id categoryCode typeCode status resolution }`

export interface PayloadData {
  __typename: string
  context: unknown
  case: { id: string }
}

export interface ErrorData<Code> {
  __typename: string
  problems: Problem<Code>[]
}

/** Sends the context and the case, whose ID is a number in REST, or 400 with the problems. */
export function sendCase<Code extends string>(
  reply: FastifyReply,
  result: PayloadData | ErrorData<Code>,
  table: Record<Code, { title: string }>,
): FastifyReply {
  if ('problems' in result) return sendProblem(reply, operationProblem(result.problems, table))
  const body = { context: result.context, case: { ...result.case, id: Number(result.case.id) } }
  return reply.code(201).type('application/json').serializer(JSON.stringify).send(body)
}
