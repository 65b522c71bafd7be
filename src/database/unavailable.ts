import { codeOf, InternalError, RequestError } from '../errors.ts'

/**
 * The database cannot be reached or does not respond. `sent`: the statement was already sent, so a write may have
 * happened.
 */
export class DatabaseUnavailable extends RequestError {
  readonly sent: boolean

  constructor(cause: unknown, sent: boolean) {
    super('UNAVAILABLE', 'Cannot reach the database. Nothing was written. Try again later.', { cause })
    this.sent = sent
  }
}

// 08: connection exceptions, 53300: too many connections, 57P01 to 57P03: the server is stopping, crashed or is starting.
const serverUnavailable = /^(08...|53300|57P0[123])$/
// 55P03: lock timeout, 57014: statement timeout. Both roll the statement back.
const timedOut = /^(55P03|57014)$/
const socketError = /^(E[A-Z]+|EAI_[A-Z]+)$/

// Errors of pg and pg-pool that have no code.
const answerTimeout = /Query read timeout|timeout exceeded when trying to connect|due to connection timeout/
const connectionError = /^Connection terminated|Client has encountered a connection error/

/** Turns errors that mean an unavailable database into DatabaseUnavailable. `sent`: the statement was already sent. */
export function asUnavailable(error: unknown, sent: boolean): unknown {
  if (!(error instanceof Error)) return error
  const code = codeOf(error) ?? ''
  if (serverUnavailable.test(code) || timedOut.test(code)) return new DatabaseUnavailable(error, false)
  if (socketError.test(code) || connectionError.test(error.message) || answerTimeout.test(error.message)) {
    return new DatabaseUnavailable(error, sent)
  }
  return error
}

/** Whether the database accepted the statement or the connection but did not respond in time. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.cause instanceof Error && answerTimeout.test(error.cause.message)
}

/**
 * Rethrows an error of a write. UNAVAILABLE promises that nothing was written. If the connection broke during the write,
 * that is unknown, so an InternalError is thrown instead.
 */
export function rethrowWriteError(error: unknown): never {
  const known = asUnavailable(error, true)
  if (known instanceof DatabaseUnavailable && known.sent) {
    throw new InternalError('The connection broke during a write, which may have happened.', {
      cause: error,
    })
  }
  throw known
}

/** Whether the database rejected the statement, so that nothing was written. */
export function isStatementRejected(error: unknown): boolean {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  const code = codeOf(cause) ?? ''
  return /^[0-9A-Z]{5}$/.test(code) && !serverUnavailable.test(code)
}
