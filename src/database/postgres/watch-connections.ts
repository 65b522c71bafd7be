import type { Pool, PoolClient } from 'pg'
import type { PrimaryHosts } from './primary-hosts.ts'

/** How long a connection may be busy before the process looks for the primary. */
const busyLimitMs = 1_000

/**
 * Closes connections that wait for a former primary. Otherwise, they and concurrent requests would wait until the
 * timeout, because a host that hangs does not respond, and a pooler keeps statements for a server that crashed.
 */
export function watchConnections(pool: Pool, hosts: PrimaryHosts): void {
  const inUseSince = new Map<PoolClient, number>()
  pool.on('acquire', (client) => inUseSince.set(client, performance.now()))
  pool.on('release', (_error, client) => inUseSince.delete(client))

  async function review(): Promise<void> {
    const start = performance.now() - busyLimitMs
    const busy = [...inUseSince].filter(([, since]) => since < start).map(([client]) => client)
    if (busy.length === 0) return
    // A slow statement alone is no reason to doubt the host.
    await hosts.findPrimary({ mayRejectRequests: false })
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
