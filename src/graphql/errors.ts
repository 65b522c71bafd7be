import { type ExecutionResult, GraphQLError, type GraphQLErrorOptions, Kind } from 'graphql'
import type { Logger } from 'pino'
import { InternalError } from '../errors/internal-error.ts'
import { RequestError } from '../errors/request-error.ts'
import type { RequestContext } from '../context.ts'
import { CallerLeft, ResponseExcess } from '../http/response-memory.ts'

/** The response to a request that is not executed. */
interface Answer {
  status: number
  /** Whether the status is 200 for callers who accept application/json, as GraphQL over HTTP recommends. */
  isLenient?: true
  headers?: Record<string, string>
}

/** The response to a document or variables that are not valid. */
export const rejected: Answer = { status: 400, isLenient: true }

/** The error of a request that is not executed. */
export function rejection(message: string, code: string, http = rejected): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http } })
}

/** The status, the headers and the body of the response to a request that was not executed. */
export function rejectedResponse({ errors = [] }: ExecutionResult, isLenient: boolean) {
  const answers = errors.map(({ extensions: { http, code } }) => {
    return (http as Answer | undefined) ?? { status: code === 'INTERNAL_SERVER_ERROR' ? 500 : 200 }
  })
  const failures = answers.filter((answer) => !(isLenient && answer.isLenient))
  return {
    status: Math.max(200, ...failures.map(({ status }) => status)),
    headers: Object.assign({}, ...answers.map(({ headers }) => headers)) as Record<string, string>,
    body: {
      errors: errors.map((error) => {
        const { http: _, ...extensions } = error.extensions
        return { ...error.toJSON(), extensions }
      }),
    },
  }
}

export function asGraphqlError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error
  return new GraphQLError('Unexpected error.', { originalError: error as Error })
}

/** Sets the code of every error in a result. Unexpected errors are logged and masked. */
export function maskErrors(result: ExecutionResult, context: RequestContext, log: Logger): ExecutionResult {
  return withErrors(result, (error) => maskError(error, context, log))
}

function withErrors(result: ExecutionResult, change: (error: GraphQLError) => GraphQLError): ExecutionResult {
  return result.errors ? { ...result, errors: result.errors.map(change) } : result
}

/** Another error at the same place. */
function inPlaceOf({ nodes, source, positions, path }: GraphQLError, message: string, options: GraphQLErrorOptions) {
  return new GraphQLError(message, { nodes, source, positions, path, ...options })
}

function maskError(error: GraphQLError, { requestId }: RequestContext, log: Logger): GraphQLError {
  const cause = error.originalError ?? error
  if (cause instanceof RequestError) {
    if (cause.code === 'UNAVAILABLE' && !(cause instanceof CallerLeft))
      log.warn({ requestId, err: cause.cause }, cause.message)
    const { nodes, source, positions, path } = error
    return rejectionError(cause, { nodes, source, positions, path })
  }
  // A null in a variable that has a default is found only where a value is required.
  if (cause instanceof GraphQLError && error.nodes?.some(({ kind }) => kind === Kind.VARIABLE)) {
    return shortened(inPlaceOf(error, error.message, { extensions: { code: 'BAD_USER_INPUT' } }))
  }
  // Errors before execution are about the request: its syntax, its document or its variables.
  if (error.path === undefined && error instanceof GraphQLError && cause instanceof GraphQLError) {
    if (error.extensions['code'] !== undefined) return shortened(error)
    return shortened(inPlaceOf(error, error.message, { extensions: { code: 'BAD_USER_INPUT', http: rejected } }))
  }
  log.error({ requestId, err: cause }, 'A request failed.')
  return inPlaceOf(error, 'An unexpected error occurred.', { extensions: { code: 'INTERNAL_SERVER_ERROR', requestId } })
}

/** The error of a rejected request, in the form of all errors in results. */
export function rejectionError(rejection: RequestError, place: GraphQLErrorOptions = {}): GraphQLError {
  const { code, message, problems, details } = rejection
  return new GraphQLError(message, { ...place, extensions: { code, ...(problems && { problems }), ...details } })
}

/**
 * The result of a mutation. If a field of a payload could not be loaded, the mutation was executed before, so that the
 * error must not say that nothing was written. If the problems of a rejected input are too large, nothing was.
 */
export function afterMutation(result: ExecutionResult): ExecutionResult {
  return withErrors(result, (error) => {
    const { originalError: cause, path = [] } = error
    if (path.length < 2 || !(cause instanceof RequestError) || cause.code !== 'UNAVAILABLE') return error
    if (cause instanceof ResponseExcess) return error
    const originalError = new InternalError('A payload could not be loaded after its mutation.', { cause })
    return inPlaceOf(error, originalError.message, { originalError })
  })
}

const maximumMessageLength = 500

/** GraphQL's messages quote the input, however long it is. */
function shortened(error: GraphQLError): GraphQLError {
  if (error.message.length <= maximumMessageLength) return error
  const message = `${error.message.slice(0, maximumMessageLength).toWellFormed()} …`
  return inPlaceOf(error, message, { extensions: error.extensions })
}
