import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Logger, pino } from 'pino'
import { readCredentials } from './auth/credentials.ts'
import { FairUse } from './rate-limit/fair-use.ts'
import { RateLimited } from './rate-limit/quota.ts'
import { RateLimitStore } from './rate-limit/rate-limit-store.ts'
import { ViewerLoader } from './auth/viewer-loader.ts'
import { CaseLoader } from './cases/case-loader.ts'
import { CasePages } from './cases/case-pages.ts'
import { CaseQueue } from './cases/case-queue.ts'
import { ChangeWriter } from './cases/write-change.ts'
import { CatalogueStore } from './catalogue/catalogue-store.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { isReachable } from './database/health.ts'
import { RequestError } from './errors.ts'
import { createExecutor } from './graphql/executor.ts'
import { createPlayground, type PublicSessions } from './pages/playground.ts'
import { answerGraphql } from './graphql/route.ts'
import { readBody } from './http/body.ts'
import { callerAddress } from './http/caller-address.ts'
import { Connections } from './http/connections.ts'
import { sendCompressed } from './http/encoded-variants.ts'
import { allowOrigin } from './http/cors.ts'
import { HttpResponse, send } from './http/send.ts'
import { loggableError } from './observability/loggable-error.ts'
import { loggablePath } from './observability/loggable-path.ts'
import { startObserver } from './observability/observer.ts'
import { createPages } from './pages/pages.ts'
import type { RequestContext, Services } from './context.ts'
import { createDocumentation } from './pages/api-reference-files.ts'
import { createFacade, restDocuments } from './rest/plugin.ts'
import { requestProblem, routeProblem } from './rest/problem.ts'
import { schema } from './schema.ts'

export interface ServerOptions {
  database: Database
  config: Config
  logger?: Logger
  /** What the playground and the page of the REST API have filled in; by default nothing. */
  demoSessions?: PublicSessions | undefined
  /**
   * Milliseconds on a clock that never goes back, for the limits of a minute. A server with one of its own shares them
   * with no other, since they can agree only on the database's.
   */
  now?: () => number
}

export interface RunningServer {
  /** Where it listens, for example http://127.0.0.1:4000. */
  url: string
  /** Where the metrics are, for example http://127.0.0.1:9464/metrics. */
  metricsUrl: string | undefined
  /**
   * Lets running requests finish, and resolves when the last one has. Meanwhile it listens, and answers new requests
   * that the service is stopping.
   */
  close(): Promise<void>
}

