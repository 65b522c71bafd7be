import { DatabaseUnavailable } from '../database/unavailable.ts'
import { RequestError, UsageError } from '../errors.ts'

// 22021: text that the database's encoding lacks, 25006: read only, 28: authentication, 3D: no such database,
// 42501: no permission, 53: out of disk, memory or connections, 57014: cancelled.
const serverRefuses = /^(22021|25006|28...|3D...|42501|53...|57014)$/

/** What went wrong in a line or two, if a person can do something about it; undefined for a defect. */
export function explain(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof DatabaseUnavailable) return `The database is away${reason(error.cause)}. Try again later.`
  if (error instanceof UsageError || error instanceof RequestError) return error.message
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (serverRefuses.test(code)) return `PostgreSQL refuses: ${error.message}.`
  // Errors of the operating system name the call; Node's own about files have a code of theirs.
  if ('syscall' in error || code === 'ERR_FS_FILE_TOO_LARGE') return error.message.replace(/^[A-Z]+: /, '')
  return undefined
}

function reason(cause: unknown): string {
  // Where a host has several addresses, Node says why for each of them.
  const error = cause instanceof AggregateError ? cause.errors[0] : cause
  return error instanceof Error && error.message !== '' ? ` (${error.message})` : ''
}
