import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { exportData } from '../transfer/export.ts'
import { print } from './print.ts'
import { withDatabase } from './with-database.ts'

export interface ExportOptions {
  output?: string
  json?: boolean
}

/** To a file it tells how many records there are of each kind, where a program or a person at a terminal asks. */
export async function runExport({ output, json = false }: ExportOptions): Promise<void> {
  if (output === undefined) {
    await withDatabase((database) => exportData(database, process.stdout))
    return
  }
  const records = await withDatabase((database) => writeWhole(output, (stream) => exportData(database, stream)))
  if (json) return print(json, { file: output, records }, '')
  if (process.stderr.isTTY) console.error(`Wrote ${records['cases']} cases, and all that they rest on, to ${output}.`)
}

/** Writes beside the file and renames at the end, so that the file is never there half. */
async function writeWhole<Result>(file: string, write: (stream: Writable) => Promise<Result>): Promise<Result> {
  const target = await targetOf(file)
  const partial = target.regular ? `${target.path}.${process.pid}.partial` : target.path
  try {
    const stream = (await open(partial, 'w')).createWriteStream({ flush: target.regular })
    const result = await write(stream)
    await finished(stream.end())
    if (target.regular) await rename(partial, target.path)
    return result
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
