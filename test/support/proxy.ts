import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy in front of PostgreSQL, with which a test can make the database unreachable and available again. */
export interface Proxy {
  url: string
  /** Closes all connections and accepts no new ones. */
  takeAway(): Promise<void>
  bringBack(): Promise<void>
  /** Closes a connection once the database responds to a statement that contains the text. */
  breakAfter(text: string): void
  /** Waits for a statement that contains the text, and delays it until the returned function is called. */
  holdBack(text: string): Promise<() => void>
  /** Accepts connections and statements, but forwards nothing until the returned function is called. */
  hang(): () => void
}

export async function startProxy(databaseUrl: string): Promise<Proxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const clients = new Set<Socket>()
  let doomed = ''
  let isHanging = false
  let held: { text: string; hold: (goOn: () => void) => void } | undefined

  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname)
    let isDoomed = false
    clients.add(client)
    client.once('close', () => clients.delete(client))
    client.on('data', (chunk) => {
      isDoomed ||= doomed !== '' && chunk.includes(doomed)
      if (!held || !chunk.includes(held.text)) return void upstream.write(chunk)
      client.pause()
      held.hold(() => {
        upstream.write(chunk)
        client.resume()
      })
      held = undefined
    })
    if (isHanging) client.pause()
    upstream.on('data', (chunk) => {
      if (isDoomed) client.destroy()
      else client.write(chunk)
    })
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo

  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    async takeAway() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async bringBack() {
      await once(server.listen(port, '127.0.0.1'), 'listening')
    },
    breakAfter(text) {
      doomed = text
    },
    hang() {
      isHanging = true
      for (const client of clients) client.pause()
      return () => {
        isHanging = false
        for (const client of clients) client.resume()
      }
    },
    holdBack: (text) => new Promise((hold) => (held = { text, hold })),
  }
}
