import type { FastifyCorsOptions } from '@fastify/cors'
import type { Config } from '../../settings/config.ts'

const rateLimitHeaders = 'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset'

const allowedHeaders = [
  'Content-Type',
  'Authorization',
  'Service-Touchpoint',
  'Service-Token',
  'X-Request-Id',
  'If-Match',
  'If-None-Match',
  'Idempotency-Key',
  'Prefer',
  'Range',
  'If-Range',
  'Cache-Control',
  // Assistants in browsers: the Model Context Protocol.
  'Mcp-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  // Tracing in browsers: W3C Trace Context and Baggage, and Sentry's own header.
  'traceparent',
  'tracestate',
  'baggage',
  'sentry-trace',
]

/** Allows pages of these origins to call the API. Browsers never add credentials themselves: they are headers. */
export function corsOptions({
  corsOrigins,
  corsHeaders,
}: Pick<Config, 'corsOrigins' | 'corsHeaders'>): FastifyCorsOptions {
  return {
    origin: (origin, decide) => decide(null, origin !== undefined && corsOrigins.includes(origin) ? origin : false),
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [...allowedHeaders, ...corsHeaders].join(', '),
    exposedHeaders:
      `X-Request-Id, Retry-After, ETag, Location, ${rateLimitHeaders}, ` +
      'Link, Preference-Applied, Allow, Accept-Patch, WWW-Authenticate, Accept-Ranges, Content-Range, Content-Disposition',
    // Browsers cache the response to a preflight for two hours at most.
    maxAge: 7200,
    strictPreflight: false,
  }
}