/** One HTTP server for both faces and for health. Throws where it cannot listen. */
export async function startServer({
  database,
  config,
  logger,
  demoSessions,
  now,
}: ServerOptions): Promise<RunningServer> {
  const log = (logger ?? pino({ level: 'silent' })).child({}, { serializers: { err: loggableError } })
  const services: Services = {
    database,
    catalogue: new CatalogueStore(database),
    caseLoader: new CaseLoader(database),
    casePages: new CasePages(database),
    caseQueue: new CaseQueue(),
    changeWriter: new ChangeWriter(database),
    viewers: new ViewerLoader(database),
  }
  const executor = createExecutor(config, log, restDocuments)
  const playground = config.graphiql ? createPlayground(demoSessions) : undefined
  const pages = createPages(playground, demoSessions)
  const documentation = createDocumentation(config.graphiql ? { filledIn: demoSessions?.operator } : undefined)
  const facade = createFacade(executor, schema, documentation)
  const ownClock = () => performance.now()
  const mayShare = config.rateLimits && database.kind === 'postgresql' && !now
  const sharing = mayShare ? new RateLimitStore(database, log, ownClock) : undefined
  const addressOf = (request: IncomingMessage) => callerAddress(request, config.trustProxy)
  const fairUse = config.rateLimits && new FairUse(config.rateLimits, { addressOf, now: now ?? ownClock, sharing })
  const observer = await startObserver(config, services, log, sharing)
  let draining = false

  async function answer(request: IncomingMessage, response: HttpResponse, path: string, query: string) {
    const { requestId } = response
    const preflight = allowOrigin(request, response, config.corsOrigins)
    if (draining) {
      // To close a connection while its sender is still sending would take the answer away from it.
      await readBody(request)
      throw new RequestError('UNAVAILABLE', 'The service is stopping. Nothing was written.')
    }
    if (preflight) return send(response, preflight)
    if (path === '/livez' || path === '/readyz') {
      if (request.method === 'OPTIONS') return send(response, { status: 204, headers: healthMethods, body: undefined })
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return send(response, routeProblem(405, requestId, healthMethods))
      }
      if (await isReachable(database))
        return send(response, { status: 200, headers: { 'content-type': 'application/json' }, body: '{"status":"ok"}' })
      return send(response, requestProblem('UNAVAILABLE', 'The database is away.', requestId))
    }
    const isGraphql = path === '/graphql'
    if (!isGraphql && !path.startsWith('/api/'))
      return sendCompressed(request, response, await pages(request, path, requestId))
    const parameters = new URLSearchParams(query)
    const credentials = readCredentials(request, parameters)
    const context: RequestContext = { ...services, requestId, credentials, telemetry: response.telemetry }
    const entered = enter(request, context)
    // Known sessions do not wait: to await them all the same would cost each request a turn.
    const visit = entered instanceof Promise ? await entered : entered
    response.visit = visit
    try {
      // Its caller went away while it waited, and a body that broke off has no end to wait for.
      if (request.destroyed) return
      if (isGraphql) return await answerGraphql(executor, request, response, context, playground)
      return sendCompressed(request, response, await facade(request, path, parameters, context))
    } finally {
      if (visit && context.viewer) visit.judged(true)
      if (visit) fairUse?.leave(visit)
    }
  }

  /** Counts a request before either face works for it. Without credentials it reaches no session: it does not count. */
  function enter(request: IncomingMessage, { credentials }: RequestContext) {
    if (!fairUse || !credentials || request.method === 'OPTIONS') return undefined
    return fairUse.enter(credentials, request)
  }

  function fail(error: unknown, request: IncomingMessage, response: HttpResponse, path: string) {
    const { requestId } = response
    const known = error instanceof RequestError
    // That the caller went away while sending is no failure; the request's own line says that it was aborted.
    if (!known && error !== request.errored) log.error({ requestId, err: error }, 'A request failed.')
    if (response.headersSent) return response.destroy()
    const code = known ? error.code : 'INTERNAL_SERVER_ERROR'
    response.telemetry.outcome = code
    const message = known ? error.message : 'The service failed to answer this request.'
    const problem = requestProblem(code, message, requestId)
    if (error instanceof RateLimited) Object.assign(problem.headers, error.headers)
    if (path !== '/graphql') return send(response, problem)
    const extensions = known ? { code } : { code, requestId }
    const headers = { ...problem.headers, 'content-type': 'application/json; charset=utf-8' }
    return send(response, {
      status: problem.status,
      headers,
      body: JSON.stringify({ errors: [{ message, extensions }] }),
    })
  }

  const server = createServer({ ...limits, ...timeouts(config) }, (request, response) => {
    const started = performance.now()
    request.url = originForm(request.url ?? '/')
    const [path, query = ''] = splitOnce(request.url, '?')
    const requestId = requestIdOf(request)
    response.requestId = requestId
    observer?.begin(request, response)
    if (draining) response.setHeader('connection', 'close')
    response.on('close', () => {
      const elapsed = performance.now() - started
      observer?.end(response, path, elapsed)
      const ms = Math.round(elapsed * 10) / 10
      const line = { requestId, method: request.method, path: loggablePath(path), status: response.statusCode, ms }
      log.info(response.writableFinished ? line : { ...line, aborted: true }, 'request')
      connections.end(request.socket)
    })
    connections.begin(request.socket)
    answer(request, response, path, query)
      .catch((error: unknown) => fail(error, request, response, path))
      .finally(() => request.resume())
  })

  const connections = new Connections(server)

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, resolve)
  }).catch(async (error: unknown) => {
    await observer?.close()
    throw error
  })
  sharing?.start()
  const { address, port, family } = server.address() as AddressInfo

  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    metricsUrl: observer?.metricsUrl,
    async close() {
      draining = true
      await Promise.all([connections.drain(), sharing?.close()])
      await observer?.close()
    },
  }
}

const limits = {
  ServerResponse: HttpResponse,
  // The request line with its URL counts among the headers.
  maxHeaderSize: 16 * 1024,
  connectionsCheckingInterval: 1_000,
  // Longer than load balancers keep theirs, or they would send into a connection that is closing.
  keepAliveTimeout: 65_000,
}

/** Slow senders are cut with 408: they would keep a connection as long as they like. */
function timeouts({ requestTimeoutMs }: Config) {
  return { requestTimeout: requestTimeoutMs, headersTimeout: Math.min(10_000, requestTimeoutMs) }
}

const healthMethods = { allow: 'GET, HEAD, OPTIONS' }
/** The caller's own id where it sent a harmless one. */
function requestIdOf(request: IncomingMessage): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID()
}

/** A server has to take an absolute URL, too (RFC 9112, section 3.2.2); which host it names does not matter here. */
function originForm(target: string): string {
  const absolute = /^https?:\/\/[^/?]*/i.exec(target)
  if (!absolute) return target
  const rest = target.slice(absolute[0].length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
