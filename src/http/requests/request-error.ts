import type { FastifyReply, FastifyRequest } from 'fastify'
import { codeOf } from '../../errors/system-errors.ts'
import { RequestError, retryAfterSeconds } from '../../errors/request-error.ts'

/** Returns the request error for anything that was thrown. Unexpected errors are logged and masked. */
export function asRequestError(error: unknown, request: FastifyRequest): RequestError {
  if (error instanceof RequestError) return error
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 412) return new RequestError('PRECONDITION_FAILED', 'If-Match or If-Unmodified-Since does not hold.')
  // A caller that disconnects while sending or reading is not a failure. The log line of the request contains `aborted`.
  const { errored, socket } = request.raw
  const isAborted = error === errored || (socket.destroyed && codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE')
  if (!isAborted) request.log.error({ requestId: request.id, err: error }, 'A request failed.')
  return new RequestError('INTERNAL_SERVER_ERROR', 'An unexpected error occurred.', { cause: error })
}

/** Sets the status of an error response and the headers that the status requires. */
export function setErrorStatus(reply: FastifyReply, status: number): FastifyReply {
  if (status === 401) reply.header('www-authenticate', challenges(reply))
  // Rate limits have set their own.
  const isTemporary = status === 503 || status === 429
  if (isTemporary && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfterSeconds)
  return reply.code(status)
}

function challenges({ request }: FastifyReply): string {
  // RFC 6750, section 3
  if (request.context.hasBearer) return 'Bearer error="invalid_token"'
  return request.context.services.issuer ? 'Service-Token, Bearer' : 'Service-Token'
}

const messages = {
  404: 'This path does not exist.',
  405: 'Use one of the methods in the Allow header.',
}

/** No route has the path (404), or its route does not support the method (405). */
export class RouteError extends Error {
  readonly status: keyof typeof messages

  constructor(status: keyof typeof messages, message = messages[status]) {
    super(message)
    this.status = status
  }
}
