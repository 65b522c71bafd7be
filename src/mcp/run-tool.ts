import type { ExecutionResult, GraphQLError } from 'graphql'
import type { RequestContext } from '../context.ts'
import { firstProblem, type Problem } from '../errors/problems.ts'
import { RequestError } from '../errors/request-error.ts'
import { type RequestErrorCode, requestErrors } from '../errors/request-errors.ts'
import { rejectionError } from '../graphql/errors.ts'
import type { Executor } from '../graphql/executor.ts'
import type { Authentication } from '../http/authentication.ts'
import { resultText } from './tool-result.ts'
import type { ToolArguments } from './tool-arguments.ts'
import type { Tool } from './tools.ts'

export interface ToolResult {
  /** JSON of at most 20,000 characters. */
  text: string
  isError: boolean
}

export type RunnableTool = Tool & ToolArguments

interface Run {
  executor: Executor
  authentication: Pick<Authentication, 'requireAccepted'>
  context: RequestContext
}

/**
 * Runs the operation of a tool as the caller of a request. If the operation rejects the call, this is a result too. Throws
 * UNAUTHENTICATED if the caller's credentials are not accepted.
 */
export async function runTool(
  tool: RunnableTool,
  sent: Record<string, unknown>,
  { executor, authentication, context }: Run,
): Promise<ToolResult> {
  const { variables, ofResult, problems } = tool.read(sent)
  if (problems.length > 0) {
    await authentication.requireAccepted(context)
    context.telemetry.outcome = 'BAD_USER_INPUT'
    return failure(problems)
  }
  const executed = executor.executeInternal({ query: tool.document, variables }, context).catch(asResult)
  const { data, errors: [error] = [] } = await executed
  if (error) return requestFailure(tool, error)
  const [outcome] = Object.values({ ...data }) as ({ problems?: readonly Problem<string>[] } | null)[]
  if (outcome?.problems) return failure(outcome.problems.map((problem) => located(tool, problem)))
  const answer = tool.present({ ...data }, ofResult)
  return answer ? { text: resultText(answer), isError: false } : notFound(ofResult)
}

/** The result of a request that was rejected before its document was executed. */
function asResult(error: unknown): ExecutionResult {
  if (error instanceof RequestError) return { errors: [rejectionError(error)] }
  throw error
}

function requestFailure(tool: RunnableTool, { message, extensions: details }: GraphQLError): ToolResult {
  const code = details['code'] as RequestErrorCode
  if (code === 'UNAUTHENTICATED') throw new RequestError(code, message)
  const { rest, ...declared } = requestErrors[code]
  const problems = (details['problems'] ?? [{ message, path: [] }]) as Problem<string>[]
  const members = 'members' in declared ? Object.keys(declared.members) : []
  const more = Object.fromEntries(members.flatMap((name) => (name in details ? [[name, details[name]]] : [])))
  return failure(
    problems.map((problem) => located(tool, { ...problem, code: rest })),
    more,
  )
}

/** A result with the code of each problem, its path in the arguments, and what is allowed. */
function failure(problems: readonly Problem<string>[], more: object = {}): ToolResult {
  const text = resultText({
    head: { error: firstProblem(problems).code, ...more },
    list: {
      items: problems.map(({ code, path, message }) => ({ code, path, message })),
      show: (shown) => ({
        problems: shown,
        ...(shown.length < problems.length && { more: problems.length - shown.length }),
      }),
      next: () => undefined,
    },
  })
  return { text, isError: true }
}

/** A problem of the operation's input, with the path of the argument that has the value. The message names this path, too. */
function located<Code>(tool: RunnableTool, { code, path, message }: Problem<Code>): Problem<Code> {
  const place = tool.placeOf(path)
  return { code, path: [...place], message: message.replace(nameOf(path), nameOf(place)) }
}

const nameOf = (path: readonly string[]) => path.join('.').replaceAll(/\.(\d+)/g, '[$1]')

function notFound({ part }: Record<string, unknown>): ToolResult {
  const problem =
    part === undefined
      ? { path: ['caseInstanceId'], message: 'There is no such case, or the caller may not see it.' }
      : { path: ['part'], message: 'There is no such part. Send `part` and `before` as a result names them.' }
  return { text: JSON.stringify({ error: 'notFound', problems: [{ code: 'notFound', ...problem }] }), isError: true }
}
