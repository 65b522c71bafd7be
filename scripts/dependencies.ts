import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licences that ask for no more than their text and the authors' names. */
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

/** What the service runs with, out of the lock file; a package's own word on its licence is taken where it is there. */
export function runtimeDependencies(root: string): Dependency[] {
  const { packages } = readJson(join(root, 'package-lock.json')) as { packages: Record<string, LockedPackage> }
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version, license }]) => {
      const installed = installedLicence(join(root, path, 'package.json')) ?? license
      return { name: path.replace(/^.*node_modules\//, ''), version, licence: installed ?? 'none' }
    })
}

/** Another platform's packages are in the lock file and not installed. */
function installedLicence(file: string): string | undefined {
  try {
    const { license, licenses } = readJson(file) as { license?: string; licenses?: { type: string }[] }
    return license ?? licenses?.map(({ type }) => type).join(' AND ')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Of "A OR B" one has to be permissive, of "A AND B" both; what mixes the two is for a person to judge. */
export function isPermissive(licence: string): boolean {
  const names = licence.replaceAll(/[()]/g, '').split(/ (?:OR|AND) /)
  if (!licence.includes(' AND ')) return names.some((name) => permissive.has(name))
  return !licence.includes(' OR ') && names.every((name) => permissive.has(name))
}

/** The dependencies in package.json that do not name one version. */
export function inexactVersions(root: string): string[] {
  const groups = ['dependencies', 'devDependencies', 'optionalDependencies']
  const manifest = readJson(join(root, 'package.json')) as Record<string, Record<string, string>>
  return groups.flatMap((group) =>
    Object.entries(manifest[group] ?? {})
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version))
      .map(([name, version]) => `${name} ${version}`),
  )
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
