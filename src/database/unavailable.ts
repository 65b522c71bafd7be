import { InternalError, RequestError } from '../errors.ts'

/**
 * The database could not be asked. `sent` tells that the connection broke after the statement had left, so that a
 * write may have happened.
 */
export class DatabaseUnavailable extends RequestError {
  readonly sent: boolean

  constructor(cause: unknown, sent: boolean) {
    super('UNAVAILABLE', 'Cannot reach the database. Nothing was written. Try again later.', { cause })
    this.sent = sent
  }
}

// 08: connection exceptions, 53300: too many connections, 57P01 to 57P03: the server stops, crashed or is starting.
const serverIsAway = /^(08...|53300|57P0[123])$/
// 55P03: a lock was not had in time, 57014: the statement took too long. Both end the statement, and what it wrote.
const endedInTime = /^(55P03|57014)$/
const socketIsBroken = /^(E[A-Z]+|EAI_[A-Z]+)$/

// pg and pg-pool give these errors no code.
const unanswered = /Query read timeout|timeout exceeded when trying to connect|due to connection timeout/
const connectionIsBroken = /^Connection terminated|Client has encountered a connection error/

/** Tells the database's absence from its refusals. `sent`: the statement had left when the error came. */
export function asUnavailable(error: unknown, sent: boolean): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (serverIsAway.test(code) || endedInTime.test(code)) return new DatabaseUnavailable(error, false)
  if (socketIsBroken.test(code) || connectionIsBroken.test(error.message) || unanswered.test(error.message)) {
    return new DatabaseUnavailable(error, sent)
  }
  return error
}

/** Whether the database took the request, or the connection, and gave no answer in time. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.cause instanceof Error && unanswered.test(error.cause.message)
}

/**
 * For what writes: UNAVAILABLE promises that nothing was written, and where the connection broke in between nobody
 * knows that. What is thrown instead is no promise.
 */
export function refuseToPromise(error: unknown): never {
  const known = asUnavailable(error, true)
  if (known instanceof DatabaseUnavailable && known.sent) {
    throw new InternalError('The connection broke during a write, which may have happened all the same.', {
      cause: error,
    })
  }
  throw known
}

/** Whether the database answered, and refused the statement: nothing of it was written. */
export function isRefusal(error: unknown): boolean {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  if (!(cause instanceof Error && 'code' in cause)) return false
  const code = String(cause.code)
  return /^[0-9A-Z]{5}$/.test(code) && !serverIsAway.test(code)
}
