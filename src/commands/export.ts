import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { exportData } from '../database/export.ts'
import { withDatabase } from './with-database.ts'

export function runExport(output: string | undefined): Promise<void> {
  return withDatabase((database) => {
    if (output === undefined) return exportData(database, process.stdout)
    return writeWhole(output, (stream) => exportData(database, stream))
  })
}

/** Writes beside the file and renames at the end, so that the file is never there half. */
async function writeWhole(file: string, write: (stream: Writable) => Promise<void>): Promise<void> {
  const target = await targetOf(file)
  const partial = target.regular ? `${target.path}.${process.pid}.partial` : target.path
  try {
    const stream = (await open(partial, 'w')).createWriteStream({ flush: target.regular })
    await write(stream)
    await finished(stream.end())
    if (target.regular) await rename(partial, target.path)
  } catch (error) {
    if (target.regular) await rm(partial, { force: true })
    throw error
  }
}

/** A link stays a link; a device or a pipe is written to as it is. */
async function targetOf(file: string): Promise<{ path: string; regular: boolean }> {
  try {
    const path = await realpath(file)
    return { path, regular: (await stat(path)).isFile() }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { path: file, regular: true }
    throw error
  }
}
