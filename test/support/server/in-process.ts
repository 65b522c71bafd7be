import { expect, vi } from 'vitest'
import { run } from '../../../src/cli/run.ts'
import type { Outcome } from './process.ts'

/**
 * Runs a command in this process, which is faster than starting one. Its environment has only these settings, and `folder`
 * is its working directory.
 */
export async function runInProcess(
  args: string[],
  env: Record<string, string> = {},
  folder = process.cwd(),
): Promise<Outcome> {
  const output = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).flatMap((name) => [
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      output[name] += chunk.toString()
      return true
    }),
    vi.spyOn(console, name === 'stdout' ? 'log' : 'error').mockImplementation((line) => {
      output[name] += `${line}\n`
    }),
  ])
  const [testEnv, testFolder] = [process.env, process.cwd()]
  process.chdir(folder)
  process.env = { PATH: testEnv['PATH'], ...env }
  try {
    const code = await run(args)
    expect(output.stderr, 'a stack trace').not.toMatch(/^ {4}at /m)
    return { code, ...output }
  } finally {
    process.chdir(testFolder)
    process.env = testEnv
    process.exitCode = undefined
    for (const spy of spies) spy.mockRestore()
  }
}
