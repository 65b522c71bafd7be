import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childrenOf, readProc, treeCpuMs } from './proc.ts'

/** A server in a child process. */
export interface ServerProcess {
  port: number
  /** Milliseconds from the start of the process until /readyz returned 200. */
  readyMs: number
  /** CPU time used so far, including its workers, in milliseconds; NaN if the platform does not provide it. */
  cpuMs(): number
  /** Resident memory, including its workers, in MiB; NaN if the platform does not provide it. */
  memory(): number
  kill(signal: NodeJS.Signals): void
  /** The exit code, or the signal that ended the process. */
  exited: Promise<number | NodeJS.Signals | null>
  stop(): Promise<void>
}

export type Settings = Record<string, string>

/** The root folder of this checkout. */
export const thisCheckout = join(import.meta.dirname, '../..')

const startTimeoutMs = 60_000
const stopTimeoutMs = 30_000

// Rate limiting stays enabled, so that its cost is measured, but no request is rejected. Each version ignores the
// settings that it does not have.
const unreachable = '999999999'
const unreachableLimits: Settings = {
  RATE_LIMIT_SESSION: unreachable,
  RATE_LIMIT_TOUCHPOINT: unreachable,
  RATE_LIMIT_ADDRESS: unreachable,
  RATE_LIMIT_FAILURES: unreachable,
}

/** The settings of a measured server. */
export function measuredSettings(databaseUrl: string): Settings {
  return { DATABASE_URL: databaseUrl, ...unreachableLimits }
}

/** Starts `casegate serve` with the Node flags of `npm start`. */
export function startCasegate(
  settings: Settings,
  { checkout = thisCheckout, nodeFlags = [] }: { checkout?: string; nodeFlags?: string[] } = {},
): Promise<ServerProcess> {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const startFlags = scripts.start.split(' ').filter((word) => word.startsWith('--'))
  return start([...startFlags, ...nodeFlags, join(checkout, 'bin/casegate.js'), 'serve'], settings)
}

export function startReference(databaseUrl: string, file = 'server.ts'): Promise<ServerProcess> {
  return start([join(thisCheckout, 'bench/reference', file)], { DATABASE_URL: databaseUrl })
}

/** Starts servers one after another, and stops them after the work. */
export async function withServers<Name extends string>(
  starts: Record<Name, () => Promise<ServerProcess>>,
  work: (servers: Record<Name, ServerProcess>) => Promise<void>,
): Promise<void> {
  const servers = {} as Record<Name, ServerProcess>
  try {
    for (const name of Object.keys(starts) as Name[]) servers[name] = await starts[name]()
    await work(servers)
  } finally {
    await Promise.all(Object.values<ServerProcess>(servers).map((server) => server.stop()))
  }
}

async function start(args: string[], settings: Settings): Promise<ServerProcess> {
  const port = Number(settings['PORT'] ?? (await freePort()))
  // Tests give their processes a cache of compiled code.
  const { PATH = '', TMPDIR = '/tmp', NODE_COMPILE_CACHE } = process.env
  const env = {
    PATH,
    TMPDIR,
    NODE_COMPILE_CACHE,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_POOL_SIZE: '16',
    ...settings,
  }
  const startedAt = performance.now()
  // On the embedded store, the server prints a greeting to stderr.
  const stderr = 'DATA_DIR' in settings ? 'ignore' : 'inherit'
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', stderr] })
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  )
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  void exited.then(() => process.off('exit', kill))
  while (!(await isReady(port))) {
    const exit = child.exitCode ?? child.signalCode
    if (exit !== null) throw new Error(`${args.join(' ')} exited with ${exit}.`)
    if (performance.now() - startedAt > startTimeoutMs) {
      kill()
      throw new Error(`${args.join(' ')} was not ready within ${startTimeoutMs / 1000} s.`)
    }
    await sleep(5)
  }
  const readyMs = performance.now() - startedAt
  return {
    port,
    readyMs,
    cpuMs: () => treeCpuMs(child.pid!),
    memory: () => [child.pid!, ...childrenOf(child.pid!)].reduce((sum, pid) => sum + memory(pid), 0),
    kill: (signal) => void child.kill(signal),
    exited,
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(kill, stopTimeoutMs)
      await exited
      clearTimeout(timer)
    },
  }
}

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ port, host: '127.0.0.1', path: '/readyz', agent: false, timeout: 5_000 }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(false))
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

function memory(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readProc(pid, 'status'))?.[1] ?? NaN) / 1024
}
