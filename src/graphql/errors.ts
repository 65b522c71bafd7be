import { type ExecutionResult, GraphQLError, type GraphQLErrorOptions, Kind } from 'graphql'
import type { Logger } from 'pino'
import { InternalError } from '../errors/internal-error.ts'
import { RequestError } from '../errors/request-error.ts'
import type { RequestContext } from '../context.ts'
import { CallerLeft, ResponseExcess } from '../http/response-memory.ts'

export function asGraphqlError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error
  return new GraphQLError('Unexpected error.', { originalError: error as Error })
}

/** Sets the code of every error in a result. Unexpected errors are logged and masked. */
export function maskErrors(result: ExecutionResult, context: RequestContext, log: Logger): ExecutionResult {
  if (!result.errors) return result
  return { ...result, errors: result.errors.map((error) => maskError(error, context, log)) }
}

function maskError(error: GraphQLError, { requestId }: RequestContext, log: Logger): GraphQLError {
  const cause = error.originalError ?? error
  const { nodes, source, positions, path } = error
  const place = { nodes, source, positions, path }
  if (cause instanceof RequestError) {
    if (cause.code === 'UNAVAILABLE' && !(cause instanceof CallerLeft))
      log.warn({ requestId, err: cause.cause }, cause.message)
    return rejectionError(cause, place)
  }
  // A null in a variable that has a default is found only where a value is required.
  if (cause instanceof GraphQLError && nodes?.some(({ kind }) => kind === Kind.VARIABLE)) {
    return shortened(new GraphQLError(error.message, { ...place, extensions: { code: 'BAD_USER_INPUT' } }))
  }
  // Errors before execution are about the request: its syntax, its document or its variables.
  if (error.path === undefined && error instanceof GraphQLError && cause instanceof GraphQLError) {
    if (error.extensions['code'] !== undefined) return shortened(error)
    // `spec` makes Yoga return 200 to callers who accept application/json, as it does for validation errors.
    const http = { status: 400, ...(error.extensions['http'] as object), spec: true }
    const extensions = { ...error.extensions, code: 'BAD_USER_INPUT', http }
    return shortened(new GraphQLError(error.message, { ...place, extensions }))
  }
  log.error({ requestId, err: cause }, 'A request failed.')
  const extensions = { code: 'INTERNAL_SERVER_ERROR', requestId }
  return new GraphQLError('An unexpected error occurred.', { ...place, extensions })
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
  if (!result.errors) return result
  return { ...result, errors: result.errors.map(withoutPromise) }
}

function withoutPromise(error: GraphQLError): GraphQLError {
  const { originalError: cause, nodes, source, positions, path = [] } = error
  if (path.length < 2 || !(cause instanceof RequestError) || cause.code !== 'UNAVAILABLE') return error
  if (cause instanceof ResponseExcess) return error
  const originalError = new InternalError('A payload could not be loaded after its mutation.', { cause })
  return new GraphQLError(originalError.message, { nodes, source, positions, path, originalError })
}

const maximumMessageLength = 500

/** GraphQL's messages quote the input, however long it is. */
function shortened(error: GraphQLError): GraphQLError {
  if (error.message.length <= maximumMessageLength) return error
  const { nodes, source, positions, path, extensions } = error
  const message = `${error.message.slice(0, maximumMessageLength).toWellFormed()} …`
  return new GraphQLError(message, { nodes, source, positions, path, extensions })
}

const badRequest = new Set<unknown>(['BAD_REQUEST', 'OPERATION_RESOLUTION_FAILURE'])

/** Sets the error codes of a request that Yoga or a plugin rejected. */
export function maskRejection(result: ExecutionResult, context: RequestContext, log: Logger): ExecutionResult {
  if (!result.errors) return result
  return { ...result, errors: result.errors.map((error) => maskRejectionError(error, context, log)) }
}

/** Yoga's copy of the parser's error would return parts of the body. */
export function maskRejectionError(error: GraphQLError, context: RequestContext, log: Logger): GraphQLError {
  if (error.extensions['code'] === undefined) {
    const { message, extensions } = maskError(error, context, log)
    return new GraphQLError(message, { extensions: { http: { status: 500 }, ...extensions } })
  }
  if (!badRequest.has(error.extensions['code'])) return shortened(error)
  const { originalError: _, http, ...extensions } = error.extensions
  // With `spec`, the status would be 200 for callers who accept application/json.
  const status = { ...(http as object), spec: false }
  return new GraphQLError(error.message, { extensions: { ...extensions, code: 'BAD_USER_INPUT', http: status } })
}
