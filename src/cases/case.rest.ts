import type { Answer } from '../http/send.ts'
import { operationProblem } from '../rest/problem.ts'
import type { Problem } from './case.errors.ts'

/** What the documents of both operations ask for. */
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

/** Answers 201 with the context and the case, whose id is a number here, or 400 with the problems. */
export function caseAnswer<Code extends string>(
  result: PayloadData | ErrorData<Code>,
  table: Record<Code, { title: string }>,
  requestId: string,
): Answer {
  if ('problems' in result) return operationProblem(result.problems, table, requestId)
  return {
    status: 201,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ context: result.context, case: { ...result.case, id: Number(result.case.id) } }),
  }
}
