import type { Pool, PoolClient } from 'pg'
import type { PrimaryHosts } from './primary-hosts.ts'

/** How long a connection may be busy before the process looks for the primary. */
const busyLimitMs = 1_000

/**
 * Closes connections that wait for a former primary. A host that hangs would let them wait for the timeout, and so would a
 * pooler: it keeps statements for a server that crashed. Concurrent requests wait with them.
 */
export function closeConnectionsToFormerPrimary(pool: Pool, hosts: PrimaryHosts): void {
  const inUseSince = new Map<PoolClient, number>()
  pool.on('acquire', (client) => inUseSince.set(client, performance.now()))
  pool.on('release', (_error, client) => inUseSince.delete(client))

  async function close(): Promise<void> {
    const start = performance.now() - busyLimitMs
    const waiting = [...inUseSince].filter(([, since]) => since < start).map(([client]) => client)
    if (waiting.length === 0) return
    // A slow statement alone is no reason to doubt the host.
    await hosts.findPrimary({ mayRejectRequests: false })
    for (const client of waiting.filter((each) => hosts.isToFormerPrimary(each))) {
      // Not awaited: a host that hangs does not confirm the end of a transaction.
      if (inUseSince.delete(client)) void client.end().catch(() => {})
    }
  }

  const timer = setInterval(() => {
    if (pool.ending) clearInterval(timer)
    else void close()
  }, busyLimitMs / 2).unref()
}
