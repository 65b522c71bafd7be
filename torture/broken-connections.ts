import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../bench/servers/database.ts'
import { random } from '../bench/load/random-input.ts'
import { startCasegate } from '../bench/servers/server-process.ts'
import { type PgBouncer, startPgBouncer, supportsPreparedStatements } from '../test/support/database/pgbouncer.ts'
import { type Proxy, startProxy } from '../test/support/database/proxy.ts'
import type { CheckResult } from './check-result.ts'
import { audit, Ledger } from './ledger.ts'
import { startLoad } from './load.ts'
import type { Store } from './stores.ts'

export interface BrokenConnectionsOptions {
  breaks: number
  clients: number
  /** The number of server processes on the database. */
  servers: number
  /** Whether PgBouncer stands between the servers and PostgreSQL. */
  pooled: boolean
}

/** Breaks connections. Returns how many. */
type Break = () => Promise<number>

/** Only the values of a write contain it. */
const comment = '"torture '

/**
 * Breaks connections to PostgreSQL in every way while clients change cases. No acknowledged change may be lost, and no
 * change that was written may be rejected with 503.
 */
export async function brokenConnections(
  store: Store,
  { breaks, clients, servers, pooled }: BrokenConnectionsOptions,
): Promise<CheckResult[]> {
  const databaseUrl = store.settings['DATABASE_URL']!
  const atServer = await startProxy(databaseUrl)
  const bouncer = pooled ? await startPgBouncer(atServer.url) : undefined
  const atService = bouncer ? await startProxy(bouncer.url) : atServer
  const preparedStatements = !pooled || supportsPreparedStatements() ? 'on' : 'off'
  const settings = { ...store.settings, DATABASE_URL: atService.url, PREPARED_STATEMENTS: preparedStatements }
  const processes = await Promise.all(Array.from({ length: servers }, () => startCasegate(settings)))
  const ledger = new Ledger()
  const port = (client: number) => processes[(client >> 1) % servers]?.port ?? NaN
  const load = startLoad({ ledger, port, clients, cases: store.cases, hot: clients >> 2 })
  const ways = [
    terminate(databaseUrl),
    ...breaksOf(atService),
    ...(bouncer ? [...breaksOf(atServer), restart(bouncer)] : []),
  ]
  let broken = 0
  let failedRecoveries = 0
  try {
    for (let count = 0; count < breaks; count++) {
      if (!(await load.acknowledged(ledger.acknowledged + (clients >> 2)))) failedRecoveries++
      await sleep(random(0, 50))
      broken += await untilBroken(ways[count % ways.length]!)
    }
    if (!(await load.acknowledged(ledger.acknowledged + clients))) failedRecoveries++
  } finally {
    await load.stop()
    for (const process of processes) await process.stop()
    if (bouncer) await atService.takeAway()
    await bouncer?.remove()
    await atServer.takeAway()
  }
  const note = `${broken.toLocaleString('en')} connections broken`
  return [
    { claim: 'changes succeed again after each break', checked: breaks, violations: failedRecoveries, note },
    ...(await store.inspect((database) => audit(database, ledger))),
  ]
}

/** Just after a break, the server may have no connection yet. */
async function untilBroken(way: Break): Promise<number> {
  for (;;) {
    const connections = await way()
    if (connections > 0) return connections
    await sleep(5)
  }
}

/** In the middle of a statement if there is one. */
function terminate(databaseUrl: string): Break {
  const text = `
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
    order by (state = 'active' and query like '%update cases%') desc, state = 'active' desc limit 1`
  return () => withClient(databaseUrl, async (client) => (await client.query(text)).rowCount ?? 0)
}

/** After PostgreSQL executed a write, before its response arrives; and all connections at once. */
function breaksOf(proxy: Proxy): Break[] {
  return [() => proxy.breakNext(comment), async () => proxy.cut()]
}

function restart(bouncer: PgBouncer): Break {
  return async () => {
    await bouncer.stop()
    await bouncer.start()
    return 1
  }
}
