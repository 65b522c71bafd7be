import { DatabaseUnavailable } from '../database/unavailable.ts'
import { codeOf, RequestError, UsageError } from '../errors.ts'

// 22021: character not in the database's encoding, 25006: read-only, 28: authentication, 3D: no such database,
// 42501: missing privilege, 53: out of disk, memory or connections, 57014: cancelled.
const serverErrors = /^(22021|25006|28...|3D...|42501|53...|57014)$/

/** Describes an error that the user can fix; returns undefined for a defect. */
export function explain(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof DatabaseUnavailable) return `Cannot reach the database${reason(error.cause)}. Try again later.`
  if (error instanceof UsageError || error instanceof RequestError) return error.message
  const code = codeOf(error) ?? ''
  if (serverErrors.test(code)) return `PostgreSQL reports: ${error.message}.`
  // Node prefixes errors of the operating system with their code.
  if ('syscall' in error || code === 'ERR_FS_FILE_TOO_LARGE') return error.message.replace(/^[A-Z]+: /, '')
  return undefined
}

function reason(cause: unknown): string {
  // If a host has several addresses, there is an error for each of them.
  const error = cause instanceof AggregateError ? cause.errors[0] : cause
  return error instanceof Error && error.message !== '' ? ` (${error.message})` : ''
}
