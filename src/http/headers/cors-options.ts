import type { FastifyCorsOptions } from '@fastify/cors'
import type { Config } from '../../settings/config.ts'

const rateLimitHeaders = 'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset'

/**
 * Allows pages of these origins to call the API, with all headers that they ask for: other clients can send them too. Browsers never add
 * credentials themselves: they are headers.
 */
export function corsOptions({ corsOrigins }: Pick<Config, 'corsOrigins'>): FastifyCorsOptions {
  return {
    origin: (origin, decide) => decide(null, origin !== undefined && corsOrigins.includes(origin) ? origin : false),
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders:
      `X-Request-Id, Retry-After, ETag, Location, ${rateLimitHeaders}, ` +
      'Link, Preference-Applied, Allow, Accept-Patch, WWW-Authenticate, Accept-Ranges, Content-Range, Content-Disposition',
    // Browsers cache the response to a preflight for two hours at most.
    maxAge: 7200,
    strictPreflight: false,
  }
}
