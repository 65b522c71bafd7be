/**
 * What can be wrong with a request besides the outcomes of an operation (those are data, see cases/case.errors.ts).
 * The key is GraphQL's `extensions.code`; `rest` and `status` are what the REST API answers for it, and `where` tells
 * which of its operations do: every one, those that take a body, or those that are named; none where it is reserved.
 */
export const requestErrors = {
  BAD_USER_INPUT: {
    rest: 'malformedRequest',
    status: 400,
    where: 'every',
    title: 'Malformed request',
    description: 'A body that is no JSON object, bad comments, or a bad or repeated query parameter.',
  },
  UNAUTHENTICATED: {
    rest: 'unauthenticated',
    status: 401,
    where: 'every',
    title: 'Not authenticated',
    description:
      'A credential is missing, unknown, expired or revoked, the two do not belong together, a header and a query ' +
      "parameter disagree, or the session's person is blocked or inactive.",
  },
  FORBIDDEN: {
    rest: 'forbidden',
    status: 403,
    where: ['updateCase', 'caseTypeCategories'],
    title: 'Forbidden',
    description: "The lookup with an operator's login, or a party's internal comment.",
  },
  CONFLICT: {
    rest: 'conflict',
    status: 409,
    where: [],
    title: 'Conflict',
    description: 'An idempotency key is used again with another request. Reserved: no key is taken yet.',
  },
  PRECONDITION_FAILED: {
    rest: 'preconditionFailed',
    status: 412,
    where: [],
    title: 'Precondition failed',
    description: "The expected version is not the case's. Reserved: no expected version is taken yet.",
  },
  PAYLOAD_TOO_LARGE: {
    rest: 'payloadTooLarge',
    status: 413,
    where: 'bodies',
    title: 'Payload too large',
    description: 'The body is over 256 KiB.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    rest: 'unsupportedMediaType',
    status: 415,
    where: 'bodies',
    title: 'Unsupported media type',
    description: 'The body is not sent as application/json.',
  },
  RATE_LIMITED: {
    rest: 'tooManyRequests',
    status: 429,
    where: 'every',
    title: 'Too many requests',
    description:
      'More requests a minute than the session or the touchpoint may send, or too many with wrong credentials from ' +
      'one address. Nothing was done; Retry-After tells when to come back.',
  },
  INTERNAL_SERVER_ERROR: {
    rest: 'internal',
    status: 500,
    where: 'every',
    title: 'Internal error',
    description: 'The service failed. The request id is what its operators need to find out why.',
  },
  UNAVAILABLE: {
    rest: 'unavailable',
    status: 503,
    where: 'every',
    title: 'Unavailable',
    description:
      'The database is away, the service is stopping, or too many requests are waiting. Nothing was written; try again ' +
      'after Retry-After.',
  },
} as const satisfies RequestErrorTable

export type RequestErrorTable = Record<
  string,
  { rest: string; status: number; where: 'every' | 'bodies' | readonly string[]; title: string; description: string }
>

export type RequestErrorCode = keyof typeof requestErrors

/** Seconds after which a client may try again when the service is unavailable. */
export const retryAfterSeconds = 2

/** A request that cannot be answered. Its message reaches the caller; anything else that is thrown is masked. */
export class RequestError extends Error {
  readonly code: RequestErrorCode

  constructor(code: RequestErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A defect, or what nobody can mend. Its message goes to the log, and holds nothing that a caller sent. */
export class InternalError extends Error {}

/** A mistake of the person who runs a command: told in a line, without a stack trace. */
export class UsageError extends Error {}
