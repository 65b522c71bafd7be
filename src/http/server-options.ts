import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyHttpOptions, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../settings/config.ts'
import { acceptConstraint } from './headers/accepts-html.ts'
import {
  type ClientErrorHandler,
  clientErrorHandler,
  currentResponse,
  type DescribeProblem,
} from './connections/client-errors.ts'
import type { ConnectionLimit } from './connections/connection-limit.ts'
import { timedStreams } from './connections/event-streams.ts'
import { oneAtATime } from './connections/pipelining.ts'
import { rewriteTarget } from './requests/request-target.ts'

export function serverOptions(
  config: Config,
  log: Logger,
  describeProblem: DescribeProblem,
  connections: ConnectionLimit,
): FastifyHttpOptions<Server> {
  const onClientError = clientErrorHandler(log, describeProblem)
  const { trustedProxies } = config

  function serverFactory(handler: RequestListener): Server {
    const listener = oneAtATime(handler)
    const server = createServer({ ...limits, requestTimeout: 0 }, listener)
    server.headersTimeout = Math.min(headersTimeoutMs, config.requestTimeoutMs)
    server.on('connection', (socket) => connections.add(socket))
    limitTimes(server, config, onClientError)
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
 * Rejects requests that have not arrived, and closes connections whose client has not read a whole response, within the time. The check
 * runs once a second over all connections, so that requests cost nothing. Streams limit their own time: Node has one limit for all requests.
 */
function limitTimes(
  server: Server,
  { requestTimeoutMs, responseLimits }: Config,
  onClientError: ClientErrorHandler,
): void {
  const sockets = new Set<Socket>()
  const receivedAt = new WeakMap<ServerResponse, number>()
  const sentAt = new WeakMap<ServerResponse, number>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const isOver = (since: WeakMap<ServerResponse, number>, response: ServerResponse, now: number, ms: number) => {
    const start = since.get(response)
    if (start === undefined) since.set(response, now)
    return start !== undefined && now - start >= ms
  }

  const timer = setInterval(() => {
    const now = performance.now()
    for (const socket of sockets) {
      const response = currentResponse(socket)
      if (!response) continue
      const isSending = response.headersSent && !response.writableFinished && !timedStreams.has(response)
      if (isSending && isOver(sentAt, response, now, responseLimits.timeoutMs)) socket.destroy()
      const isReceiving = !response.headersSent && !response.req.complete && !timedStreams.has(response.req)
      if (isReceiving && isOver(receivedAt, response, now, requestTimeoutMs)) onClientError(requestTimeout(), socket)
    }
  }, checkIntervalMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

const requestTimeout = () =>
  Object.assign(new Error('The request did not arrive in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
