import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settingNames } from '../../src/settings/config.ts'
import { temporaryFolder } from '../support/folders.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const single = read('deploy/casegate.service')
const several = read('deploy/casegate@.service')

const { stdout } = spawnSync('systemd-analyze', ['--version'], { encoding: 'utf8' })
const version = Number(/^systemd (\d+)/.exec(stdout ?? '')?.[1] ?? 0)

/** The values of all lines with this name. */
const values = (unit: string, name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

const settingsOf = (unit: string) =>
  Object.fromEntries(values(unit, 'Environment').map((pair) => pair.split('=') as [string, string]))

describe.each([
  { file: 'casegate.service', unit: single, instance: 'casegate.service' },
  { file: 'casegate@.service', unit: several, instance: 'casegate@4001.service' },
])('$file', ({ unit, instance }) => {
  test('uses only existing settings', () => {
    const [start = ''] = values(unit, 'ExecStart')
    const names = [...Object.keys(settingsOf(unit)), ...[...start.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name)]
    expect(names.filter((name) => !settingNames.includes(name))).toEqual(['PATH'])
  })

  test('allows more time to stop than the server needs', () => {
    const [, longest = ''] = /shutdownTimeoutMs = ([\d_]+)/.exec(read('src/cli/server/shutdown.ts')) ?? []
    const delay = Number(settingsOf(unit)['SHUTDOWN_DELAY'] ?? 0)
    const needed = delay + Number(longest.replaceAll('_', '')) / 1000
    expect(Number(values(unit, 'TimeoutStopSec')[0])).toBeGreaterThan(needed)
  })

  /** The unit as it would be, if the program were installed where it is here. */
  function installed(): string {
    const file = join(temporaryFolder(), instance)
    writeFileSync(file, unit.replace(/\/opt\S+\/casegate(?= serve)/, join(root, 'bin', 'casegate.js')))
    return file
  }

  test('is accepted by systemd', ({ skip }) => {
    skip(version === 0, 'This machine has no systemd-analyze.')
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', installed()], { encoding: 'utf8' })
    expect([status, stderr.split('\n').filter((line) => line.includes('casegate'))]).toEqual([0, []])
  })

  test('is sandboxed', ({ skip }) => {
    skip(version < 250, 'The systemd-analyze of this machine, if any, judges no file by itself.')
    // The scale ends at 100, which is no protection at all.
    const args = ['security', '--offline=true', '--threshold=20', installed()]
    expect(spawnSync('systemd-analyze', args).status).toBe(0)
  })
})

test('one process stores data in a writable folder', () => {
  expect(settingsOf(single)['DATA_DIR']).toBe('/var/lib/casegate')
  expect(values(single, 'StateDirectory')).toEqual(['casegate'])
})

describe('several processes', () => {
  const sandbox = (unit: string) => unit.slice(unit.indexOf('DynamicUser='), unit.indexOf('[Install]'))

  test('have the sandbox of a single one, and belong to a target that starts with the machine', () => {
    expect(sandbox(several)).toBe(sandbox(single))
    expect([...values(several, 'PartOf'), ...values(several, 'WantedBy')]).toEqual([
      'casegate.target',
      'casegate.target',
    ])
    expect(values(read('deploy/casegate.target'), 'WantedBy')).toEqual(['multi-user.target'])
  })

  test('differ in their ports, whatever the environment file contains, and need PostgreSQL', () => {
    // EnvironmentFile= overrides Environment=, but neither the command line nor env.
    expect(values(several, 'ExecStart')[0]).toMatch(/^\/usr\/bin\/env METRICS_PORT=1%i \S+\/casegate serve --port %i$/)
    expect(values(several, 'ExecStartPre')).toEqual(['/usr/bin/test -n ${DATABASE_URL}'])
    expect(values(several, 'EnvironmentFile')).toEqual(['/etc/casegate/environment', '-/etc/casegate/%i.environment'])
  })
})
