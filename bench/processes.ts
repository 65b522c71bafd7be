import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'

/** A server process that is measured from outside. */
export interface ServerProcess {
  port: number
  /** From its start to the first good answer of /readyz. */
  readyMs: number
  /** Processor time used so far; NaN where the machine does not tell. */
  cpuMs(): number
  /** Resident memory in MiB; NaN where the machine does not tell. */
  memory(): number
  kill(signal: NodeJS.Signals): void
  /** Its exit code, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals | null>
  stop(): Promise<void>
}

/** The product as its users start it, with the flags of `npm start`. */
export function startCasegate(databaseUrl: string, nodeFlags: string[] = []): Promise<ServerProcess> {
  return startCasegateOn(
    { DATABASE_URL: databaseUrl, RATE_LIMIT_SESSION: beyond, RATE_LIMIT_TOUCHPOINT: beyond },
    nodeFlags,
  )
}

/** The same with any settings. */
export function startCasegateOn(settings: Record<string, string>, nodeFlags: string[] = []): Promise<ServerProcess> {
  const { scripts } = JSON.parse(readFileSync(path('../package.json'), 'utf8')) as { scripts: { start: string } }
  const usual = scripts.start.split(' ').filter((word) => word.startsWith('--'))
  return start([...usual, ...nodeFlags, path('../bin/casegate.js'), 'serve'], settings)
}

/** Limits that no measurement reaches: they cost what they cost, and refuse nothing. */
const beyond = '999999999'

export function startReference(databaseUrl: string): Promise<ServerProcess> {
  return start([path('reference.ts')], { DATABASE_URL: databaseUrl })
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

async function start(args: string[], settings: Record<string, string>): Promise<ServerProcess> {
  const port = await freePort()
  const { PATH = '', TMPDIR = '/tmp' } = process.env
  const env = { PATH, TMPDIR, HOST: '127.0.0.1', PORT: String(port), DATABASE_POOL_SIZE: '16', ...settings }
  const started = performance.now()
  // On the embedded store it greets a person.
  const child = spawn(process.execPath, args, {
    env,
    stdio: ['ignore', 'ignore', 'DATA_DIR' in settings ? 'ignore' : 'inherit'],
  })
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  )
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  void exited.then(() => process.off('exit', kill))
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}.`)
    await sleep(5)
  }
  const readyMs = performance.now() - started
  return {
    port,
    readyMs,
    cpuMs: () => cpuMs(child),
    memory: () => memory(child),
    kill: (signal) => void child.kill(signal),
    exited,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    get({ port, host: '127.0.0.1', path: '/readyz', agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    }).once('error', () => resolve(false))
  })
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

const msPerTick = 10

function cpuMs({ pid }: ChildProcess): number {
  const [, fields = ''] = proc(pid, 'stat').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13)
  return (Number(user ?? NaN) + Number(system ?? NaN)) * msPerTick
}

function memory({ pid }: ChildProcess): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(proc(pid, 'status'))?.[1] ?? NaN) / 1024
}

function proc(pid: number | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
