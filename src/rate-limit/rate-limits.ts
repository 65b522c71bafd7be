import { callbackify } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { RequestContext } from '../context.ts'
import type { RateLimits } from '../settings/config.ts'
import { RequestError } from '../errors/request-error.ts'
import { callerAddress } from './caller-address.ts'
import { type LimitState, RateLimit } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit by address of requests without accepted credentials, if the route has a separate one. */
    limitedAs?: 'sign-in'
    /** Whether credentials come from the body. A hook before preHandler sets them. Then wrong ones count like those of other routes. */
    credentialsInBody?: boolean
  }
}

const unknownCredentials = 'from an address with credentials that were not accepted before'
const noCredentials = 'from an address without credentials'
const signingIn = 'from an address that signs in'

type Credentials = NonNullable<RequestContext['credentials']>
type Secret = NonNullable<RequestContext['secret']>

interface CountedAddress {
  state: LimitState
  scope: string
}

export interface RateLimitsOptions {
  /** Undefined if requests are not limited. */
  limits: RateLimits | undefined
  /** A monotonic clock in milliseconds. */
  now: () => number
}

/**
 * Limits the requests of its scope per minute. If this process has already accepted the credentials, it counts tokens by
 * session and touchpoint, and secrets by touchpoint. Otherwise it counts by address. An address over its limit locks out
 * nobody: the database is asked for new credentials, and only wrong ones are rejected. Requests without credentials are
 * counted separately, so that they do not use up the limit of new sessions, and so are those that sign in. An earlier
 * onRequest hook has to set request.context.
 */
export const rateLimits = fp(async (app: FastifyInstance, { limits, now }: RateLimitsOptions) => {
  if (!limits) return

  const signIn = new RateLimit(limits.address, now)
  const anonymous = new RateLimit(limits.address, now)
  const address = new RateLimit(limits.address, now)
  const session = new RateLimit(limits.session, now)
  const touchpoint = new RateLimit(limits.touchpoint, now)

  function countSession(reply: FastifyReply, { tokenHash, touchpoint: code }: Credentials): RequestError | undefined {
    const ofSession = session.count(tokenHash)
    if (ofSession.isExceeded) return answer(reply, ofSession, 'for a session')
    const ofTouchpoint = touchpoint.count(code)
    const isCloser = ofTouchpoint.isExceeded || ofTouchpoint.remaining < ofSession.remaining
    return answer(reply, isCloser ? ofTouchpoint : ofSession, 'for a touchpoint')
  }
  const countSecret = (reply: FastifyReply, secret: Secret) =>
    answer(reply, touchpoint.count(secret.touchpoint), 'for a touchpoint')

  /** Counts a request without accepted credentials. */
  function countAddress(request: FastifyRequest): CountedAddress {
    const { credentials, secret } = request.context
    const { limitedAs, credentialsInBody } = request.routeOptions.config
    const caller = callerAddress(request)
    const isGuess = Boolean(credentials || secret)
    if (limitedAs && !(isGuess && credentialsInBody)) return { state: signIn.count(caller), scope: signingIn }
    if (isGuess) return { state: address.count(caller), scope: unknownCredentials }
    return { state: anonymous.count(caller), scope: noCredentials }
  }

  const countAfterLookUp = callbackify(
    async (request: FastifyRequest, reply: FastifyReply, ofAddress: CountedAddress) => {
      const isAccepted = await app.authentication.areAccepted(request.context)
      const { credentials, secret } = request.context
      let error: RequestError | undefined
      if (!isAccepted) error = answer(reply, ofAddress.state, ofAddress.scope)
      else if (credentials) error = countSession(reply, credentials)
      else if (secret) error = countSecret(reply, secret)
      if (error) throw error
    },
  )

  function count(request: FastifyRequest, reply: FastifyReply, next: (error?: Error) => void): void {
    const { credentials, secret, services } = request.context
    if (services.acceptedCredentials.has(request.context)) {
      if (credentials) return next(countSession(reply, credentials))
      if (secret) return next(countSecret(reply, secret))
    }
    const { state, scope } = countAddress(request)
    if (state.isExceeded && (credentials || secret)) return countAfterLookUp(request, reply, { state, scope }, next)
    next(answer(reply, state, scope))
  }

  app.addHook('onRequest', (request, reply, next) => {
    if (request.method === 'OPTIONS' || request.routeOptions.config.credentialsInBody) return next()
    count(request, reply, next)
  })
  app.addHook('onRoute', (route) => {
    if (route.config?.credentialsInBody) route.preHandler = count
  })
})

/** Sets the headers that describe the limit. Returns RATE_LIMITED if it is exceeded. */
function answer(reply: FastifyReply, state: LimitState, scope: string): RequestError | undefined {
  const { maximum, remaining, secondsLeft, isExceeded } = state
  reply.header('ratelimit-limit', maximum)
  reply.header('ratelimit-remaining', remaining)
  reply.header('ratelimit-reset', secondsLeft)
  if (!isExceeded) return undefined
  reply.header('retry-after', secondsLeft)
  return new RequestError('RATE_LIMITED', `At most ${maximum} requests per minute are allowed ${scope}.`)
}
