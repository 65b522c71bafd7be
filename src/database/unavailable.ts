import { codeOf } from '../errors/system-errors.ts'
import { InternalError } from '../errors/internal-error.ts'
import { RequestError } from '../errors/request-error.ts'

/** The time limit of the statement ended it. */
const timeLimitCode = '57014'
const isAway = 'The database is unavailable. Nothing was written. Try again later.'
const tookTooLong =
  'The database did not finish in time. Nothing was written. Ask for less, such as with fewer words or more filters, or try again later.'

/** The database cannot be reached, does not respond or cannot work now. Nothing was written. */
export class DatabaseUnavailable extends RequestError {
  constructor(cause: unknown) {
    super('UNAVAILABLE', codeOf(cause) === timeLimitCode ? tookTooLong : isAway, { cause })
  }
}

/**
 * PostgreSQL's codes for errors that have nothing to do with the statement's rows. 08: connection, 25006: read-only,
 * 28: authentication, 3D: no such database, 40: conflict with another transaction, 53: out of disk, memory or connections,
 * 55P03: lock timeout, 57: cancelled, stopping or starting, 58: input and output.
 */
const serverCode = /^(08...|25006|28...|3D...|40...|53...|55P03|57...|58...)$/
/** 21, 22, 23, 27, 44: the row's data, 54: too large, P0: raised by a trigger, XX: a damaged row. */
const rowCode = /^((21|22|23|27|44|54|P0|XX)...|55P03)$/
const conflictCode = /^(40001|40P01)$/
const socketError = /^(E[A-Z]+|EAI_[A-Z]+)$/

// Errors of pg and pg-pool that have no code.
const answerTimeout =
  /Query read timeout|timeout expired|timeout exceeded when trying to connect|due to connection timeout/
const poolTimeout = /timeout exceeded when trying to connect/
const connectionError = /^Connection terminated|^Client (was closed|has encountered a connection error)/

// Codes of OpenSSL and Node, and the messages of pg.
const tlsCode =
  /CERT|^(ERR_(TLS|SSL)_|UNABLE_TO_|HOSTNAME_MISMATCH$|INVALID_(CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$|EPROTO$)/
const tlsMessage = /does not support SSL connections|establishing an SSL connection/

/** Whether no connection by TLS came about, which the server or the settings have to be changed for. */
export function isTlsError(error: unknown): error is Error {
  return error instanceof Error && (tlsCode.test(codeOf(error) ?? '') || tlsMessage.test(error.message))
}

/** Whether the error is about the server or the connection to it, and not about the statement. */
export function isServerError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const code = codeOf(error) ?? ''
  return (
    serverCode.test(code) ||
    socketError.test(code) ||
    connectionError.test(error.message) ||
    isAnswerTimeout(error) ||
    isTlsError(error)
  )
}

/** Turns errors of the server or the connection into DatabaseUnavailable. Only if nothing can have been written. */
export function asUnavailable(error: unknown): unknown {
  return isServerError(error) ? new DatabaseUnavailable(error) : error
}

/** The error of a write that PostgreSQL may have committed. */
export function outcomeUnknown(error: unknown): InternalError {
  return new InternalError('The connection broke during a write, which may have happened.', { cause: error })
}

/** Whether PostgreSQL itself reported the error. A pooler's own errors name no routine. */
export function isFromPostgresql(error: unknown): boolean {
  return error instanceof Error && 'routine' in error && typeof error.routine === 'string'
}

/**
 * Whether the database accepted the statement or the connection but did not respond in time. If no connection of the pool
 * became free, other statements are running, and show whether the database responds.
 */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && isAnswerTimeout(error.cause) && !poolTimeout.test((error.cause as Error).message)
}

/** Whether PostgreSQL itself rejected or cancelled the statement. */
export function isAnswered(error: unknown): boolean {
  return error instanceof Error && (isFromPostgresql(error) || isFromPostgresql(error.cause))
}

/** Whether pg gave up waiting for an answer. */
export function isAnswerTimeout(error: unknown): boolean {
  return error instanceof Error && answerTimeout.test(error.message)
}

/** Whether the error of a shared statement may be about one of its keys, so that the others succeed on their own. */
export function mayConcernOneKey(error: unknown): boolean {
  return rowCode.test(codeOf(error instanceof DatabaseUnavailable ? error.cause : error) ?? '')
}

/** Whether PostgreSQL rolled the transaction back because of a concurrent one. */
export function isConflict(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && conflictCode.test(codeOf(error.cause) ?? '')
}
