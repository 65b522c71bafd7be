import compress from '@fastify/compress'
import cors from '@fastify/cors'
import { fastify, type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { authentication } from './auth/authentication.ts'
import { LookupCache } from './catalogue/lookup/lookup-cache.graphql.ts'
import type { Config } from './settings/config.ts'
import type { Services } from './context.ts'
import { type DemoLogin, requireOwnHostForPublic } from './desk/demonstration.ts'
import { desk } from './desk/desk.ts'
import { deskService } from './desk/service.ts'
import { eventDocument, presentEvent } from './feed/event.rest.ts'
import { createExecutor } from './graphql/executor.ts'
import { graphqlRoute } from './graphql/requests/route.ts'
import { ConnectionLimit, rejectConnections } from './http/connections/connection-limit.ts'
import { corsOptions } from './http/headers/cors-options.ts'
import { draining, RunningRequests } from './http/connections/draining.ts'
import { eventStreams } from './http/connections/event-streams.ts'
import { headerChecks } from './http/headers/header-checks.ts'
import { health } from './http/health.ts'
import { notFound } from './http/not-found.ts'
import { requireOwnHost } from './http/requests/own-host.ts'
import { executeAs, requestContext } from './http/requests/request-context.ts'
import { requestLog } from './http/request-log.ts'
import { securityHeaders } from './http/headers/security-headers.ts'
import { serverOptions } from './http/server-options.ts'
import { mcp } from './mcp/mcp-route.ts'
import { toolDocuments } from './mcp/tools.ts'
import type { Observer } from './observability/observer.ts'
import { pages } from './pages/pages.ts'
import { disabledPlayground, type PublicSessions } from './pages/playground.ts'
import { referenceLinks } from './pages/start-page.ts'
import { rateLimits } from './rate-limit/rate-limits.ts'
import { restRoutes } from './rest/plugin.ts'
import { answerWithProblem, requestProblem } from './rest/problem.ts'
import { restDocuments, routes } from './routes.ts'
import { errorCodes, schema } from './schema.ts'
import { WebhookSender } from './webhooks/delivery/webhook-sender.ts'

export interface AppOptions {
  log: Logger
  observer?: Observer | undefined
  /** The monotonic clock of the rate limits, in milliseconds. */
  now: () => number
  /** Sessions that are filled in on the playground and the API reference; none by default. */
  demoSessions?: PublicSessions | undefined
  /** People as whom anyone may sign in to the desk; none by default. */
  demoLogins?: readonly DemoLogin[] | undefined
}

/** Builds the Fastify instance: plugins in order, then routes. It does not listen yet. */
export async function buildApp(config: Config, services: Services, options: AppOptions): Promise<FastifyInstance> {
  const { log, observer, now, demoSessions: sessions = {}, demoLogins = [] } = options
  const executor = createExecutor(config, {
    log,
    schema,
    internalDocuments: [...restDocuments, eventDocument, ...toolDocuments],
    lookups: new LookupCache(),
    authentication,
  })
  const webhookSender = new WebhookSender(services, (viewer, item) =>
    executeAs(services, viewer, (context) => presentEvent(executor, context, item)),
  )
  const runningRequests = new RunningRequests()
  const { secret } = config.deskSignIn
  const asksForAddress = secret !== undefined && secret.addressHeader === undefined
  const isDemo = demoLogins.length > 0 || Object.values(sessions).some((each) => each !== undefined)
  const ownHost = requireOwnHost(config, asksForAddress || isDemo)

  const connections = new ConnectionLimit(config, log)
  const app = fastify(serverOptions(config, log, requestProblem, connections))
  app.setErrorHandler(answerWithProblem)
  await app.register(securityHeaders)
  await app.register(requestContext, { services, authentication, queryCredentials: config.queryCredentials })
  await app.register(requestLog, { observer, runningRequests, errorCodes })
  if (config.corsOrigins.length > 0) await app.register(cors, corsOptions(config))
  await app.register(draining, {
    runningRequests,
    shutdownDelayMs: config.shutdownDelayMs,
    endStreams: () => services.openStreams.close(),
  })
  await app.register(rejectConnections, { connections })
  await app.register(eventStreams, { connections })
  await app.register(headerChecks)
  await app.register(notFound, { link: referenceLinks(config.graphiql) })
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 8192, globalDecompression: false })
  await app.register(health, services)
  app.addHook('onListen', async () => webhookSender.start())
  app.addHook('onClose', () => webhookSender.close())
  await app.register(pages, { desk: config.desk, graphiql: config.graphiql, sessions, ownHost })
  if (config.desk) await app.register(desk, { ownHost })
  await app.register(async (api) => {
    await api.register(rateLimits, { limits: config.rateLimits, now })
    if (isDemo) api.addHook('onRequest', requireOwnHostForPublic(ownHost))
    await api.register(graphqlRoute, { executor, pageWithoutQuery: config.graphiql ? undefined : disabledPlayground })
    await api.register(restRoutes, { executor, schema, table: routes })
    if (config.mcp) await api.register(mcp, { executor, schema, issuer: config.issuer, ownHost })
    if (config.desk) {
      const { deskSignIn: settings, issuer, relyingParty } = config
      await api.register(deskService, { executor, schema, settings, demoLogins, relyingParty, issuer, now, ownHost })
    }
  })
  return app
}
