import { callbackify } from 'node:util'
import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { hasSession } from '../auth/authenticate.ts'
import { resolveJwt } from '../auth/issuer/resolve-jwt.ts'
import type { Credentials } from '../auth/viewer.ts'
import type { RateLimits } from '../config.ts'
import type { RequestContext } from '../context.ts'
import { RequestError } from '../errors.ts'
import { callerAddress } from './caller-address.ts'
import { type LimitState, RateLimit } from './rate-limit.ts'
import type { SharedUsage } from './shared-usage.ts'

/** Bounds the memory. The least recently used token is dropped first, and counts by address until it is accepted again. */
const maximumAcceptedTokens = 100_000

const unknownTokens = 'from an address with tokens that were not accepted before'

export interface RateLimitsOptions {
  /** Undefined if requests are not limited. */
  limits: RateLimits | undefined
  /** A monotonic clock in milliseconds. */
  now: () => number
  /** Undefined if usage is not shared with other processes. */
  sharedUsage: SharedUsage | undefined
}

/**
 * Limits the requests of its scope per minute: by session and touchpoint if this process has already accepted the token,
 * otherwise by address. An address over its limit locks out nobody: the database is asked for each new token, and only
 * wrong ones are rejected. Requests without credentials are counted separately, so that they do not use up the limit of
 * new sessions. An earlier onRequest hook has to set request.context.
 */
export const rateLimits = fp(async (app: FastifyInstance, { limits, now, sharedUsage }: RateLimitsOptions) => {
  if (!limits) return

  const newLimit = (name: string, maximum: number) => new RateLimit({ name, maximum, now, sharedUsage })
  const anonymous = newLimit('anonymous', limits.address)
  const address = newLimit('address', limits.address)
  const session = newLimit('session', limits.session)
  const touchpoint = newLimit('touchpoint', limits.touchpoint)

  /** The touchpoint of every accepted token, by token hash. With `max`, the cache would allocate all of its entries at once. */
  const acceptedTokens = new LRUCache<string, string>({ maxSize: maximumAcceptedTokens, sizeCalculation: () => 1 })

  function countSession(reply: FastifyReply, { tokenHash, touchpoint: code }: Credentials): RequestError | undefined {
    const ofSession = session.count(tokenHash)
    if (ofSession.isExceeded) return answer(reply, ofSession, 'for a session')
    const ofTouchpoint = touchpoint.count(code)
    const isCloser = ofTouchpoint.isExceeded || ofTouchpoint.remaining < ofSession.remaining
    return answer(reply, isCloser ? ofTouchpoint : ofSession, 'for a touchpoint')
  }

  const countNewToken = callbackify(async (reply: FastifyReply, context: RequestContext, ofAddress: LimitState) => {
    await resolveJwt(context)
    const { credentials, services } = context
    const isAccepted = credentials && (await hasSession(services.database, credentials))
    const error = isAccepted ? countSession(reply, credentials) : answer(reply, ofAddress, unknownTokens)
    if (error) throw error
  })

  app.addHook('onRequest', (request, reply, next) => {
    const { credentials } = request.context
    if (request.method === 'OPTIONS') return next()
    if (!credentials) {
      return next(answer(reply, anonymous.count(callerAddress(request)), 'from an address without credentials'))
    }
    if (acceptedTokens.get(credentials.tokenHash) === credentials.touchpoint) {
      return next(countSession(reply, credentials))
    }
    const ofAddress = address.count(callerAddress(request))
    if (ofAddress.isExceeded) return countNewToken(reply, request.context, ofAddress, next)
    next(answer(reply, ofAddress, unknownTokens))
  })

  // Not onResponse: a client may send its next request before that.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    const { credentials, viewer } = request.context
    if (!credentials || viewer === undefined) return done()
    const { tokenHash, touchpoint } = credentials
    const isAccepted = acceptedTokens.peek(tokenHash) === touchpoint
    if (viewer && !isAccepted) acceptedTokens.set(tokenHash, touchpoint)
    // A token is also rejected with another touchpoint. It stays accepted with its own.
    if (!viewer && isAccepted) acceptedTokens.delete(tokenHash)
    done()
  })

  if (!sharedUsage) return
  app.addHook('onReady', async () => sharedUsage.start())
  app.addHook('onClose', () => sharedUsage.close())
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
