import { execFileSync } from 'node:child_process'
import { freePort, type ServerProcess, startCasegate } from '../bench/servers/server-process.ts'
import { checkEach, checkMaximum, type CheckResult } from './check-result.ts'
import type { Reply } from './client.ts'
import { audit, Ledger } from './ledger.ts'
import { type LoadBalancerName, startLoadBalancer } from './load-balancer.ts'
import { startLoad } from './load.ts'
import type { Store } from './stores.ts'

export interface RollingRestartOptions {
  loadBalancer: LoadBalancerName
  restarts: number
  clients: number
  shutdownDelayS: number
  /** The folder of the load balancer's files. */
  folder: string
}

/** The time that a server may need to stop after the delay. */
const maximumStopMs = 10_000

/** Whether the load balancer is installed. */
export function isInstalled(name: LoadBalancerName): boolean {
  try {
    execFileSync(name, ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Restarts two servers behind a load balancer in turn, under load. The clients must not notice. */
export async function rollingRestart(
  store: Store,
  { loadBalancer: name, restarts, clients, shutdownDelayS, folder }: RollingRestartOptions,
): Promise<CheckResult[]> {
  const ports = [await freePort(), await freePort()] as const
  const start = (port: number) =>
    startCasegate({ ...store.settings, PORT: `${port}`, SHUTDOWN_DELAY: `${shutdownDelayS}`, TRUST_PROXY: 'on' })
  const servers: [ServerProcess, ServerProcess] = [await start(ports[0]), await start(ports[1])]
  const loadBalancer = await startLoadBalancer(name, folder, ports)
  await loadBalancer.add()

  const ledger = new Ledger()
  const replies: Reply[] = []
  const onReply = (reply: Reply) => void replies.push(reply)
  const port = () => loadBalancer.port
  const load = startLoad({ ledger, port, clients, cases: store.cases, hot: clients >> 2, onReply })
  const exits: (number | NodeJS.Signals | null)[] = []
  const stopMs: number[] = []
  try {
    for (let count = 0; count < restarts; count++) {
      const index = count % 2 === 0 ? 0 : 1
      await load.acknowledged(ledger.acknowledged + clients)
      await loadBalancer.remove(ports[index])
      const signalAt = performance.now()
      servers[index].kill('SIGTERM')
      exits.push(await servers[index].exited)
      stopMs.push(performance.now() - signalAt - shutdownDelayS * 1_000)
      servers[index] = await start(ports[index])
      await loadBalancer.add()
    }
  } finally {
    await load.stop()
    await loadBalancer.stop()
    for (const server of servers) server.kill('SIGKILL')
    await Promise.all(servers.map(({ exited }) => exited))
  }
  const answered = replies.filter(({ head }) => head !== '')
  const withStatus =
    (status: number) =>
    ({ head }: Reply) =>
      head.startsWith(`HTTP/1.1 ${status} `)
  const results = [
    checkEach('no response is 502', answered, withStatus(502), ({ head }) => head),
    checkEach('no response is 503', answered, withStatus(503), ({ head }) => head),
    checkEach('no response is 504', answered, withStatus(504), ({ head }) => head),
    // When nginx reloads, it closes connections of clients that are idle. A client may send a request at this moment.
    {
      claim: 'requests without a response, because the load balancer closed the connection',
      checked: replies.length,
      violations: 0,
      note: `${replies.length - answered.length}`,
    },
    checkEach('the exit code of a stopped server is 0', exits, (exit) => exit !== 0),
    checkMaximum('a server stops within 10 s after the delay', stopMs, maximumStopMs, 'ms'),
    ...(await store.inspect((database) => audit(database, ledger))),
  ]
  return results.map((result) => ({ ...result, claim: `${name}: ${result.claim}` }))
}
