import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import { type FastifyHttpOptions, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../settings/config.ts'
import { acceptConstraint } from './accepts-html.ts'
import { clientErrorHandler, type DescribeProblem } from './connections/client-errors.ts'
import type { ConnectionLimit } from './connections/connection-limit.ts'
import { createHttpServer } from './connections/create-server.ts'
import { rewriteTarget } from './request-target.ts'

/** The options of the Fastify instance. */
export function serverOptions(
  config: Config,
  log: Logger,
  describeProblem: DescribeProblem,
  connections: ConnectionLimit,
): FastifyHttpOptions<Server> {
  const onClientError = clientErrorHandler(log, describeProblem)
  const { trustedProxies } = config
  return {
    serverFactory: (handler) => createHttpServer(handler, config, onClientError, connections),
    // create-server.ts responds to them on every server.
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

const noParameters = new URLSearchParams()

/** The X-Request-Id of the caller if it is safe to log, otherwise a new ID. */
function requestId({ headers }: { headers: IncomingMessage['headers'] }): string {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID()
}
