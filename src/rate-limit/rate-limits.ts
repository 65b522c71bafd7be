import { callbackify } from 'node:util'
import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import { areAccepted } from '../auth/look-up-credentials.ts'
import type { Credentials, TouchpointSecret } from '../auth/viewer.ts'
import type { RateLimits } from '../config.ts'
import type { RequestContext } from '../context.ts'
import { RequestError } from '../errors.ts'
import { AcceptedCredentials } from './accepted-credentials.ts'
import { callerAddress } from './caller-address.ts'
import { type LimitState, RateLimit } from './rate-limit.ts'
import type { SharedUsage } from './shared-usage.ts'

const unknownCredentials = 'from an address with credentials that were not accepted before'

export interface RateLimitsOptions {
  /** Undefined if requests are not limited. */
  limits: RateLimits | undefined
  /** A monotonic clock in milliseconds. */
  now: () => number
  /** Undefined if usage is not shared with other processes. */
  sharedUsage: SharedUsage | undefined
}

/**
 * Limits the requests of its scope per minute. If this process has already accepted the credentials, it counts tokens by
 * session and touchpoint, and secrets by touchpoint. Otherwise it counts by address. An address over its limit locks out
 * nobody: the database is asked for new credentials, and only wrong ones are rejected. Requests without credentials are
 * counted separately, so that they do not use up the limit of new sessions. An earlier onRequest hook has to set
 * request.context.
 */
export const rateLimits = fp(async (app: FastifyInstance, { limits, now, sharedUsage }: RateLimitsOptions) => {
  if (!limits) return

  const newLimit = (name: string, maximum: number) => new RateLimit({ name, maximum, now, sharedUsage })
  const anonymous = newLimit('anonymous', limits.address)
  const address = newLimit('address', limits.address)
  const session = newLimit('session', limits.session)
  const touchpoint = newLimit('touchpoint', limits.touchpoint)

  const tokens = new AcceptedCredentials()
  const secrets = new AcceptedCredentials()

  function countSession(reply: FastifyReply, { tokenHash, touchpoint: code }: Credentials): RequestError | undefined {
    const ofSession = session.count(tokenHash)
    if (ofSession.isExceeded) return answer(reply, ofSession, 'for a session')
    const ofTouchpoint = touchpoint.count(code)
    const isCloser = ofTouchpoint.isExceeded || ofTouchpoint.remaining < ofSession.remaining
    return answer(reply, isCloser ? ofTouchpoint : ofSession, 'for a touchpoint')
  }
  const countSecret = (reply: FastifyReply, secret: TouchpointSecret) =>
    answer(reply, touchpoint.count(secret.touchpoint), 'for a touchpoint')

  const countAfterLookUp = callbackify(async (reply: FastifyReply, context: RequestContext, ofAddress: LimitState) => {
    const isAccepted = await areAccepted(context)
    const { credentials, secret } = context
    let error: RequestError | undefined
    if (!isAccepted) error = answer(reply, ofAddress, unknownCredentials)
    else if (credentials) error = countSession(reply, credentials)
    else if (secret) error = countSecret(reply, secret)
    if (error) throw error
  })

  app.addHook('onRequest', (request, reply, next) => {
    const { credentials, secret } = request.context
    if (request.method === 'OPTIONS') return next()
    if (credentials) {
      if (tokens.has(credentials.tokenHash, credentials.touchpoint)) return next(countSession(reply, credentials))
    } else if (secret) {
      if (secrets.has(secret.secretHash, secret.touchpoint)) return next(countSecret(reply, secret))
    } else {
      return next(answer(reply, anonymous.count(callerAddress(request)), 'from an address without credentials'))
    }
    const ofAddress = address.count(callerAddress(request))
    if (ofAddress.isExceeded) return countAfterLookUp(reply, request.context, ofAddress, next)
    next(answer(reply, ofAddress, unknownCredentials))
  })

  // Not onResponse: a client may send its next request before that.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    const { credentials, viewer, secret, isSecretAccepted, created } = request.context
    if (credentials && viewer !== undefined) tokens.note(credentials.tokenHash, credentials.touchpoint, viewer !== null)
    if (created) tokens.note(created.tokenHash, created.touchpoint, true)
    if (secret && isSecretAccepted !== undefined) secrets.note(secret.secretHash, secret.touchpoint, isSecretAccepted)
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
