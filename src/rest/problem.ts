import type { Problem } from '../cases/case.errors.ts'
import { InternalError, type RequestErrorCode, requestErrors, retryAfterSeconds } from '../errors.ts'
import type { Answer } from '../http/send.ts'

interface ProblemDocument {
  status: number
  code: string
  title: string
  problems: { code: string; detail: string; pointer?: string }[]
}

/** Answers what is wrong with a request as application/problem+json (RFC 9457). */
export function requestProblem(error: RequestErrorCode, detail: string, requestId: string): Answer {
  const { status, rest: code, title } = requestErrors[error]
  const answer = problemAnswer({ status, code, title, problems: [{ code, detail }] }, requestId)
  if (status === 401) answer.headers['www-authenticate'] = 'Service-Token'
  if (status === 503) answer.headers['retry-after'] = String(retryAfterSeconds)
  return answer
}

/** Answers an operation's problems; the first one's code is what programs read. */
export function operationProblem<Code extends string>(
  problems: readonly Problem<Code>[],
  table: Record<Code, { title: string }>,
  requestId: string,
): Answer {
  const [first] = problems
  if (!first) throw new InternalError('An operation failed without a problem.')
  const listed = problems.map(({ code, message, path }) => ({ code, detail: message, ...pointerTo(path) }))
  return problemAnswer({ status: 400, code: first.code, title: table[first.code].title, problems: listed }, requestId)
}

/** Answers that there is no such path, or no such method on it. */
export function routeProblem(status: 404 | 405, requestId: string, headers: Record<string, string> = {}): Answer {
  const [code, title, detail] =
    status === 404
      ? ['notFound', 'Not found', 'There is no such path.']
      : ['methodNotAllowed', 'Method not allowed', `This path takes ${headers['allow']}.`]
  const answer = problemAnswer({ status, code, title, problems: [{ code, detail }] }, requestId)
  return { ...answer, headers: { ...answer.headers, ...headers } }
}

function problemAnswer({ status, code, title, problems }: ProblemDocument, requestId: string): Answer {
  const type = `urn:casegate:problem:${code}`
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({ type, title, status, detail: problems[0]?.detail, code, problems, requestId }),
  }
}

/** The place in the body as a JSON pointer in a URI fragment (RFC 6901); the case's id stands in the path instead. */
function pointerTo(path: readonly string[]): { pointer?: string } {
  if (path[0] === 'caseInstanceId') return {}
  const tokens = path.map((token) => `/${token.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`)
  return { pointer: `#${encodeURI(tokens.join('')).replaceAll('#', '%23')}` }
}
