import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '../../errors/usage-error.ts'

const ownerOnly = 0o700
const others = 0o077

/** Windows has no modes: folders inherit the permissions of their parent. */
const hasModes = process.platform !== 'win32'

/**
 * Creates the folder if it does not exist, and lets only its owner use it. Nobody else can reach the files in it, whatever
 * their modes are. Throws UsageError if that is impossible, or if the folder is one that others use, such as /tmp.
 */
export function makePrivateFolder(folder: string): void {
  makeFolder(folder)
  if (!hasModes || isPrivate(folder)) return
  if (!isStoreOrEmpty(folder))
    throw new UsageError('other users of this machine can read it, and it contains other files')
  let reason = 'its file system does not support permissions'
  try {
    chmodSync(folder, ownerOnly)
    if (isPrivate(folder)) return
  } catch {
    reason = 'this user is not its owner'
  }
  throw new UsageError(
    `other users of this machine can read it, and ${reason}. Restrict it to its owner, for example with "chmod 700"`,
  )
}

/** A new file system has a folder for lost files. */
const isStoreOrEmpty = (folder: string) =>
  existsSync(join(folder, 'postgresql')) || readdirSync(folder).every((name) => name === 'lost+found')

const isPrivate = (folder: string) => (statSync(folder).mode & others) === 0

/** Node's recursive mkdir never returns below a folder such as /proc, which returns ENOENT for every mkdir. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}
