import type { ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../bench/servers/server-process.ts'
import { startInBackground } from './background-process.ts'

/** A load balancer in front of two servers. */
export interface LoadBalancer {
  port: number
  /** Called before a server is stopped. */
  remove(port: number): Promise<void>
  /** Called when a server is ready. Resolves when requests are sent to both servers. */
  add(): Promise<void>
  stop(): Promise<void>
}

export type LoadBalancerName = 'haproxy' | 'nginx'

/** nginx needs a moment to replace its workers. */
const settleMs = 2_000

/** Starts a load balancer with its configuration in the folder deploy, and another limit per session. */
export async function startLoadBalancer(
  name: LoadBalancerName,
  folder: string,
  servers: readonly [number, number],
  requestsPerMinute = 1_000_000,
  listenPort?: number,
): Promise<LoadBalancer> {
  const port = listenPort ?? (await freePort())
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.conf`)
  const haproxySocket = join(folder, 'haproxy.sock')
  const deployed = deployedConfiguration(name).replaceAll('3000', `${requestsPerMinute}`)
  const configuration =
    name === 'nginx'
      ? nginxFile(folder, withPorts(deployed, port, servers))
      : `global\n  stats socket ${haproxySocket}\n${deployed}`
  writeFileSync(file, configuration)
  const args = name === 'nginx' ? ['-p', folder, '-c', file, '-e', join(folder, 'error.log')] : ['-db', '-f', file]
  const env = {
    ...process.env,
    CASEGATE_LISTEN: `127.0.0.1:${port}`,
    CASEGATE_A: `127.0.0.1:${servers[0]}`,
    CASEGATE_B: `127.0.0.1:${servers[1]}`,
  }
  const { child, stop } = startInBackground(name, args, env)
  await waitForListener(child, port)

  async function configureNginx(text: string): Promise<void> {
    writeFileSync(file, text)
    child.kill('SIGHUP')
    await sleep(settleMs)
  }

  return {
    port,
    async remove(server) {
      // HAProxy notices it itself.
      if (name === 'nginx')
        await configureNginx(configuration.replace(`127.0.0.1:${server} `, `127.0.0.1:${server} down `))
    },
    async add() {
      if (name === 'nginx') await configureNginx(configuration)
      else while (!(await hasBothServers(haproxySocket))) await sleep(100)
    },
    stop,
  }
}

/** Starts HAProxy with deploy/tenants/haproxy.cfg. Requests to 127.0.0.1 are those of the tenant with these four servers. */
export async function startTenantProxy(
  folder: string,
  servers: readonly number[],
): Promise<Pick<LoadBalancer, 'port' | 'stop'>> {
  const port = await freePort()
  const map = join(folder, 'tenants.map')
  writeFileSync(map, '127.0.0.1 acme\n')
  const file = fileURLToPath(new URL('../deploy/tenants/haproxy.cfg', import.meta.url))
  const env = {
    ...process.env,
    CASEGATE_LISTEN: `127.0.0.1:${port}`,
    CASEGATE_TENANTS: map,
    ...Object.fromEntries(servers.map((server, index) => [`CASEGATE_ACME_${'ABCD'[index]}`, `127.0.0.1:${server}`])),
  }
  const { child, stop } = startInBackground('haproxy', ['-db', '-f', file], env)
  await waitForListener(child, port)
  return { port, stop }
}

/** Whether the checks of both servers succeed. */
async function hasBothServers(haproxySocket: string): Promise<boolean> {
  const statistics = await text(connect(haproxySocket).end('show stat\n'))
  return statistics.split('\n').filter((line) => /^casegate,[ab],.*,UP,/.test(line)).length === 2
}

function deployedConfiguration(name: LoadBalancerName): string {
  const file = name === 'nginx' ? 'nginx.conf' : 'haproxy.cfg'
  return readFileSync(new URL(`../deploy/${file}`, import.meta.url), 'utf8')
}

/** nginx reads no environment. */
function withPorts(configuration: string, port: number, [a, b]: readonly [number, number]): string {
  return configuration
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('127.0.0.1:4001', `127.0.0.1:${a}`)
    .replace('127.0.0.1:4002', `127.0.0.1:${b}`)
}

function nginxFile(folder: string, configuration: string): string {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((use) => `${use}_temp_path ${folder}/${use};`)
  // Many installations compress everything, which the configuration must turn off for Casegate.
  const http = ['access_log off;', 'gzip on;', 'gzip_types *;', ...paths, configuration].join('\n')
  const user = process.getuid?.() === 0 ? 'user root;\n' : ''
  return `${user}daemon off;\npid ${folder}/nginx.pid;\nevents { worker_connections 1024; }\nhttp {\n${http}\n}\n`
}

async function waitForListener(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null) {
    try {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      return void socket.destroy()
    } catch {
      await sleep(50)
    }
  }
  throw new Error(`${child.spawnfile} exited with ${child.exitCode}.`)
}
