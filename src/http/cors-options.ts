import type { FastifyCorsOptions } from '@fastify/cors'

/** Lets pages of these origins call from a browser. Credentials are headers, so no browser ever adds any by itself. */
export function corsOptions(origins: readonly string[]): FastifyCorsOptions {
  return {
    origin: (origin, decide) => decide(null, origin !== undefined && origins.includes(origin) ? origin : false),
    methods: ['GET', 'POST', 'PUT'],
    allowedHeaders: [
      'Content-Type',
      'Service-Touchpoint',
      'Service-Token',
      'X-Request-Id',
      'If-None-Match',
      'traceparent',
    ],
    exposedHeaders: [
      'X-Request-Id',
      'Retry-After',
      'ETag',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'Deprecation',
      'Sunset',
      'Link',
    ],
    // Browsers keep the answer to a preflight for two hours at most.
    maxAge: 7200,
    strictPreflight: false,
  }
}
