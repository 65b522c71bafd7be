import { createInterface } from 'node:readline'
import { beforeEach, TestRunner } from 'vitest'
import { type LoadBalancerName, startLoadBalancer } from '../../../torture/load-balancer.ts'
import { temporaryFolder } from '../folders.ts'
import { startServe } from './process.ts'

/** The load balancer between the tests and two processes; undefined if servers run in the process of the tests. */
export const loadBalancer = readName(process.env['TEST_LOAD_BALANCER'])

function readName(name = ''): LoadBalancerName | undefined {
  if (name === '' || name === 'haproxy' || name === 'nginx') return name || undefined
  throw new Error('TEST_LOAD_BALANCER must be haproxy or nginx.')
}

/** Starts two processes behind the load balancer. The log lines of both are added to `log`. */
export async function startProcesses(
  name: LoadBalancerName,
  settings: Record<string, string>,
  log: string[],
): Promise<{ url: string; close(): Promise<void> }> {
  const servers = [0, 1].map(() => startServe(settings))
  for (const { child } of servers) createInterface(child.stdout).on('line', (line) => log.push(line))
  const ports = await Promise.all(servers.map(async ({ url }) => Number(new URL(await url).port)))
  const balancer = await startLoadBalancer(name, temporaryFolder(), ports as [number, number])
  return { url: `http://127.0.0.1:${balancer.port}`, close: () => balancer.stop() }
}

/** Leaves out the running test if several processes serve it. */
export function needsOneProcess(reason: string): void {
  if (loadBalancer) TestRunner.getCurrentTest()?.context.skip(`needs one process: ${reason}`)
}

/** Leaves out the tests of the suite or file if several processes serve them and there is a reason. */
export function eachNeedsOneProcess(reason: () => string | undefined): void {
  if (!loadBalancer) return
  beforeEach(() => {
    const found = reason()
    if (found) needsOneProcess(found)
  })
}
