import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { buildDesk } from './build-desk.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the running browser. Empty if there is none and none could be installed. */
    chromium: string
  }
}

const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--process-per-site',
  // A host over plain http that is not this machine for the browser.
  '--host-resolver-rules=MAP plain-http.test 127.0.0.1',
]

/** Builds the desk and starts a browser for all files. As root on Debian, installs one if there is none. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildDesk()
  const executablePath = find() ?? install()
  if (!executablePath) {
    console.warn('\nSKIPPED: all browser tests. Install Chromium, or set CHROMIUM_PATH to its path.\n')
    project.provide('chromium', '')
    return async () => {}
  }
  const server = await chromium.launchServer({ executablePath, args: flags, chromiumSandbox: false })
  project.provide('chromium', server.wsEndpoint())
  return () => server.close()
}

function find(): string | undefined {
  return [process.env['CHROMIUM_PATH'] ?? '', ...usualPlaces].find(isExecutable)
}

function install(): string | undefined {
  if (process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get')) return undefined
  console.warn("Installing Debian's Chromium for the browser tests.")
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const parameters of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const { status, stderr } = spawnSync('/usr/bin/apt-get', parameters, { env, encoding: 'utf8', timeout: 300_000 })
    if (status !== 0) console.warn(`apt-get ${parameters[0]} failed: ${stderr}`)
  }
  return find()
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return path !== ''
  } catch {
    return false
  }
}
