import { connect, createServer, type Socket } from 'node:net'
import { afterFile } from '../cleanup.ts'
import { listening } from '../listening.ts'

/** A TCP proxy in front of a server, which cuts connections. */
export interface CuttingProxy {
  url: string
  /** How many requests have arrived. */
  readonly requests: number
  /** How many connections are open. */
  readonly open: number
  /** Cuts the connections of the next requests, each after this number of bytes of the response has been forwarded. */
  cutNext(...afterBytes: number[]): void
  /** Cuts all connections. */
  cut(): void
  /** Forwards nothing of the responses until it is called again with false. */
  hold(isHeld: boolean): void
  /** Refuses connections, or accepts them again. */
  refuse(isRefused: boolean): void
}

/** It is stopped after the test file. */
export async function cuttingProxy(targetUrl: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(targetUrl)
  const sockets = new Set<Socket>()
  const clients = new Set<Socket>()
  const limits: number[] = []
  let [requests, isHeld, isRefused] = [0, false, false]

  const server = createServer((client) => {
    if (isRefused) return client.destroy()
    const upstream = connect(Number(port), hostname)
    let left = Infinity
    clients.add(client)
    client.on('data', (chunk) => {
      if (/^[A-Z]+ \//.test(chunk.toString('latin1'))) {
        requests++
        left = limits.shift() ?? left
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (isHeld) return
      if (chunk.length < left) client.write(chunk)
      else client.end(chunk.subarray(0, left), () => client.destroy())
      left -= chunk.length
    })
    const pairs: [Socket, Socket][] = [
      [client, upstream],
      [upstream, client],
    ]
    for (const [socket, other] of pairs) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        clients.delete(socket)
        other.destroy()
      })
    }
    return undefined
  })
  const ownPort = await listening(server)
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  afterFile(async () => {
    cut()
    await server[Symbol.asyncDispose]()
  })
  return {
    url: `http://127.0.0.1:${ownPort}`,
    get requests() {
      return requests
    },
    get open() {
      return clients.size
    },
    cutNext: (...afterBytes) => void limits.push(...afterBytes),
    cut,
    hold: (held) => void (isHeld = held),
    refuse: (refused) => void (isRefused = refused),
  }
}
