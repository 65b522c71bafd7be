import { getSystemErrorMessage } from 'node:util'

/** The code of an error from Node, PostgreSQL or a library, such as ENOENT or 23505. Undefined if it has none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

const ownMessages: Record<string, string> = {
  EISDIR: 'it is a folder',
  ERR_FS_FILE_TOO_LARGE: 'it is larger than 2 GiB',
}

/** What the operating system reports, in words and without the names of system calls. */
export function systemMessage(error: unknown): string {
  const known = ownMessages[codeOf(error) ?? '']
  if (known !== undefined) return known
  const errno = error instanceof Error && 'errno' in error ? error.errno : undefined
  // An error of name resolution has a number, but Node does not know its text.
  const message = typeof errno === 'number' ? getSystemErrorMessage(errno) : undefined
  return message ?? 'an unknown error occurred'
}
