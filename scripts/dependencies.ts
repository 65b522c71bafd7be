import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../src/errors/system-errors.ts'

/** Licences that require only their text and a copyright notice. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
])

export interface Dependency {
  name: string
  version: string
  licence: string
}

interface LockedPackage {
  version: string
  dev?: boolean
  license?: string
}

/** The runtime dependencies in the lock file. The licence in an installed package takes precedence over the lock file. */
export function runtimeDependencies(root: string): Dependency[] {
  const { packages } = readJson(join(root, 'package-lock.json')) as { packages: Record<string, LockedPackage> }
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version, license }]) => {
      const installed = installedLicence(join(root, path, 'package.json')) ?? license
      return { name: path.replace(/^.*node_modules\//, ''), version, licence: installed ?? 'none' }
    })
}

/** Returns undefined if the package is not installed, because it is for another platform. */
function installedLicence(file: string): string | undefined {
  try {
    const { license, licenses } = readJson(file) as { license?: string; licenses?: { type: string }[] }
    return license ?? licenses?.map(({ type }) => type).join(' AND ')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** "A OR B" needs one permissive licence, "A AND B" two. Expressions with both operators are never permissive. */
export function isPermissive(licence: string): boolean {
  const names = licence.replaceAll(/[()]/g, '').split(/ (?:OR|AND) /)
  if (!licence.includes(' AND ')) return names.some((name) => permissive.has(name))
  return !licence.includes(' OR ') && names.every((name) => permissive.has(name))
}

/** The dependencies in package.json that do not specify an exact version. */
export function inexactVersions(root: string): string[] {
  const groups = ['dependencies', 'devDependencies', 'optionalDependencies']
  const manifest = readJson(join(root, 'package.json')) as Record<string, Record<string, string>>
  return groups.flatMap((group) =>
    Object.entries(manifest[group] ?? {})
      .filter(([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version))
      .map(([name, version]) => `${name} ${version}`),
  )
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
