import type { FastifyRequest } from 'fastify'
import { RequestError } from '../errors.ts'

/** Returns the request error for anything that was thrown. Unexpected errors are logged and masked. */
export function asRequestError(error: unknown, request: FastifyRequest): RequestError {
  if (error instanceof RequestError) return error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new RequestError('PAYLOAD_TOO_LARGE', 'The body must be at most 262144 bytes.')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new RequestError('BAD_USER_INPUT', 'The length of the body must match Content-Length.')
  }
  // A caller that disconnects while sending is not a failure. The log line of the request contains `aborted`.
  if (error !== request.raw.errored) request.log.error({ requestId: request.id, err: error }, 'A request failed.')
  return new RequestError('INTERNAL_SERVER_ERROR', 'An unexpected error occurred.', { cause: error })
}
