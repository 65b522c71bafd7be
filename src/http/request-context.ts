import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { hasBearer, readCredentials, readSecret } from '../auth/credentials.ts'
import type { Credentials } from '../auth/viewer.ts'
import type { Config } from '../config.ts'
import type { RequestContext, Services } from '../context.ts'
import { ResponseBudget } from '../response-memory/response-budget.ts'

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext
  }
  interface FastifyContextConfig {
    /** Reads the credentials of the route's requests. By default they are in the headers and the query. */
    readCredentials?: (request: FastifyRequest) => Credentials | null
  }
}

const noParameters = new URLSearchParams()

/** The query of a request to a known path. Fastify parses the query of an unknown path differently. */
export function queryOf({ query }: FastifyRequest): URLSearchParams {
  return query instanceof URLSearchParams ? query : noParameters
}

interface Options extends Pick<Config, 'queryCredentials'> {
  services: Services
}

/** Sets the context of each request: the services, its credentials and its telemetry. */
export const requestContext = fp(async (app, { services, queryCredentials }: Options) => {
  app.decorateRequest('context', null as unknown as RequestContext)
  app.addHook('onRequest', (request, _reply, next) => {
    const { readCredentials: read } = request.routeOptions.config
    const query = queryCredentials ? queryOf(request) : noParameters
    request.context = {
      services,
      requestId: request.id,
      credentials: read ? read(request) : readCredentials(request.raw, query, services.issuer),
      hasBearer: !read && services.issuer !== undefined && hasBearer(request.raw),
      secret: read ? null : readSecret(request.raw, query),
      responseBudget: new ResponseBudget(services.responseMemory, request),
      telemetry: { operation: undefined, outcome: undefined, hasGraphqlErrors: false, trace: undefined },
    }
    next()
  })
  // Not onResponse: a client may send its next request before that.
  app.addHook('onSend', ({ context }, _reply, _payload, done) => {
    services.acceptedCredentials.note(context)
    done()
  })
  app.addHook('onResponse', ({ context: { viewer, credentials } }, _reply, done) => {
    if (viewer && credentials) services.sessionUses.note(credentials.tokenHash)
    done()
  })
})
