import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterFile } from '../cleanup.ts'
import { listening } from '../listening.ts'

/** A TCP proxy in front of PostgreSQL, with which a test can make the database unreachable and available again. */
export interface Proxy {
  url: string
  /** Closes all connections and accepts no new ones, until it is brought back. */
  takeAway(): Promise<void>
  bringBack(): Promise<void>
  /**
   * Once the database has executed a statement that contains the text, returns the error instead of its response, and
   * closes the connection unless it is to stay open. Without an error, it just closes.
   */
  breakAfter(text: string, error?: ErrorFields, staysOpen?: 'stays open'): void
  /** Treats the startup options of new connections as poolers do. */
  treatOptions(how: 'forward' | 'reject' | 'drop'): void
  /** Closes the next connection on which the database has executed such a statement. Resolves to 1 when it is closed. */
  breakNext(text: string): Promise<number>
  /** Closes all connections. Returns how many. */
  cut(): number
  /** Waits for a statement that contains the text, and delays it until the returned function is called. */
  holdBack(text: string): Promise<() => void>
  /** Accepts connections and statements, but forwards nothing until the returned function is called. */
  hang(): () => void
}

/** Fields of PostgreSQL's error message: S severity, C code, M message, R routine, and so on. */
export type ErrorFields = Partial<Record<'S' | 'C' | 'M' | 'F' | 'L' | 'R', string>>

/** The error of PgBouncer if its connection to PostgreSQL breaks. */
export const poolerError: ErrorFields = { S: 'FATAL', C: '08P01', M: 'server conn crashed?' }

/** Starts a proxy that is removed after the test file, after the connections through it. */
export async function proxyUntilEnd(databaseUrl: string): Promise<Proxy> {
  const proxy = await startProxy(databaseUrl)
  afterFile(() => proxy.takeAway())
  return proxy
}

export async function startProxy(databaseUrl: string): Promise<Proxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const clients = new Set<Socket>()
  let doomed: { text: string; error: ErrorFields | undefined; staysOpen: boolean } | undefined
  let next: { text: string; done(): void } | undefined
  let options: 'forward' | 'reject' | 'drop' = 'forward'
  let isHanging = false
  let held: { text: string; hold: (goOn: () => void) => void } | undefined

  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname)
    let isDoomed = false
    clients.add(client)
    client.once('close', () => clients.delete(client))
    client.once('data', (startup) => {
      if (options !== 'reject' || !startup.includes('\0options\0')) return
      client.end(errorMessage({ S: 'FATAL', C: '08P01', M: 'unsupported startup parameter: options' }))
    })
    client.on('data', (sent) => {
      const chunk = options === 'drop' ? withoutOptions(sent) : sent
      isDoomed ||= doomed !== undefined && chunk.includes(doomed.text)
      if (next && chunk.includes(next.text)) {
        upstream.once('data', () => client.destroy()).once('close', next.done)
        next = undefined
      }
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
      if (!isDoomed) client.write(chunk)
      else if (!doomed?.error) client.destroy()
      else if (!doomed.staysOpen) client.end(errorMessage(doomed.error))
      else if (chunk.subarray(-6, -1).equals(ready.subarray(0, 5))) {
        client.write(Buffer.concat([errorMessage(doomed.error), ready]))
        isDoomed = false
      }
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
  const port = await listening(server)

  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    async takeAway() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async bringBack() {
      await listening(server, port)
    },
    breakAfter(text, error, staysOpen) {
      doomed = text === '' ? undefined : { text, error, staysOpen: staysOpen !== undefined }
    },
    treatOptions(how) {
      options = how
    },
    breakNext: (text) => new Promise((resolve) => (next = { text, done: () => resolve(1) })),
    cut() {
      const count = clients.size
      for (const socket of sockets) socket.destroy()
      return count
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

/** PostgreSQL's message that it is ready for the next statement. */
const ready = Buffer.from('Z\0\0\0\x05I')

function errorMessage(fields: ErrorFields): Buffer {
  const body = Buffer.from(
    `${Object.entries(fields)
      .map(([type, value]) => `${type}${value}\0`)
      .join('')}\0`,
  )
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** Removes the options from a startup message. Other messages stay as they are. */
function withoutOptions(message: Buffer): Buffer {
  const start = message.indexOf('options\0')
  const isStartup = message.length > 8 && message.readInt32BE(0) === message.length && start > 0
  if (!isStartup) return message
  const end = message.indexOf('\0', start + 'options\0'.length) + 1
  const result = Buffer.concat([message.subarray(0, start), message.subarray(end)])
  result.writeInt32BE(result.length, 0)
  return result
}
