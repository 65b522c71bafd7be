import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The root folder of the project. */
export const root = dirname(dirname(import.meta.dirname))

/** Copies the project's files, except ignored ones, to a temporary folder that exists until the process ends. */
export function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'casegate-mutants-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const list = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const file of list.split('\0').filter((name) => name !== '')) {
    if (existsSync(join(root, file))) cpSync(join(root, file), join(folder, file))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
