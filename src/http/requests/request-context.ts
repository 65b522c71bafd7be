import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../../settings/config.ts'
import type { RequestContext, Services } from '../../context.ts'
import { callerAddress } from '../../rate-limit/caller-address.ts'
import type { Authentication, Claimed, Viewer } from '../authentication.ts'
import { ResponseBudget } from '../response-memory.ts'

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext
  }
  interface FastifyContextConfig {
    /** Reads the credentials of the route's requests. By default they are in the headers and the query. */
    readCredentials?: (request: FastifyRequest) => RequestContext['credentials']
  }
}

const noParameters = new URLSearchParams()

/** The query of a request to a known path. Fastify parses the query of an unknown path differently. */
export function queryOf({ query }: FastifyRequest): URLSearchParams {
  return query instanceof URLSearchParams ? query : noParameters
}

/**
 * The session whose share of the memory for responses is used. Made-up tokens would have any number of shares, so that all requests
 * without a session that was accepted have one.
 */
function shareOf(context: RequestContext): string {
  const { viewer, credentials, services } = context
  const isAccepted = viewer === undefined ? services.acceptedCredentials.has(context) : viewer !== null
  return isAccepted && credentials ? credentials.tokenHash : ''
}

/** Executes something as a person, without a request of that person. */
export async function executeAs<Result>(
  services: Services,
  viewer: Viewer,
  execute: (context: RequestContext) => Promise<Result>,
): Promise<Result> {
  const responseBudget = new ResponseBudget(services.responseMemory, () => '')
  const telemetry = { operation: undefined, outcome: undefined, hasGraphqlErrors: false, trace: undefined }
  try {
    return await execute({ services, credentials: null, viewer, requestId: randomUUID(), responseBudget, telemetry })
  } finally {
    responseBudget.closed()
  }
}

interface Options extends Pick<Config, 'queryCredentials'> {
  services: Services
  authentication: Authentication
}

/** Sets the context of each request: the services, its credentials and its telemetry. */
export const requestContext = fp(async (app, { services, authentication, queryCredentials }: Options) => {
  app.decorate('authentication', authentication)
  app.decorateRequest('context', null as unknown as RequestContext)
  app.addHook('onRequest', (request, _reply, next) => {
    const { readCredentials: read } = request.routeOptions.config
    const claimed: Claimed = read
      ? { credentials: read(request), hasBearer: false, secret: null }
      : authentication.readCaller(request.raw, queryCredentials ? queryOf(request) : noParameters, services.issuer)
    request.context = {
      services,
      ...claimed,
      requestId: request.id,
      callerAddress: () => callerAddress({ ip: request.ip, socket: request.raw.socket }),
      responseBudget: new ResponseBudget(services.responseMemory, () => shareOf(request.context)),
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
