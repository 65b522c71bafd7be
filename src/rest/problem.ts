import type { FastifyReply, FastifyRequest } from 'fastify'
import { InternalError, type Problem, type RequestErrorCode, requestErrors, retryAfterSeconds } from '../errors.ts'
import { asRequestError } from '../http/request-error.ts'
import { RouteError } from '../http/route-error.ts'

/** A problem document (RFC 9457) but for its request id. */
export interface ProblemDocument {
  type: string
  title: string
  status: number
  detail: string
  /** The first problem's code. Programs read it. */
  code: string
  problems: { code: string; detail: string; pointer?: string }[]
}

/** Something that is wrong with a request. */
export function requestProblem(error: RequestErrorCode, detail: string): ProblemDocument {
  const { status, rest: code, title } = requestErrors[error]
  return problemDocument(status, title, [{ code, detail }])
}

/** What an operation refused. */
export function operationProblem<Code extends string>(
  problems: readonly Problem<Code>[],
  table: Record<Code, { title: string }>,
): ProblemDocument {
  const [first] = problems
  if (!first) throw new InternalError('An operation failed without a problem.')
  const listed = problems.map(({ code, message, path }) => ({ code, detail: message, ...pointerTo(path) }))
  return problemDocument(400, table[first.code].title, listed)
}

/** No route has the path, or the route of the path does not take the method. */
export function routeProblem({ status, message: detail }: RouteError): ProblemDocument {
  const [code, title] = status === 404 ? ['notFound', 'Not found'] : ['methodNotAllowed', 'Method not allowed']
  return problemDocument(status, title, [{ code, detail }])
}

export function sendProblem(reply: FastifyReply, problem: ProblemDocument): FastifyReply {
  if (problem.status === 401) reply.header('www-authenticate', 'Service-Token')
  if (problem.status === 503) reply.header('retry-after', retryAfterSeconds)
  const body = { ...problem, requestId: reply.request.id }
  return reply.code(problem.status).type('application/problem+json').serializer(JSON.stringify).send(body)
}

/** The error handler of everything but GraphQL. */
export function answerWithProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof RouteError) return sendProblem(reply, routeProblem(error))
  const { code, message } = asRequestError(error, request)
  request.context.telemetry.outcome = code
  return sendProblem(reply, requestProblem(code, message))
}

function problemDocument(status: number, title: string, problems: ProblemDocument['problems']): ProblemDocument {
  const { code = '', detail = '' } = problems[0] ?? {}
  return { type: `urn:casegate:problem:${code}`, title, status, detail, code, problems }
}

/** The place in the body as a JSON pointer in a URI fragment (RFC 6901). The case's id is in the path instead. */
function pointerTo(path: readonly string[]): { pointer?: string } {
  if (path[0] === 'caseInstanceId') return {}
  const tokens = path.map((token) => `/${token.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`)
  return { pointer: `#${encodeURI(tokens.join('')).replaceAll('#', '%23')}` }
}
