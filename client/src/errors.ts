/** What all problem documents (RFC 9457) of the service have. Each operation has its own codes. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code: string
  problems: { code: string; detail: string; pointer?: string; parameter?: string }[]
  requestId: string
}

/** An error answer of the service, to be thrown. Calls return it as `error`, and the iteration of events throws it. */
export class ProblemError<P extends Problem = Problem> extends Error {
  override readonly name: string = 'ProblemError'
  readonly problem: P

  constructor(problem: P, message = `${problem.code}: ${problem.detail}`) {
    super(message)
    this.problem = problem
  }
}

/** The service no longer has all events after the cursor, so that some may be missing. */
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
 * No complete answer of the service arrived: the network failed, or something else answered, such as a proxy. A change may have been made
 * or not.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  /** What answered instead of the service. */
  readonly response: Response | undefined
  /** The key of a change. The same call with this key makes the change once, within 24 hours. */
  readonly idempotencyKey: string | undefined

  constructor(message: string, { cause, response, idempotencyKey }: ConnectionErrorDetails = {}) {
    super(message, { cause })
    this.response = response
    this.idempotencyKey = idempotencyKey ?? undefined
  }
}
