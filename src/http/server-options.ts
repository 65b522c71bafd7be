import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyHttpOptions, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../settings/config.ts'
import { acceptConstraint } from './headers/accepts-html.ts'
import { clientErrorHandler, currentResponse, type DescribeProblem } from './connections/client-errors.ts'
import type { ConnectionLimit } from './connections/connection-limit.ts'
import { isEventStream } from './connections/event-streams.ts'
import { oneAtATime } from './connections/pipelining.ts'
import { rewriteTarget } from './requests/request-target.ts'

export function serverOptions(
  config: Config,
  log: Logger,
  describeProblem: DescribeProblem,
  connections: ConnectionLimit,
): FastifyHttpOptions<Server> {
  const onClientError = clientErrorHandler(log, describeProblem)
  const { trustedProxies, requestTimeoutMs, responseLimits } = config

  function serverFactory(handler: RequestListener): Server {
    const listener = oneAtATime(handler)
    const server = createServer({ ...limits, requestTimeout: requestTimeoutMs }, listener)
    server.headersTimeout = Math.min(headersTimeoutMs, requestTimeoutMs)
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

  return {
    serverFactory,
    // The server responds to them itself.
    clientErrorHandler: () => {},
    loggerInstance: log,
    genReqId: requestId,
    rewriteUrl: ({ url = '/' }) => rewriteTarget(url),
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger for each request would cost more than its one line does.
    childLoggerFactory: (logger) => logger,
    // Only the last addresses in X-Forwarded-For were written by proxies. Callers choose the others.
    trustProxy: trustedProxies > 0 && ((_address, hop) => hop < trustedProxies),
    // draining.ts rejects requests while the server closes.
    return503OnClosing: false,
    routerOptions: {
      constraints: { accept: acceptConstraint } as never,
      maxParamLength: 16 * 1024,
      querystringParser: (query) => (query === '' ? noParameters : new URLSearchParams(query)) as never,
    },
  }
}

const limits = {
  // The request line counts too.
  maxHeaderSize: 16 * 1024,
  // Longer than that of load balancers. Otherwise they would send requests on a connection that is closing.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  // Node would respond without a body. header-checks.ts rejects such requests.
  requireHostHeader: false,
}
const headersTimeoutMs = 10_000
const noParameters = new URLSearchParams()

/** The X-Request-Id of the caller if it is safe to log, otherwise a new ID. */
function requestId({ headers }: { headers: IncomingMessage['headers'] }): string {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID()
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
      if (!response?.headersSent || response.writableFinished || isEventStream(response)) continue
      const since = sentAt.get(response)
      if (since === undefined) sentAt.set(response, now)
      else if (now - since >= timeoutMs) socket.destroy()
    }
  }, checkIntervalMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}
