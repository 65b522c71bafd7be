import { isServerError } from '../database/unavailable.ts'
import { InternalError } from '../errors/internal-error.ts'
import { RequestError } from '../errors/request-error.ts'

/** The parts of an error that may be logged: its type and its location, but no data from callers. */
export interface LoggableError {
  type: string
  message?: string
  /** Only the frames, because a stack begins with the message. */
  stack?: string
  cause?: LoggableError
  errors?: LoggableError[]
  [field: string]: unknown
}

const maximumDepth = 4

/**
 * Copies an allow-list of fields. Everything else is left out, such as the parameters and rows that a driver attaches. The
 * message is left out too, unless it is known to contain no data.
 */
export function loggableError(error: unknown, depth = 0): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error }
  const { cause } = error
  return {
    type: error.constructor.name,
    ...(isPlain(error) ? { message: error.message } : {}),
    ...placeOf(error),
    stack: framesOf(error),
    ...(cause !== undefined && depth < maximumDepth ? { cause: loggableError(cause, depth + 1) } : {}),
    ...(error instanceof AggregateError && depth < maximumDepth
      ? { errors: error.errors.map((each) => loggableError(each, depth + 1)) }
      : {}),
  }
}

// Messages of these classes contain only names, such as those of tables. Messages of others, such as 22, quote values.
const classesWithoutValues = /^(08|0A|23|25|28|3D|40|42|53|54|55|57|58)...$/

function isPlain(error: Error): boolean {
  if (error instanceof RequestError || error instanceof InternalError) return true
  if (isFromPostgresql(error)) return classesWithoutValues.test(error.code) && !isRaised(error)
  return isServerError(error)
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

/** Raised by a function in the database. Its message and fields may contain anything. */
function isRaised({ routine }: PostgresqlError): boolean {
  return routine === 'exec_stmt_raise'
}

function framesOf({ stack = '' }: Error): string {
  return /(?:\n {4}at [^\n]*)*$/.exec(stack)?.[0].trim() ?? ''
}
