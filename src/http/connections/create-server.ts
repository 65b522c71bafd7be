import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '../../settings/config.ts'
import { type ClientErrorHandler, currentResponse } from './client-errors.ts'
import type { ConnectionLimit } from './connection-limit.ts'
import { oneAtATime } from './pipelining.ts'

/** Creates the server of Node. */
export function createHttpServer(
  handler: RequestListener,
  { requestTimeoutMs, responseLimits }: Config,
  onClientError: ClientErrorHandler,
  connections: ConnectionLimit,
): Server {
  const options = {
    // The request line counts too.
    maxHeaderSize: 16 * 1024,
    // Longer than that of load balancers. Otherwise they would send requests on a connection that is closing.
    keepAliveTimeout: 65_000,
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.min(10_000, requestTimeoutMs),
    connectionsCheckingInterval: 1_000,
    // Node would respond without a body. header-checks.ts rejects such requests.
    requireHostHeader: false,
  }
  const listener = oneAtATime(handler)
  const server = createServer(options, listener)
  server.on('connection', (socket) => connections.add(socket))
  closeUnread(server, responseLimits.timeoutMs)
  server.on('clientError', (error, socket) => onClientError(error, socket as never))
  server.on('checkExpectation', listener)
  server.on('connect', (_request, socket) => {
    socket.on('error', () => {}).resume()
    onClientError(new Error('CONNECT is not supported.'), socket as never)
  })
  return server
}

const checkIntervalMs = 1_000

/**
 * Closes connections whose client has not read a whole response within the time, however slowly it reads. The check
 * runs once a second over all connections, so that requests cost nothing.
 */
function closeUnread(server: Server, timeoutMs: number): void {
  const sockets = new Set<Socket>()
  const sentAt = new WeakMap<ServerResponse, number>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  const timer = setInterval(() => {
    const now = performance.now()
    for (const socket of sockets) {
      const response = currentResponse(socket)
      if (!response?.headersSent || response.writableFinished) continue
      const since = sentAt.get(response)
      if (since === undefined) sentAt.set(response, now)
      else if (now - since >= timeoutMs) socket.destroy()
    }
  }, checkIntervalMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}
