/** The members of every problem document (RFC 9457) of the service. Each operation has its own codes. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code: string
  problems: { code: string; detail: string; pointer?: string; parameter?: string }[]
  requestId: string
}

/** A problem document as an error to throw. Calls return the document as `error` and throw nothing. A loop over events throws this error. */
export class ProblemError<P extends Problem = Problem> extends Error {
  override readonly name: string = 'ProblemError'
  readonly problem: P

  constructor(problem: P, message = `${problem.code}: ${problem.detail}`) {
    super(message)
    this.problem = problem
  }
}

/** The service no longer has all events after the cursor, so some may be missing. */
export class CursorExpiredError<P extends Problem = Problem> extends ProblemError<P> {
  override readonly name = 'CursorExpiredError'

  constructor(problem: P) {
    super(
      problem,
      'The cursor has expired, and events after it may be missing. Take a new cursor from GET /api/v4/events?after=latest, ' +
        'list the cases again, and follow the events after the new cursor.',
    )
  }
}

interface ConnectionErrorDetails {
  cause?: unknown
  response?: Response
  idempotencyKey?: string | null
}

/**
 * No complete response from the service arrived: the network failed, or something else responded, such as a proxy. A change may or may not
 * have been made.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  /** The response that did not come from the service, if there is one. */
  readonly response: Response | undefined
  /** The key of a change. If the same call is sent again with this key within 24 hours, the change is made only once. */
  readonly idempotencyKey: string | undefined

  constructor(message: string, { cause, response, idempotencyKey }: ConnectionErrorDetails = {}) {
    super(message, { cause })
    this.response = response
    this.idempotencyKey = idempotencyKey ?? undefined
  }
}
