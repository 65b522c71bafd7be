import { DatabaseUnavailable, asUnavailable } from '../database/unavailable.ts'
import { InternalError, RequestError } from '../errors.ts'

/** What of an error may stand in a log: where it happened and what kind it is, and nothing that somebody sent. */
export interface LoggableError {
  type: string
  message?: string
  /** Its frames alone: a stack begins with the message. */
  stack?: string
  cause?: LoggableError
  errors?: LoggableError[]
  [field: string]: unknown
}

const deepest = 4

/**
 * An allow-list: whatever else an error carries, a driver's parameters and the rows in its details among it, is left
 * out. So is its message, unless it is known to be made of our own words.
 */
export function loggableError(error: unknown, depth = 0): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error }
  const { cause } = error
  return {
    type: error.constructor.name,
    ...(isPlain(error) ? { message: error.message } : {}),
    ...placeOf(error),
    stack: framesOf(error),
    ...(cause !== undefined && depth < deepest ? { cause: loggableError(cause, depth + 1) } : {}),
    ...(error instanceof AggregateError && depth < deepest
      ? { errors: error.errors.map((each) => loggableError(each, depth + 1)) }
      : {}),
  }
}

// Of these, PostgreSQL's messages name tables, columns, constraints and settings. Others (22 is the most frequent)
// quote the value that does not fit.
const namesThingsAlone = /^(08|0A|23|25|28|3D|40|42|53|54|55|57|58)...$/

function isPlain(error: Error): boolean {
  if (error instanceof RequestError || error instanceof InternalError) return true
  if (isFromPostgresql(error)) return namesThingsAlone.test(error.code) && !isRaised(error)
  return asUnavailable(error, false) instanceof DatabaseUnavailable
}

const identifiers = ['schema', 'table', 'column', 'dataType', 'constraint']
const places = ['severity', 'file', 'line', 'routine']

function placeOf(error: Error): Record<string, unknown> {
  const code = 'code' in error && /^[A-Z0-9_]{1,50}$/.test(String(error.code)) ? { code: error.code } : {}
  if (!isFromPostgresql(error)) return code
  const fields = isRaised(error) ? places : [...places, ...identifiers]
  const known = fields.filter((field) => typeof error[field] === 'string').map((field) => [field, error[field]])
  return { ...code, ...Object.fromEntries(known) }
}

type PostgresqlError = Error & { code: string } & Record<string, unknown>

function isFromPostgresql(error: Error): error is PostgresqlError {
  return 'severity' in error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code))
}

/** A function in the database said it, in words and fields of its own. */
function isRaised({ routine }: PostgresqlError): boolean {
  return routine === 'exec_stmt_raise'
}

function framesOf({ stack = '' }: Error): string {
  return /(?:\n {4}at [^\n]*)*$/.exec(stack)?.[0].trim() ?? ''
}
