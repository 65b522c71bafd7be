import { once } from 'node:events'
import { connect } from 'node:net'

/** A connection that can send a request in parts. */
export interface SlowSocket {
  send(text: string): void
  close(): void
  /** Resolves when the first bytes of a response have arrived or the connection is closed. */
  answered(): Promise<void>
  /** Resolves when the connection is closed, with its responses except for interim ones (1xx). */
  closed(): Promise<string[]>
}

export async function openSocket(port: number): Promise<SlowSocket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
  socket.on('error', () => socket.destroy())
  const answered = new Promise<void>((resolve) => {
    socket.once('data', () => resolve())
    socket.once('close', () => resolve())
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'connect')
  return {
    send: (text) => void (socket.destroyed || socket.write(text)),
    close: () => void socket.destroy(),
    answered: () => answered,
    async closed() {
      await closed
      return received.split(/(?=HTTP\/1\.1 \d)/).filter((response) => !response.startsWith('HTTP/1.1 1'))
    },
  }
}
