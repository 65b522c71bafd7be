import { DatabaseUnavailable, isTlsError } from '../database/unavailable.ts'
import { codeOf, systemMessage } from '../errors/system-errors.ts'
import { RequestError } from '../errors/request-error.ts'
import { NotFoundError, UsageError } from '../errors/usage-error.ts'

/** Returns a function that adds advice to the error of something that does not exist. It throws all errors. */
export function adviseIfMissing(advice: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof NotFoundError ? new UsageError(`${error.message} ${advice}`) : error
  }
}

/** Returns a function that explains that something cannot be created because it exists. It throws all errors. */
export function explainExisting(message: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof RequestError && error.code === 'PRECONDITION_FAILED' ? new UsageError(message) : error
  }
}

// 22021: character not in the database's encoding, 25006: read-only, 28: authentication, 3D: no such database,
// 42501: missing privilege, 53: out of disk, memory or connections, 57014: cancelled.
const serverErrors = /^(22021|25006|28...|3D...|42501|53...|57014)$/

/** The server rejects the connection for a reason that is in the URL. */
const wrongUrl = /^(28...|3D...)$/

// 58: a file cannot be read or is missing, XX001 and XX002: a table or an index is damaged.
const damaged = /^(58030|58P01|XX001|XX002)$/

/** Describes an error that the user can fix; returns undefined for a defect. */
export function explain(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof DatabaseUnavailable) {
    const { cause } = error
    const isOfSystem = cause instanceof Error && 'syscall' in cause
    return (isOfSystem ? undefined : explain(cause)) ?? `Cannot reach the database: ${unreachable(cause)}`
  }
  if (error instanceof RequestError || error instanceof UsageError) return error.message
  const code = codeOf(error) ?? ''
  if (serverErrors.test(code)) return reported(error)
  if (damaged.test(code)) {
    return (
      `The database is damaged. PostgreSQL reports: ${error.message}. Restore a backup. If it is an embedded store ` +
      'without a backup, rename its folder (DATA_DIR): the next start creates a new store.'
    )
  }
  if (error.message.startsWith('SASL')) return 'PostgreSQL requires a password. Check the password in DATABASE_URL.'
  if ('syscall' in error) return `The operating system reports: ${systemMessage(error)}.`
  return undefined
}

function reported(error: Error): string {
  const advice = wrongUrl.test(codeOf(error) ?? '') ? ' Check DATABASE_URL.' : ''
  return `PostgreSQL reports: ${error.message}.${advice}`
}

/** The reason in words. Errors of Node contain the host and the port, but not the password. */
function unreachable(cause: unknown): string {
  // If a host has several addresses, there is an error for each of them.
  const error = cause instanceof AggregateError ? cause.errors[0] : cause
  const { address, port, hostname } = error as { address?: string; port?: number; hostname?: string }
  const place = address === undefined ? 'the server' : port === undefined ? address : `${address}:${port}`
  switch (codeOf(error)) {
    case 'ECONNREFUSED':
      return `nothing listens on ${place}. Check the host and the port in DATABASE_URL, and start PostgreSQL.`
    case 'ENOENT':
      return `there is no socket ${place}. Check the host in DATABASE_URL, and start PostgreSQL.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host name ${hostname ?? ''} is unknown. Check the host in DATABASE_URL.`
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${place} does not respond. Check the host and the port in DATABASE_URL.`
  }
  if (isTlsError(error)) return withoutTls(error)
  if (error instanceof Error && /^[0-9A-Z]{5}$/.test(codeOf(error) ?? '') && 'severity' in error) return reported(error)
  return 'it does not respond, or the connection broke. Check DATABASE_URL, or try again later.'
}

function withoutTls(error: Error): string {
  const code = codeOf(error) ?? ''
  if (/does not support SSL/.test(error.message)) {
    return 'the server has no TLS. Turn it on (ssl = on in postgresql.conf), or set sslmode=disable in DATABASE_URL if you trust the network.'
  }
  if (/ALTNAME|HOSTNAME/.test(code)) {
    return `the server's certificate is for another host name. ${error.message.replace(/\.?$/, '.')} Check the host in DATABASE_URL.`
  }
  if (/EXPIRED|NOT_YET_VALID/.test(code)) return `the server's certificate is not valid now: ${error.message}.`
  if (/CERT|UNABLE_TO_|INVALID_/.test(code)) {
    return (
      `the server's certificate is not trusted: ${error.message}. Set sslrootcert in DATABASE_URL to a file with the certificate of its ` +
      'authority. Casegate verifies certificates with sslmode=require, too.'
    )
  }
  return `TLS fails: ${error.message}.`
}
