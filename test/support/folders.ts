import { mkdtempSync, realpathSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterFile } from './cleanup.ts'

/** Creates a folder that is removed after the test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'casegate-test-'))
  afterFile(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Returns what writes a file of the folder, and returns its path. */
export function writesTo(folder: string) {
  return (name: string, content: string | Buffer): string => {
    const file = join(folder, name)
    writeFileSync(file, content)
    return file
  }
}

/** The system's folder for temporary files, or /tmp if another user cannot enter that one (root's own TMPDIR). */
export function sharedTmpdir(): string {
  return process.getuid?.() !== 0 || isOpenToOthers(realpathSync(tmpdir())) ? tmpdir() : '/tmp'
}

/** Whether every user can enter the folder. */
export function isOpenToOthers(folder: string): boolean {
  return (statSync(folder).mode & 0o001) !== 0 && (folder === dirname(folder) || isOpenToOthers(dirname(folder)))
}

/** A folder in memory if the machine has one with enough room, otherwise the folder for temporary files. */
export function fastTmpdir(): string {
  const inMemory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    if (bavail * bsize > 2 ** 30) return inMemory
  } catch {
    // There is none on macOS.
  }
  return sharedTmpdir()
}
