import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import type { RateLimits } from '../config.ts'
import { RequestError } from '../errors.ts'
import { callerAddress } from './caller-address.ts'
import { RateLimitStore } from './rate-limit-store.ts'
import type { SharedUsage } from './shared-usage.ts'

/** Bounds the memory. The least recently used token is dropped first, and counts by address until it is accepted again. */
const maximumAcceptedTokens = 100_000

export interface RateLimitOptions {
  /** Undefined if requests are not limited. */
  limits: RateLimits | undefined
  /** A monotonic clock in milliseconds. */
  now: () => number
  /** Undefined if usage is not shared with other processes. */
  sharedUsage: SharedUsage | undefined
}

/**
 * Limits the requests of its scope per minute: by session and touchpoint if this process has already accepted the token,
 * otherwise by address. Requests without credentials are counted separately, so that they do not use up the limit of new
 * sessions. An earlier onRequest hook has to set request.context.
 */
export const rateLimits = fp(async (app: FastifyInstance, { limits, now, sharedUsage }: RateLimitOptions) => {
  if (!limits) return

  class Store extends RateLimitStore {
    constructor() {
      super(now, sharedUsage)
    }
  }
  await app.register(fastifyRateLimit, { global: false, timeWindow: '1 minute', store: Store })
  const limitAddress = app.createRateLimit({
    max: limits.address,
    keyGenerator: (request) => `address ${callerAddress(request)}`,
  })
  const limitAnonymous = app.createRateLimit({
    max: limits.address,
    keyGenerator: (request) => `anonymous ${callerAddress(request)}`,
  })
  const limitSession = app.createRateLimit({
    max: limits.session,
    keyGenerator: ({ context }) => `session ${context.credentials?.tokenHash}`,
  })
  const limitTouchpoint = app.createRateLimit({
    max: limits.touchpoint,
    keyGenerator: ({ context }) => `touchpoint ${context.credentials?.touchpoint}`,
  })

  /** The touchpoint of every accepted token, by token hash. */
  const acceptedTokens = new LRUCache<string, string>({ max: maximumAcceptedTokens })

  app.addHook('onRequest', async (request, reply) => {
    const { credentials } = request.context
    if (request.method === 'OPTIONS') return
    if (!credentials) return consume(limitAnonymous, request, reply, 'from an address without credentials')
    if (acceptedTokens.get(credentials.tokenHash) === credentials.touchpoint) {
      await consume(limitSession, request, reply, 'for a session')
      await consume(limitTouchpoint, request, reply, 'for a touchpoint')
    } else {
      await consume(limitAddress, request, reply, 'from an address with tokens that were not accepted before')
    }
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

type Limiter = ReturnType<FastifyInstance['createRateLimit']>

/** Counts the request. Throws RATE_LIMITED if the limit is exceeded. */
async function consume(limiter: Limiter, request: FastifyRequest, reply: FastifyReply, scope: string): Promise<void> {
  const usage = await limiter(request)
  // True only for entries of an allow list, which is not used.
  if (usage.isAllowed) return
  const { max, remaining, ttlInSeconds, isExceeded } = usage
  // The headers describe the exceeded limit, or the one with the fewest requests left.
  if (isExceeded || remaining < Number(reply.getHeader('ratelimit-remaining') ?? Infinity)) {
    reply.headers({ 'ratelimit-limit': max, 'ratelimit-remaining': remaining, 'ratelimit-reset': ttlInSeconds })
  }
  if (!isExceeded) return
  reply.header('retry-after', ttlInSeconds)
  throw new RequestError('RATE_LIMITED', `At most ${max} requests per minute are allowed ${scope}.`)
}
