import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'
import { inject, vi } from 'vitest'
import { temporaryFolder } from '../folders.ts'

const root = join(import.meta.dirname, '../../..')
const example = join(root, 'desk')
export const examplePackages = join(example, 'node_modules')
/** Files that are not in a fresh clone. */
const made = new Set([examplePackages, join(example, 'dist'), join(example, 'src/gql')])

export interface Ended {
  status: number | null
  output: string
}

/** Installs the packages of the example, unless they are newer than its lock file. */
export function installExample(): Promise<void> {
  return onceInRun('install', async () => {
    const installed = join(examplePackages, '.package-lock.json')
    const modified = (file: string) => statSync(file).mtimeMs
    if (existsSync(installed) && modified(installed) >= modified(join(example, 'package-lock.json'))) return
    const { status, output } = await run('npm', ['ci', '--no-audit', '--no-fund'], example)
    if (status !== 0) throw new Error(`npm ci failed in the example:\n${output}`)
  })
}

/** Builds the example once in a run of the browser tests, and returns the folder of the copy. */
export async function buildExample(): Promise<string> {
  const folder = join(inject('browserFolder'), 'desk')
  await installExample()
  await onceInRun('build', async () => {
    const { status, output } = await runScript(copyExample(folder), 'build')
    if (status !== 0) throw new Error(`The example cannot be built:\n${output}`)
  })
  return folder
}

/** Does the work in the first worker that calls it. The others wait until it has ended, and fail if it has failed. */
async function onceInRun(name: string, work: () => Promise<void>): Promise<void> {
  const path = join(inject('browserFolder'), name)
  const ended = `${path}-ended`
  try {
    mkdirSync(`${path}-started`)
  } catch {
    await vi.waitUntil(() => existsSync(ended), { timeout: 300_000 })
    const error = readFileSync(ended, 'utf8')
    if (error !== '') throw new Error(error)
    return
  }
  let error = ''
  try {
    await work()
  } catch (failure) {
    error = String(failure)
    throw failure
  } finally {
    writeFileSync(path, error)
    renameSync(path, ended)
  }
}

/** Copies the example and the schema, and returns the folder of both. */
export function copyExample(folder = temporaryFolder()): string {
  cpSync(join(root, 'schema.graphql'), join(folder, 'schema.graphql'))
  cpSync(example, join(folder, 'desk'), { recursive: true, filter: (source) => !made.has(source) })
  symlinkSync(examplePackages, join(folder, 'desk/node_modules'), 'junction')
  return folder
}

/** Runs a script of a copy. */
export function runScript(folder: string, script: string): Promise<Ended> {
  return run('npm', ['run', script], join(folder, 'desk'))
}

// Vitest sets NODE_ENV, which would change what is built.
const { NODE_ENV: _, ...environment } = process.env

/** Runs a command in a folder. */
export async function run(command: string, parameters: string[], cwd: string): Promise<Ended> {
  const shell = process.platform === 'win32'
  const child = spawn(command, parameters, { cwd, env: environment, shell, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, output }
}

export interface Preview {
  url: string
  close(): Promise<unknown>
}

/** Serves a built copy in front of a Casegate server. */
export function previewExample(folder: string, casegateUrl: string): Promise<Preview> {
  const parameters = [join(examplePackages, 'vite/bin/vite.js'), 'preview', '--port', '0']
  const env = { ...environment, CASEGATE_URL: casegateUrl }
  const child = spawn(process.execPath, parameters, { cwd: join(folder, 'desk'), env })
  const ended = once(child, 'close')
  const close = () => {
    child.kill()
    return ended
  }
  const lines: string[] = []
  return new Promise((resolve, reject) => {
    const read = (line: string) => {
      lines.push(stripVTControlCharacters(line))
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(lines.at(-1) ?? '') ?? []
      if (url) resolve({ url, close })
    }
    createInterface(child.stdout).on('line', read)
    createInterface(child.stderr).on('line', read)
    void ended.then(() => reject(new Error(`The preview ended:\n${lines.join('\n')}`)))
  })
}
