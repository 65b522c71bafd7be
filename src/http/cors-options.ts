import type { FastifyCorsOptions } from '@fastify/cors'

const rateLimitHeaders = 'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset'

/** Allows pages of these origins to call the API. Browsers never add credentials themselves: they are headers. */
export function corsOptions(origins: readonly string[]): FastifyCorsOptions {
  return {
    origin: (origin, decide) => decide(null, origin !== undefined && origins.includes(origin) ? origin : false),
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders:
      'Content-Type, Service-Touchpoint, Service-Token, X-Request-Id, If-Match, If-None-Match, Idempotency-Key, Prefer, ' +
      'traceparent',
    exposedHeaders:
      `X-Request-Id, Retry-After, ETag, Location, ${rateLimitHeaders}, ` +
      'Deprecation, Sunset, Link, Preference-Applied',
    // Browsers cache the response to a preflight for two hours at most.
    maxAge: 7200,
    strictPreflight: false,
  }
}
