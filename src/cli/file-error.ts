import { dirname } from 'node:path'
import { codeOf, systemMessage } from '../errors/system-errors.ts'
import { UsageError } from '../errors/usage-error.ts'

/** Explains an error of the file system with the name that the user gave. Returns other errors unchanged. */
export function fileError(error: unknown, verb: 'read' | 'write', file: string): unknown {
  const code = codeOf(error) ?? ''
  if (!(error instanceof Error) || !('syscall' in error || code === 'ERR_FS_FILE_TOO_LARGE')) return error
  const isFolderMissing = verb === 'write' && code === 'ENOENT'
  const reason = isFolderMissing ? `there is no folder ${dirname(file)}` : systemMessage(error)
  return new UsageError(`Cannot ${verb} ${file}: ${reason}.`, { cause: error })
}
