import { spawnSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../support/folders.ts'

const root = join(import.meta.dirname, '../..')

/** Runs `npm ci` with the settings of the repository, on a package that needs a newer Node than there is. */
function install(dependencies: Record<string, string>): { status: number | null; stderr: string } {
  const folder = temporaryFolder()
  const manifest = { name: 'needs-newer-node', version: '1.0.0', engines: { node: '>=999' } }
  const lock = { name: manifest.name, version: '1.0.0', lockfileVersion: 3, packages: { '': manifest } }
  copyFileSync(join(root, '.npmrc'), join(folder, '.npmrc'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, dependencies }))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  const options = { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' } as const
  return spawnSync('npm', ['ci', '--dry-run', '--offline'], options)
}

describe('npm ci', () => {
  test('prints no warning about the version of Node', () => {
    expect(install({})).toMatchObject({ status: 0, stderr: '' })
  })

  test('prints errors', () => {
    const { status, stderr } = install({ left: '1.0.0' })
    expect(status).not.toBe(0)
    expect(stderr).toMatch(/^npm error \S/m)
  })
})
