import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OwnPostgresServer, startPostgres } from '../bench/servers/postgres.ts'
import { insertSeed, migrate, withClient } from '../bench/servers/database.ts'
import { freePort, type ServerProcess, startCasegate } from '../bench/servers/server-process.ts'
import { checkMaximum, type CheckResult } from './check-result.ts'
import type { Reply } from './client.ts'
import { follow } from './guide.ts'
import { audit, Ledger } from './ledger.ts'
import { startTenantProxy } from './load-balancer.ts'
import { startLoad } from './load.ts'
import { store as storeOf } from './stores.ts'

export interface MoveTenantOptions {
  /** What the tenant has on the old server. */
  tenant: 'database' | 'schema'
  clients: number
  cases: number
  folder: string
  settings: Record<string, string>
}

const maximumPauseMs = 5_000

/**
 * Moves a tenant to another server under load with the commands of docs/scaling.md. The tenant has two processes behind
 * HAProxy. All changes have keys, and clients repeat them until they are acknowledged.
 */
export async function moveTenant({
  tenant,
  clients,
  cases,
  folder,
  settings,
}: MoveTenantOptions): Promise<CheckResult[]> {
  const logical = { ...settings, wal_level: 'logical' }
  const servers = {
    old: await startPostgres(join(folder, 'old'), logical),
    new: await startPostgres(join(folder, 'new'), settings),
  }
  await createTenant(servers.old, tenant, cases)
  const urls = {
    old: tenantUrl(servers.old, tenant === 'database' ? 'acme' : 'casegate'),
    new: tenantUrl(servers.new, 'acme'),
  }
  const run = follow('scaling.md', {
    OLD: servers.old.url(tenant === 'database' ? 'acme' : 'casegate'),
    NEW_SERVER: servers.new.url('').slice(0, -1),
    NEW: servers.new.url('acme'),
    TABLES: tenant === 'database' ? 'all tables' : 'tables in schema acme',
    DUMP_OPTIONS: tenant === 'database' ? '' : '--schema=acme',
  })

  const ports = await Promise.all(Array.from({ length: 4 }, freePort))
  const proxy = await startTenantProxy(folder, ports)
  const start = (url: string, own: readonly number[]) => {
    const { settings } = storeOf({ DATABASE_URL: url }, cases)
    return Promise.all(own.map((port) => startCasegate({ ...settings, TRUST_PROXY: 'on', PORT: `${port}` })))
  }
  let processes: ServerProcess[] = await start(urls.old, ports.slice(0, 2))
  const ledger = new Ledger()
  const acknowledged: number[] = []
  const onReply = ({ outcome, endedAt }: Reply) => {
    if (outcome === 'acknowledged') acknowledged.push(endedAt)
  }
  const load = startLoad({ ledger, port: () => proxy.port, clients, cases, hot: clients >> 2, keyed: true, onReply })
  try {
    await load.acknowledged(10 * clients)
    await run('move: copy')
    if (tenant === 'schema')
      await withClient(servers.new.url('acme'), (client) => client.query('alter role acme set search_path = acme'))
    await run('move: wait')
    await run('move: read only')
    const waiting = start(urls.new, ports.slice(2))
    await Promise.all(ports.slice(2).map(untilLive))
    await load.acknowledged(ledger.acknowledged + 10 * clients)
    for (const process of processes) process.kill('SIGTERM')
    await Promise.all(processes.map(({ exited }) => exited))
    await run('move: switch')
    processes = await waiting
    await load.acknowledged(ledger.acknowledged + 10 * clients)
  } finally {
    await load.stop()
    for (const process of processes) await process.stop()
    await proxy.stop()
  }
  await run('move: clean up')
  const results = await storeOf({ DATABASE_URL: urls.new }, cases).inspect((database) => audit(database, ledger))
  for (const server of Object.values(servers)) await server.stop('SIGQUIT')
  const pauses = acknowledged.toSorted((a, b) => a - b).map((at, index, all) => at - (all[index - 1] ?? at))
  return [checkMaximum('changes succeed again within 5 s', pauses, maximumPauseMs, 'ms'), ...results]
}

async function untilLive(port: number): Promise<void> {
  const isLive = () =>
    fetch(`http://127.0.0.1:${port}/livez`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isLive())) await sleep(50)
}

/** The tenant's role owns its database, or its schema in a database that others share. */
async function createTenant(
  server: OwnPostgresServer,
  tenant: MoveTenantOptions['tenant'],
  cases: number,
): Promise<void> {
  const name = tenant === 'database' ? 'acme' : 'casegate'
  await withClient(server.url('postgres'), async (client) => {
    await client.query('create role acme login')
    await client.query(`create database ${name} ${tenant === 'database' ? 'owner acme' : ''}`)
  })
  if (tenant === 'schema') {
    await withClient(server.url(name), async (client) => {
      await client.query('create schema acme authorization acme')
      await client.query('alter role acme set search_path = acme')
    })
  }
  await migrate(tenantUrl(server, name))
  const seedUrl = new URL(server.url(name))
  if (tenant === 'schema') seedUrl.searchParams.set('options', '-c search_path=acme')
  await insertSeed(seedUrl.href, cases)
}

function tenantUrl(server: OwnPostgresServer, database: string): string {
  const url = new URL(server.url(database))
  url.username = 'acme'
  return url.href
}
