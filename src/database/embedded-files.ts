import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { UsageError } from '../errors/usage-error.ts'

const ownerOnly = { folder: 0o700, file: 0o600 }
const others = 0o077

/** Windows has no modes: folders inherit the permissions of their parent. */
const hasModes = process.platform !== 'win32'

/**
 * Creates the folder if it does not exist, and lets only its owner use it. Throws UsageError if that is impossible, or if
 * the folder is one that others use, such as /tmp.
 */
export function makePrivateFolder(folder: string): void {
  makeFolder(folder)
  if (!hasModes || isPrivate(folder)) return
  if (!isStoreOrEmpty(folder))
    throw new UsageError('other users of this machine can read it, and it contains other files')
  let reason = 'its file system does not support permissions'
  try {
    chmodSync(folder, ownerOnly.folder)
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

/** Lets only the owner use a file, whatever the umask was when it was created. */
export function makePrivateFile(file: string): void {
  if (hasModes) chmodSync(file, ownerOnly.file)
}

/** Earlier versions and backups may have left files that others can read. */
function restrict(folder: string): void {
  chmodSync(folder, ownerOnly.folder)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, ownerOnly.folder)
    else if (entry.isFile()) chmodSync(path, ownerOnly.file)
  }
}

/** The folder of PGlite's data. PGlite itself creates files that everyone can write to, and ignores the umask. */
export class PrivateFiles extends NodeFS {
  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    if (!hasModes) return super.init(pglite, options)
    restrict(this.rootDir)
    const { emscriptenOpts } = await super.init(pglite, options)
    const preRun = emscriptenOpts.preRun ?? []
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [keepPrivate, ...preRun] } }
  }
}

/** Removes the permissions of others from the modes of new files and folders. */
function keepPrivate({ NODEFS }: { NODEFS: object }): void {
  const { node_ops: operations } = NODEFS as { node_ops: Operations }
  const { mknod, setattr } = operations
  operations.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~others, device)
  operations.setattr = (node, { mode, ...rest }) =>
    setattr(node, { ...rest, ...(mode !== undefined && { mode: mode & ~others }) })
}

/** The operations of Emscripten's file system that set modes. */
interface Operations {
  mknod(parent: unknown, name: string, mode: number, device: unknown): unknown
  setattr(node: unknown, attributes: { mode?: number }): void
}
