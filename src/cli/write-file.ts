import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { codeOf } from '../errors.ts'
import { fileError } from './file-error.ts'

/**
 * Writes to a temporary file and renames it at the end, so that the file is never incomplete. Throws a UsageError that
 * names the file if it cannot be written.
 */
export async function writeFileAtomically<Result>(
  file: string,
  write: (stream: Writable) => Promise<Result>,
): Promise<Result> {
  const { path, isRegular } = await resolveTarget(file).catch((error: unknown) => {
    throw fileError(error, 'write', file)
  })
  const temporary = isRegular ? `${path}.${process.pid}.partial` : path
  let streamError: unknown
  try {
    const stream = (await open(temporary, 'w')).createWriteStream({ flush: isRegular })
    // The work may turn this error into one of its own, such as a broken transaction.
    stream.once('error', (error) => {
      streamError = error
    })
    const result = await write(stream)
    await finished(stream.end())
    if (isRegular) await rename(temporary, path)
    return result
  } catch (error) {
    if (isRegular) await rm(temporary, { force: true })
    throw fileError(streamError ?? error, 'write', file)
  }
}

/** Follows links, so that they are kept. Devices and pipes are written to directly. */
async function resolveTarget(file: string): Promise<{ path: string; isRegular: boolean }> {
  try {
    const path = await realpath(file)
    return { path, isRegular: (await stat(path)).isFile() }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { path: file, isRegular: true }
    throw error
  }
}
