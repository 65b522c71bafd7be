import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type Logger, pino } from 'pino'
import { readCredentials } from './access/credentials.ts'
import { FairUse } from './access/fair-use.ts'
import { RateLimited } from './access/quota.ts'
import { ViewerLoader } from './access/viewer-loader.ts'
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
import { answerGraphql } from './graphql/http.ts'
import { callerAddress } from './http/caller-address.ts'
import { HttpResponse, send } from './http/send.ts'
import type { RequestContext, Services } from './request-context.ts'
import { createFacade, restDocuments } from './rest/facade.ts'
import { requestProblem, routeProblem } from './rest/problem.ts'
import { schema } from './schema.ts'

export interface ServerOptions {
  database: Database
  config: Config
  logger?: Logger
  /** Milliseconds on a clock that never goes back, for the limits of a minute. */
  now?: () => number
}

export interface RunningServer {
  /** Where it listens, for example http://127.0.0.1:4000. */
  url: string
  /** Takes no new work, lets running requests finish, and resolves when the last one has. */
  close(): Promise<void>
}

/** One HTTP server for both faces and for health. Throws where it cannot listen. */
export async function startServer({ database, config, logger, now }: ServerOptions): Promise<RunningServer> {
  const log = logger ?? pino({ level: 'silent' })
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
  const facade = createFacade(executor, schema)
  const fairUse = config.rateLimits && new FairUse(config.rateLimits, now ?? (() => performance.now()))
  let draining = false

  async function answer(request: IncomingMessage, response: HttpResponse, path: string, query: string) {
    const { requestId } = response
    if (path === '/livez' || path === '/readyz') {
      const ready = !draining && (await isReachable(database))
      if (ready) return send(response, { status: 200, headers: { 'content-type': 'application/json' }, body: '{"status":"ok"}' })
      return send(response, requestProblem('UNAVAILABLE', draining ? stopping : 'The database is away.', requestId))
    }
    if (draining) throw new RequestError('UNAVAILABLE', stopping)
    const isGraphql = path === '/graphql'
    if (!isGraphql && !path.startsWith('/api/')) return send(response, routeProblem(404, requestId))
    const parameters = new URLSearchParams(query)
    const context: RequestContext = { ...services, requestId, credentials: readCredentials(request, parameters) }
    const visit = await enter(request, context)
    if (visit) response.moreHeaders = () => fairUse?.headersOf(visit)
    try {
      // Its caller went away while it waited, and a body that broke off has no end to wait for.
      if (request.destroyed) return
      if (isGraphql) return await answerGraphql(executor, request, response, context)
      return send(response, await facade(request, path, parameters, context))
    } finally {
      if (visit) fairUse?.leave(visit)
    }
  }

  /** Counts a request before either face works for it. Without credentials it reaches no session: it does not count. */
  function enter(request: IncomingMessage, { credentials }: RequestContext) {
    if (!fairUse || !credentials || request.method === 'OPTIONS') return undefined
    return fairUse.enter(credentials, callerAddress(request, config.trustProxy))
  }

  function fail(error: unknown, response: HttpResponse, path: string) {
    const { requestId } = response
    const known = error instanceof RequestError
    if (!known) log.error({ requestId, err: error }, 'A request failed.')
    if (response.headersSent) return response.destroy()
    const code = known ? error.code : 'INTERNAL_SERVER_ERROR'
    const message = known ? error.message : 'The service failed to answer this request.'
    const problem = requestProblem(code, message, requestId)
    if (error instanceof RateLimited) Object.assign(problem.headers, error.headers)
    if (path !== '/graphql') return send(response, problem)
    const extensions = known ? { code } : { code, requestId }
    const headers = { ...problem.headers, 'content-type': 'application/json; charset=utf-8' }
    return send(response, { status: problem.status, headers, body: JSON.stringify({ errors: [{ message, extensions }] }) })
  }

  const connected = new Set<Socket>()
  const busy = new Set<Socket>()

  const server = createServer({ ...limits, ...timeouts(config) }, (request, response) => {
    const started = performance.now()
    const [path = '/', query = ''] = splitOnce(request.url ?? '/', '?')
    const requestId = requestIdOf(request)
    response.requestId = requestId
    if (draining) response.setHeader('connection', 'close')
    response.on('close', () => {
      // The query string may carry a token, also one whose question mark was encoded, and is not logged.
      const ms = Math.round((performance.now() - started) * 10) / 10
      const line = { requestId, method: request.method, path: path.split(/%3f/i)[0], status: response.statusCode, ms }
      log.info(response.writableFinished ? line : { ...line, aborted: true }, 'request')
      // A connection that was busy when the draining began is idle now.
      busy.delete(request.socket)
      if (draining) setImmediate(() => server.closeIdleConnections())
    })
    busy.add(request.socket)
    answer(request, response, path, query)
      .catch((error: unknown) => fail(error, response, path))
      .finally(() => request.resume())
  })

  server.on('connection', (socket: Socket) => {
    connected.add(socket)
    socket.once('close', () => connected.delete(socket))
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, resolve)
  })
  const { address, port, family } = server.address() as AddressInfo

  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close() {
      draining = true
      return new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        // Node counts a connection that never sent a request as busy.
        for (const socket of connected) if (!busy.has(socket)) socket.destroy()
        setTimeout(() => server.closeAllConnections(), drainMs).unref()
      })
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

const stopping = 'The service is stopping. Nothing was written.'
/** What is still running then hangs on a client or a database that does not answer. */
const drainMs = 8_000

/** The caller's own id where it sent a harmless one. */
function requestIdOf(request: IncomingMessage): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID()
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
