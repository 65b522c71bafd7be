import { link, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { codeOf } from '../errors/system-errors.ts'
import { UsageError } from '../errors/usage-error.ts'
import { fileError } from './file-error.ts'

/** Exported files contain personal data. */
const ownerOnly = 0o600

/**
 * Writes to a temporary file and renames it at the end, so that the file is never incomplete. Only its owner can read it. Throws
 * a UsageError that names the file if it cannot be written.
 */
export async function writeFileAtomically<Result>(
  file: string,
  write: (stream: Writable) => Promise<Result>,
): Promise<Result> {
  return writeThroughTemporary(file, await targetOf(file), write, rename)
}

/** Writes a file that must not exist, readable by its owner only. When this resolves, it is on the disk. */
export async function writeNewFile<Result>(
  file: string,
  write: (stream: Writable) => Promise<Result>,
): Promise<Result> {
  const target = await targetOf(file)
  if (target.exists) throw alreadyExists(file)
  return writeThroughTemporary(file, target, write, async (temporary, path) => {
    // Unlike rename, this never replaces a file that has been created in between.
    await link(temporary, path).catch((error: unknown) => {
      throw codeOf(error) === 'EEXIST' ? alreadyExists(file) : error
    })
    await rm(temporary)
    await syncFolder(dirname(path))
  })
}

function alreadyExists(file: string): UsageError {
  return new UsageError(`Cannot write ${file}: it exists already. Choose another name.`)
}

/** Makes new names in the folder outlast a crash of the machine. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

interface Target {
  path: string
  exists: boolean
  /** Whether it is a regular file, or will be. */
  isRegular: boolean
}

async function writeThroughTemporary<Result>(
  file: string,
  { path, isRegular }: Target,
  write: (stream: Writable) => Promise<Result>,
  finish: (temporary: string, path: string) => Promise<void>,
): Promise<Result> {
  const temporary = isRegular ? `${path}.${process.pid}.partial` : path
  let streamError: unknown
  try {
    const opened = await open(temporary, 'w', ownerOnly)
    // An interrupted command may have left the file.
    if (isRegular) await opened.chmod(ownerOnly)
    const stream = opened.createWriteStream({ flush: isRegular })
    // The work may turn this error into another one, such as a broken transaction.
    stream.once('error', (error) => {
      streamError = error
    })
    const result = await write(stream)
    await finished(stream.end())
    if (isRegular) await finish(temporary, path)
    return result
  } catch (error) {
    if (isRegular) await rm(temporary, { force: true })
    throw fileError(streamError ?? error, 'write', file)
  }
}

/** Follows links, so that they are kept. Devices and pipes are written to directly. */
async function targetOf(file: string): Promise<Target> {
  try {
    const path = await realpath(file)
    return { path, exists: true, isRegular: (await stat(path)).isFile() }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { path: file, exists: false, isRegular: true }
    throw fileError(error, 'write', file)
  }
}
