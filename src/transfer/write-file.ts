import { link, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { codeOf, systemMessage } from '../errors/system-errors.ts'
import { UsageError } from '../errors/usage-error.ts'

/** Exported files contain personal data. */
const ownerOnly = 0o600

/**
 * Writes to a temporary file and renames it at the end, so that the file is never incomplete. Only its owner can read it.
 * `isNew`: the file must not exist, and is on the disk when this resolves. `mayBeDevice`: but it may be a device or a pipe. Throws a UsageError that names the file if it
 * cannot be written.
 */
export async function writeFile<Result>(
  file: string,
  write: (stream: Writable) => Promise<Result>,
  { isNew = false, mayBeDevice = false } = {},
): Promise<Result> {
  const { path, exists, isRegular } = await targetOf(file)
  if (isNew && exists && (isRegular || !mayBeDevice)) throw alreadyExists(file)
  const temporary = isRegular ? `${path}.${process.pid}.partial` : path
  let stream: Writable | undefined
  let streamError: unknown
  try {
    const opened = await open(temporary, 'w', ownerOnly)
    // An interrupted command may have left the file.
    if (isRegular) await opened.chmod(ownerOnly)
    stream = opened.createWriteStream({ flush: isRegular })
    // The work may turn this error into another one, such as a broken transaction.
    stream.once('error', (error) => {
      streamError = error
    })
    const result = await write(stream)
    await finished(stream.end())
    if (isNew && isRegular) await addName(temporary, path)
    else if (isRegular) await rename(temporary, path)
    return result
  } catch (error) {
    // What is destroyed while it writes fails, too.
    const reason = streamError ?? error
    stream?.destroy()
    if (isRegular) await rm(temporary, { force: true })
    if (codeOf(error) === 'EEXIST') throw alreadyExists(file)
    return cannot('write', file)(reason)
  }
}

/** Unlike rename, never replaces a file that has been created in between. The new name outlasts a crash of the machine. */
async function addName(temporary: string, path: string): Promise<void> {
  await link(temporary, path)
  await rm(temporary)
  await syncFolder(dirname(path))
}

/** The names of the files of the folder outlast a crash of the machine. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

function alreadyExists(file: string): UsageError {
  return new UsageError(`Cannot write ${file}: it exists already. Choose another name.`)
}

/** Follows links, so that they are kept. Devices and pipes are written to directly. */
async function targetOf(file: string): Promise<{ path: string; exists: boolean; isRegular: boolean }> {
  try {
    const path = await realpath(file)
    return { path, exists: true, isRegular: (await stat(path)).isFile() }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { path: file, exists: false, isRegular: true }
    return cannot('write', file)(error)
  }
}

/**
 * Throws a UsageError for an error of the file system, with the name that the user gave. In a transaction, such an error would count as
 * one of the connection to the database. Throws other errors unchanged.
 */
export function cannot(verb: 'read' | 'write', file: string): (error: unknown) => never {
  return (error) => {
    const code = codeOf(error) ?? ''
    if (!(error instanceof Error) || !('syscall' in error || code === 'ERR_FS_FILE_TOO_LARGE')) throw error
    const isFolderMissing = verb === 'write' && code === 'ENOENT'
    const reason = isFolderMissing ? `there is no folder ${dirname(file)}` : systemMessage(error)
    throw new UsageError(`Cannot ${verb} ${file}: ${reason}.`, { cause: error })
  }
}
