import type { Socket } from 'node:net'
import fp from 'fastify-plugin'
import type { Logger } from 'pino'
import { RequestError } from '../../errors.ts'

/** How many connections beyond the limit get a response. Further ones are closed at once. */
const rejectedConnections = 100
/** How long a connection beyond the limit may take for its request. */
const rejectedConnectionMs = 3_000
const warningIntervalMs = 60_000

export interface ConnectionLimitOptions {
  maxConnections: number
  log: Logger
}

/** Rejects the first request of a connection beyond the limit with 503, and closes the connection. */
export const connectionLimit = fp(async (app, { maxConnections, log }: ConnectionLimitOptions) => {
  const excess = new Set<Socket>()
  let open = 0
  let lastWarning = -Infinity
  app.server.maxConnections = maxConnections + rejectedConnections

  app.server.on('connection', (socket: Socket) => {
    if (++open > maxConnections) reject(socket)
    socket.once('close', () => open--)
  })

  function reject(socket: Socket): void {
    excess.add(socket)
    const timer = setTimeout(() => socket.destroy(), rejectedConnectionMs)
    socket.once('close', () => {
      clearTimeout(timer)
      excess.delete(socket)
    })
    if (performance.now() - lastWarning < warningIntervalMs) return
    lastWarning = performance.now()
    log.warn({ maxConnections }, 'New connections are rejected: MAX_CONNECTIONS are open.')
  }

  app.addHook('onRequest', (request, reply, next) => {
    if (excess.size === 0 || !excess.has(request.raw.socket)) return next()
    reply.header('connection', 'close')
    const { url } = request.routeOptions
    // Probes use new connections. An orchestrator would restart a process that does not answer them.
    if (url === '/livez' || url === '/readyz') return next()
    const fail = () => next(new RequestError('UNAVAILABLE', 'Too many connections are open. Nothing was written.'))
    request.raw.once('end', fail).once('error', fail).resume()
  })
})
