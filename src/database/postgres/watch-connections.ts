import type { Pool, PoolClient } from 'pg'
import type { Hosts } from './hosts.ts'

/** How long a connection may be busy before its host is reviewed. */
const busyLimitMs = 1_000

/**
 * Lets the hosts check which of them respond, and closes connections that wait for one that does not. Otherwise, they
 * and concurrent requests would wait until the timeout, because a host that hangs does not respond, and a pooler keeps
 * statements for a server that crashed.
 */
export function watchConnections(pool: Pool, hosts: Hosts): void {
  const inUseSince = new Map<PoolClient, number>()
  pool.on('acquire', (client) => inUseSince.set(client, performance.now()))
  pool.on('release', (_error, client) => inUseSince.delete(client))

  async function review(): Promise<void> {
    const start = performance.now() - busyLimitMs
    const busy = [...inUseSince].filter(([, since]) => since < start).map(([client]) => client)
    await hosts.review(busy)
    for (const client of busy.filter((each) => hosts.isLost(each))) {
      // Not awaited: a host that hangs does not confirm the end of a transaction.
      if (inUseSince.delete(client)) void client.end().catch(() => {})
    }
  }

  const timer = setInterval(() => {
    if (pool.ending) clearInterval(timer)
    else void review()
  }, busyLimitMs / 2).unref()
}
