/**
 * The errors of requests. Outcomes of operations are data instead, see cases/case.errors.ts. The keys are GraphQL's
 * `extensions.code`; `rest` and `status` are the REST API's code and status. `scope` lists the REST operations that
 * return the error: all, those with a body, those that depend on the login, those whose input has a field, or the named
 * ones. It is empty for codes that openapi.json does not list as responses. `members` are those of `details`, as JSON Schema.
 */
export const requestErrors = {
  BAD_USER_INPUT: {
    rest: 'malformedRequest',
    status: 400,
    scope: 'every',
    title: 'Malformed request',
    description:
      'The body is not a JSON object, a comment is invalid, or a query parameter is invalid or repeated. ' +
      'Also returned if the request is not valid HTTP, and with strict handling if a member of the body or a query ' +
      'parameter is unknown, or if a member is repeated.',
  },
  UNAUTHENTICATED: {
    rest: 'unauthenticated',
    status: 401,
    scope: 'every',
    title: 'Not authenticated',
    description:
      'A credential is missing, unknown, expired or revoked, or the touchpoint and the token do not belong together. ' +
      "Also returned if a header and a query parameter disagree, or if the session's person is blocked or inactive.",
  },
  FORBIDDEN: {
    rest: 'forbidden',
    status: 403,
    scope: 'logins',
    title: 'Forbidden',
    description:
      'The login kind is not permitted: an operator tried to list type categories, a consumer tried to create a case, a ' +
      'caller other than an operator tried to take a case or to list operators or groups, or a party tried to add an internal comment.',
  },
  REQUEST_TIMEOUT: {
    rest: 'requestTimeout',
    status: 408,
    scope: 'every',
    title: 'Request timeout',
    description: 'The request did not arrive in time.',
  },
  CONFLICT: {
    rest: 'conflict',
    status: 409,
    scope: { field: 'idempotencyKey' },
    title: 'Conflict',
    description: 'The same session already used the idempotency key with a different request. Nothing was written.',
  },
  CURSOR_EXPIRED: {
    rest: 'cursorExpired',
    status: 410,
    scope: ['caseEvents'],
    title: 'Cursor expired',
    description:
      'The cursor of the event feed is older than the events that are kept, or belongs to another state of the database, such as ' +
      'one before a restore. Take the cursor of now with `after=latest`, list the cases again, and follow the changes from that cursor.',
  },
  PRECONDITION_FAILED: {
    rest: 'preconditionFailed',
    status: 412,
    scope: { field: 'expectedVersion' },
    title: 'Precondition failed',
    description:
      'The case does not have the expected version (`If-Match`, `expectedVersion`), or `If-Match` contains no strong tag of the ' +
      'case. Also returned if the configuration has none of the expected revisions, or if an item of it does ' +
      'not have its `expectedVersion`. Nothing was written.',
    members: {
      currentVersion: {
        type: 'integer',
        minimum: 0,
        description: 'The version of the case, or of the item of the configuration. 0 if the item does not exist.',
      },
      path: {
        type: 'array',
        description: 'The place of the item in the input, such as ["statuses", "0"]. Only for the configuration.',
        items: { type: 'string' },
      },
      currentRevision: {
        type: 'string',
        description: 'The revision of the configuration. Only if it is none of the expected ones.',
      },
      changedFields: {
        type: 'array',
        description:
          'The locations of the values that changed after the expected version, such as ["status"]. Added comments are ' +
          'not among them. Absent if the case never had the expected version.',
        items: { type: 'array', items: { type: 'string' } },
      },
      commentsAdded: {
        type: 'integer',
        minimum: 0,
        description:
          'The number of comments that were added after the expected version and that the caller can see. Absent if the ' +
          'case never had the expected version.',
      },
    },
  },
  PAYLOAD_TOO_LARGE: {
    rest: 'payloadTooLarge',
    status: 413,
    scope: 'bodies',
    title: 'Payload too large',
    description:
      'The body is larger than 256 KiB, or than 16 KiB without credentials. Or a file is larger than the maximum, 25 MiB by default.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    rest: 'unsupportedMediaType',
    status: 415,
    scope: 'bodies',
    title: 'Unsupported media type',
    description:
      'The body was not sent as `application/json`. A `PATCH` can also be `application/merge-patch+json`. Or files of this media ' +
      'type are not accepted.',
  },
  RANGE_NOT_SATISFIABLE: {
    rest: 'rangeNotSatisfiable',
    status: 416,
    scope: ['readAttachmentContent'],
    title: 'Range not satisfiable',
    description: 'The range begins after the end of the file. `Content-Range` has the size of the file.',
  },
  EXPECTATION_FAILED: {
    rest: 'expectationFailed',
    status: 417,
    scope: [],
    title: 'Expectation failed',
    description: 'The request has an `Expect` header other than `100-continue`.',
  },
  ATTACHMENT_REJECTED: {
    rest: 'attachmentRejected',
    status: 422,
    scope: ['uploadAttachment'],
    title: 'Attachment rejected',
    description: 'The scanner found malware in the content of the file. Nothing was stored.',
  },
  RATE_LIMITED: {
    rest: 'tooManyRequests',
    status: 429,
    scope: 'every',
    title: 'Too many requests',
    description:
      'The session, the touchpoint, or the address of an invalid or missing session exceeded its limit of requests per minute. ' +
      'Nothing was executed. Also returned if too many lists of the session are waiting, or if they take too much ' +
      'time, or if too many files of the person are not yet part of a comment. Nothing was written. Retry after the number of seconds in `Retry-After`.',
  },
  REQUEST_HEADER_FIELDS_TOO_LARGE: {
    rest: 'requestHeaderFieldsTooLarge',
    status: 431,
    scope: 'every',
    title: 'Request header fields too large',
    description: 'The request line and the headers exceed 16 KiB.',
  },
  INTERNAL_SERVER_ERROR: {
    rest: 'internal',
    status: 500,
    scope: 'every',
    title: 'Internal error',
    description: 'An unexpected error occurred. Include the request ID when you report it.',
  },
  UNAVAILABLE: {
    rest: 'unavailable',
    status: 503,
    scope: 'every',
    title: 'Unavailable',
    description:
      'The service cannot use the database, is shutting down, has too many requests waiting, or has too many large ' +
      'responses unread. Nothing was written. Retry after the number of seconds in `Retry-After`.',
  },
} as const satisfies RequestErrorTable

export type RequestErrorTable = Record<
  string,
  {
    rest: string
    status: number
    scope: 'every' | 'bodies' | 'logins' | { field: string } | readonly string[]
    title: string
    description: string
    members?: Record<string, object>
  }
>

export type RequestErrorCode = keyof typeof requestErrors
