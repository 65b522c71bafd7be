import { connect, type Socket } from 'node:net'

/** How a connection reads: nothing, one byte a second, or everything. */
export type Reading = 'nothing' | 'a byte a second' | 'everything'

/** A connection that sends requests without waiting for responses. */
export interface UnreadSocket {
  send(text: string): void
  isClosed(): boolean
  close(): void
}

export function openUnreadSocket(port: number, reading: Reading): UnreadSocket {
  // The system hands over one byte at a time, and more only after resume().
  const onread = {
    buffer: Buffer.alloc(reading === 'everything' ? 65_536 : 1),
    callback: () => reading === 'everything',
  }
  const socket: Socket = connect({ port, host: '127.0.0.1', onread })
  socket.on('error', () => socket.destroy())
  if (reading === 'nothing') socket.pause()
  const timer = setInterval(() => reading === 'a byte a second' && socket.resume(), 1_000)
  socket.once('close', () => clearInterval(timer))
  return {
    send: (text) => void (socket.destroyed || socket.write(text)),
    isClosed: () => socket.destroyed,
    close: () => socket.destroy(),
  }
}
