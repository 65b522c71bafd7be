import type { FastifyReply, FastifyRequest } from 'fastify'
import { firstProblem, type InputProblem, type ParameterProblem, type Problem } from '../errors/problems.ts'
import { type RequestErrorCode, requestErrors } from '../errors/request-errors.ts'
import { asRequestError, RouteError, setErrorStatus } from '../http/requests/request-error.ts'
import { sendUnread } from '../http/connections/unread-body.ts'
import { fieldsOutsideBody, type Route } from './route.ts'

/** A problem document (RFC 9457) without its request ID. */
export interface ProblemDocument {
  type: string
  title: string
  status: number
  detail: string
  /** The first problem's code. Programs read it. */
  code: string
  problems: { code: string; detail: string; pointer?: string; parameter?: string }[]
}

/**
 * The problem document of a request error. Each of `problems` has a location in the body or a query parameter. Of
 * `details`, it contains the members that the error declares.
 */
export function requestProblem(
  error: RequestErrorCode,
  detail: string,
  problems?: readonly (InputProblem | ParameterProblem)[],
  details: Readonly<Record<string, unknown>> = {},
): ProblemDocument {
  const { status, rest: code, title, ...others } = requestErrors[error]
  const listed = problems?.map(({ message, ...place }) => {
    const location = 'path' in place ? { pointer: pointerTo(place.path) } : { parameter: place.parameter }
    return { code, detail: message, ...location }
  })
  const document = problemDocument(status, title, listed ?? [{ code, detail }])
  if (!('members' in others)) return document
  const declared = Object.keys(others.members).filter((name) => name in details)
  return { ...document, ...Object.fromEntries(declared.map((name) => [name, details[name]])) }
}

export function operationProblem<Code extends string>(
  problems: readonly Problem<Code>[],
  table: Record<Code, { title: string }>,
  route: Pick<Route, 'path' | 'bodyMembers'> = { path: '' },
): ProblemDocument {
  const outside = fieldsOutsideBody(route)
  const location = ({ path }: Problem<Code>) => (outside.includes(path[0] ?? '') ? {} : { pointer: pointerTo(path) })
  const listed = problems.map((each) => ({ code: each.code, detail: each.message, ...location(each) }))
  return problemDocument(400, table[firstProblem(problems).code].title, listed)
}

export function routeProblem({ status, message: detail }: RouteError): ProblemDocument {
  const [code, title] = status === 404 ? ['notFound', 'Not found'] : ['methodNotAllowed', 'Method not allowed']
  return problemDocument(status, title, [{ code, detail }])
}

export function sendProblem(reply: FastifyReply, problem: ProblemDocument): FastifyReply {
  const body = { ...problem, requestId: reply.request.id }
  return setErrorStatus(reply, problem.status).type('application/problem+json').serializer(JSON.stringify).send(body)
}

/** The error handler of all routes except /graphql. */
export function answerWithProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemOf(error, request)
  return sendUnread(reply, () => sendProblem(reply, problem))
}

function problemOf(error: unknown, request: FastifyRequest): ProblemDocument {
  if (error instanceof RouteError) return routeProblem(error)
  const { code, message, problems, details } = asRequestError(error, request)
  request.context.telemetry.outcome = code
  return requestProblem(code, message, problems, details)
}

function problemDocument(status: number, title: string, problems: ProblemDocument['problems']): ProblemDocument {
  const { code = '', detail = '' } = problems[0] ?? {}
  return { type: `urn:casegate:problem:${code}`, title, status, detail, code, problems }
}

/** The location in the body, as a JSON pointer in a URI fragment (RFC 6901). */
function pointerTo(path: readonly string[]): string {
  const tokens = path.map((token) => `/${token.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`)
  return `#${encodeURI(tokens.join('')).replaceAll('#', '%23')}`
}
