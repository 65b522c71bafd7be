import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, inject } from 'vitest'
import { afterFile } from './cleanup.ts'
import { createPostgresDatabase } from './database.ts'

const program = fileURLToPath(new URL('../../bin/casegate.js', import.meta.url))

/** `casegate serve` as people start it. */
export interface ServeProcess {
  child: ChildProcessWithoutNullStreams
  /** Where it listens; rejects, with what it said, if it ends before. */
  url: Promise<string>
  /** What it wrote so far, both outputs together. */
  output(): string
  /** Its exit code, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals | null>
}

export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

export interface Given {
  input?: string | Buffer
  env?: Record<string, string>
  /** The Node to run it on; by default the one that runs the tests. */
  node?: string
}

/** Runs a command to its end, in an environment that has nothing but these settings. */
export async function runCasegate(args: string[], { input = '', env = {}, node }: Given = {}): Promise<Outcome> {
  const child = spawn(node ?? process.execPath, [program, ...args], { env: { PATH: process.env['PATH'], ...env } })
  child.stdin.on('error', () => {}).end(input)
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  expect(stderr, 'a stack trace').not.toMatch(/^ {4}at /m)
  return { code, stdout, stderr }
}

/** Starts the program in an environment that has nothing but these settings; it ends with the test file at latest. */
export function startServe(settings: Record<string, string>): ServeProcess {
  const env = { PATH: process.env['PATH'], PORT: '0', ...settings }
  return watchServe(spawn(process.execPath, [program, 'serve'], { env }))
}

/** A process that serves, however it was started; it ends with the test file at latest. */
export function watchServe(child: ChildProcessWithoutNullStreams): ServeProcess {
  const lines: string[] = []
  const serve: ServeProcess = {
    child,
    url: new Promise((resolve, reject) => {
      const read = (line: string) => {
        lines.push(line)
        if (!line.includes('"Casegate listens"')) return
        resolve((JSON.parse(line) as { url: string }).url.replace(/\/$/, ''))
      }
      createInterface(child.stdout).on('line', read)
      createInterface(child.stderr).on('line', read)
      child.once('close', () => reject(new Error(`Casegate ended:\n${lines.join('\n')}`)))
    }),
    output: () => lines.join('\n'),
    exited: new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code))),
  }
  // Whoever expects it to end does not ask where it listens.
  serve.url.catch(() => {})
  afterFile(() => {
    child.kill('SIGKILL')
    return serve.exited
  })
  return serve
}

/** The settings of a store of the project's kind that has the demonstration data, or gets it at the first start. */
export async function demoStore(): Promise<Record<string, string>> {
  const templates = inject('templates')
  if (templates.kind === 'postgresql') return { DATABASE_URL: await createPostgresDatabase(templates.demo) }
  return { DATA_DIR: join(temporaryFolder(), 'data') }
}

/** A folder that goes when the test file is done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'casegate-test-'))
  afterFile(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
