import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { afterFile } from '../cleanup.ts'

const program = fileURLToPath(new URL('../../../bin/casegate.js', import.meta.url))

/** The environment of every process. Node caches compiled code between starts. */
const baseEnv = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }

/** A running `casegate serve`. */
export interface ServeProcess {
  child: ChildProcessWithoutNullStreams
  /** The URL. Rejects with its output if the process ends first. */
  url: Promise<string>
  /** Everything written so far to both outputs. */
  output(): string
  /** The exit code, or the signal that ended the process. */
  exited: Promise<number | NodeJS.Signals | null>
}

export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

export interface RunOptions {
  input?: string | Buffer
  env?: Record<string, string>
  /** The path of the Node to run it on. By default, the one that runs the tests. */
  node?: string
}

/** Runs a command until it exits, with only these settings. */
export async function runCasegate(args: string[], { input = '', env = {}, node }: RunOptions = {}): Promise<Outcome> {
  const child = spawn(node ?? process.execPath, [program, ...args], { env: { ...baseEnv, ...env } })
  child.stdin.on('error', () => {}).end(input)
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  expect(stderr, 'a stack trace').not.toMatch(/^ {4}at /m)
  return { code, stdout, stderr }
}

/** Starts a server with only these settings and these options. It is killed after the test file at the latest. */
export function startServe(settings: Record<string, string>, options: string[] = []): ServeProcess {
  const env = { ...baseEnv, PORT: '0', ...settings }
  return watchServe(spawn(process.execPath, [program, 'serve', ...options], { env }))
}

/** Watches a process that serves, however it was started. It is killed after the test file at the latest. */
export function watchServe(child: ChildProcessWithoutNullStreams): ServeProcess {
  const lines: string[] = []
  const serve: ServeProcess = {
    child,
    url: new Promise((resolve, reject) => {
      const read = (line: string) => {
        lines.push(line)
        if (!line.includes('"Casegate is listening"')) return
        resolve((JSON.parse(line) as { url: string }).url.replace(/\/$/, ''))
      }
      createInterface(child.stdout).on('line', read)
      createInterface(child.stderr).on('line', read)
      child.once('close', () => reject(new Error(`Casegate ended:\n${lines.join('\n')}`)))
    }),
    output: () => lines.join('\n'),
    exited: new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code))),
  }
  // A test that expects the process to end does not await the URL.
  serve.url.catch(() => {})
  afterFile(() => {
    child.kill('SIGKILL')
    return serve.exited
  })
  return serve
}
