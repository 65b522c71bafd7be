import { callbackify } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import type { RequestContext } from '../context.ts'
import type { RateLimits } from '../settings/config.ts'
import { RequestError } from '../errors/request-error.ts'
import { callerAddress } from './caller-address.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit by address of requests without accepted credentials, if the route has a separate one. */
    limitedAs?: 'sign-in'
    /** Whether credentials come from the body. A hook before preHandler sets them. Then wrong ones count like those of other routes. */
    credentialsInBody?: boolean
  }
}

interface RateLimitsOptions {
  limits: RateLimits | undefined
  /** A monotonic clock in milliseconds. */
  now: () => number
}

/**
 * Limits the requests of its scope per minute. If this process has already accepted the credentials, it counts by what
 * `authentication.countedAs` returns. Otherwise it counts by address. An address over its limit locks out
 * nobody: the database is asked for new credentials, and only wrong ones are rejected. Requests without credentials are
 * counted separately, so that they do not use up the limit of new sessions, and so are those that sign in. An earlier
 * onRequest hook has to set request.context.
 */
export const rateLimits = fp(async (app: FastifyInstance, { limits, now }: RateLimitsOptions) => {
  if (!limits) return

  const limit = (scope: string, maximum: number) => rateLimit(scope, maximum, now)
  const signIn = limit('from an address that signs in', limits.address)
  const anonymous = limit('from an address without credentials', limits.address)
  const address = limit('from an address with credentials that were not accepted before', limits.address)
  const session = limit('for a session', limits.session)
  const client = limit('for a touchpoint', limits.client)

  /** Counts a request with accepted credentials by the session and the client, whichever is closer to its limit. */
  function countCaller(context: RequestContext): LimitState | undefined {
    const counted = app.authentication.countedAs(context)
    const ofSession = counted.session === undefined ? undefined : session(counted.session)
    if (ofSession?.isExceeded || counted.client === undefined) return ofSession
    const ofClient = client(counted.client)
    const isCloser = !ofSession || ofClient.isExceeded || ofClient.remaining < ofSession.remaining
    return isCloser ? ofClient : ofSession
  }

  function countAddress(request: FastifyRequest): LimitState {
    const { limitedAs, credentialsInBody } = request.routeOptions.config
    const isGuess = mayBeGuess(request.context)
    const isSignIn = limitedAs && !(isGuess && credentialsInBody)
    return (isSignIn ? signIn : isGuess ? address : anonymous)(callerAddress(request))
  }

  const countAfterLookUp = callbackify(
    async ({ context }: FastifyRequest, reply: FastifyReply, ofAddress: LimitState) => {
      const isAccepted = await app.authentication.areAccepted(context)
      const state = isAccepted ? countCaller(context) : ofAddress
      const error = state && answer(reply, state)
      if (error) throw error
    },
  )

  function count(request: FastifyRequest, reply: FastifyReply, next: (error?: Error) => void): void {
    const accepted = request.context.services.acceptedCredentials.has(request.context)
      ? countCaller(request.context)
      : undefined
    const state = accepted ?? countAddress(request)
    if (!accepted && state.isExceeded && mayBeGuess(request.context))
      return countAfterLookUp(request, reply, state, next)
    next(answer(reply, state))
  }

  app.addHook('onRequest', (request, reply, next) => {
    if (request.method === 'OPTIONS' || request.routeOptions.config.credentialsInBody) return next()
    count(request, reply, next)
  })
  app.addHook('onRoute', (route) => {
    if (route.config?.credentialsInBody) route.preHandler = count
  })
})

/** Whether it has credentials, which may be wrong. */
function mayBeGuess({ credentials, secret, invitationHash }: RequestContext): boolean {
  return Boolean(credentials ?? secret ?? invitationHash)
}

const windowMs = 60_000
/** Bounds the memory; the least recently used window is dropped first. */
const maximumWindows = 50_000

type LimitState = ReturnType<ReturnType<typeof rateLimit>>

/**
 * Counts the requests of each subject per minute, in the memory of this process. A window starts with its first request.
 * Requests over the limit are not counted.
 */
function rateLimit(scope: string, maximum: number, now: () => number) {
  /** With `max`, the cache would allocate all of its entries at once. */
  const windows = new LRUCache<string, { used: number; endsAt: number }>({
    maxSize: maximumWindows,
    sizeCalculation: () => 1,
  })
  return (subject: string) => {
    const at = now()
    let window = windows.get(subject)
    if (!window || window.endsAt <= at) {
      window = { used: 0, endsAt: at + windowMs }
      windows.set(subject, window)
    }
    const isExceeded = window.used >= maximum
    if (!isExceeded) window.used++
    const secondsLeft = Math.ceil((window.endsAt - at) / 1000)
    return { maximum, remaining: maximum - window.used, secondsLeft, isExceeded, scope }
  }
}

/** Sets the headers that describe the limit. Returns RATE_LIMITED if it is exceeded. */
function answer(reply: FastifyReply, state: LimitState): RequestError | undefined {
  const { maximum, remaining, secondsLeft, isExceeded, scope } = state
  reply.header('ratelimit-limit', maximum)
  reply.header('ratelimit-remaining', remaining)
  reply.header('ratelimit-reset', secondsLeft)
  if (!isExceeded) return undefined
  reply.header('retry-after', secondsLeft)
  return new RequestError('RATE_LIMITED', `At most ${maximum} requests per minute are allowed ${scope}.`)
}
