import type { Pool, PoolClient } from 'pg'
import type { PrimaryHosts } from './primary-hosts.ts'

/** How long a connection may be in use before the primary is looked for. */
const patienceMs = 1_000

/**
 * Closes connections that wait for a former primary. A host that hangs would let them wait for the timeout, and so would a
 * pooler: it keeps statements for a server that crashed. Concurrent requests wait with them.
 */
export function closeFormer(pool: Pool, hosts: PrimaryHosts): void {
  const inUseSince = new Map<PoolClient, number>()
  pool.on('acquire', (client) => inUseSince.set(client, performance.now()))
  pool.on('release', (_error, client) => inUseSince.delete(client))

  async function close(): Promise<void> {
    const start = performance.now() - patienceMs
    const waiting = [...inUseSince].filter(([, since]) => since < start).map(([client]) => client)
    if (waiting.length === 0) return
    // A slow statement alone is no reason to doubt the host.
    await hosts.findPrimary({ mayDoubt: false })
    for (const client of waiting.filter((each) => hosts.isFormer(each))) {
      // Not awaited: a host that hangs does not confirm the end of a transaction.
      if (inUseSince.delete(client)) void client.end().catch(() => {})
    }
  }

  const timer = setInterval(() => {
    if (pool.ending) clearInterval(timer)
    else void close()
  }, patienceMs / 2).unref()
}
