import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** For one test file. A mutant may make the tests hang. */
const timeoutMs = 600_000

const isUnitTest = (file: string) => /\.(rules|unit)\.test\.ts$/.test(file)

export interface TestRun {
  passed: boolean
  timedOut: boolean
  output: string
}

/** Runs test files in a copy of the project, one after another, until the first failure. */
export async function runTests(folder: string, tests: readonly string[], databaseUrl: string): Promise<TestRun> {
  for (const file of tests) {
    const project = isUnitTest(file) ? 'unit' : 'postgresql'
    const command = ['vitest/vitest.mjs', 'run', '--bail', '1', '--project', project, file]
    const result = await run(folder, command, { env: { TEST_DATABASE_URL: databaseUrl }, timeoutMs })
    if (!result.passed) return result
  }
  return { passed: true, timedOut: false, output: '' }
}

/** Runs a program of node_modules. The first argument is its file there. */
export function run(
  folder: string,
  [program = '', ...args]: string[],
  { env = {}, timeoutMs }: { env?: NodeJS.ProcessEnv; timeoutMs?: number } = {},
): Promise<TestRun> {
  const child = spawn(process.execPath, [join(folder, 'node_modules', program), ...args], {
    cwd: folder,
    env: { ...process.env, ...env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that the timeout also ends the processes that tests start.
    detached: true,
  })
  const kill = () => process.kill(-child.pid!, 'SIGKILL')
  let timedOut = false
  process.once('exit', kill)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const onTimeout = () => {
    timedOut = true
    kill()
  }
  const timer = timeoutMs === undefined ? undefined : setTimeout(onTimeout, timeoutMs)
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(timer)
      process.off('exit', kill)
      resolve({ passed: code === 0, timedOut, output })
    })
  })
}
