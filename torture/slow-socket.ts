import { once } from 'node:events'
import { connect } from 'node:net'

/** A connection whose owner sends what and when it likes. */
export interface SlowSocket {
  send(text: string): void
  /** Resolves when the first bytes of an answer are there, or the connection is gone. */
  answered(): Promise<void>
  /** The final answers that came until the connection was closed, interim ones left out. */
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
    answered: () => answered,
    async closed() {
      await closed
      return received.split(/(?=HTTP\/1\.1 \d)/).filter((answer) => !answer.startsWith('HTTP/1.1 1'))
    },
  }
}
