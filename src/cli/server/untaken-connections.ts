import type { Worker } from 'node:cluster'

/** What Node sends to a worker with a connection, and what comes back. */
interface ClusterMessage {
  act?: string
  seq?: number
  ack?: number
}

/**
 * When a worker ends, closes the connections that it has not yet taken. Node would keep them open, and their clients would wait for an
 * answer forever. Node has no event for this, so this relies on its internal messages. If they change, these connections stay open.
 */
export function closeUntaken({ process: child }: Worker): void {
  const untaken = new Map<number | undefined, { close(): void }>()
  const send = child.send.bind(child) as (...args: unknown[]) => boolean
  child.send = (message: ClusterMessage, handle?: unknown, ...more: unknown[]) => {
    if (message.act === 'newconn') untaken.set(message.seq, handle as { close(): void })
    return send(message, handle, ...more)
  }
  child.on('internalMessage', ({ ack }: ClusterMessage) => untaken.delete(ack))
  child.once('exit', () => {
    for (const connection of untaken.values()) connection.close()
  })
}
