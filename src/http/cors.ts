import type { IncomingMessage } from 'node:http'
import type { Answer, HttpResponse } from './send.ts'

const exposed = 'X-Request-Id, Retry-After, ETag, RateLimit, RateLimit-Policy, Deprecation, Sunset, Link'

/** What a page may send; credentials are headers, so that nothing is ever allowed that a browser adds by itself. */
const preflight: Answer = {
  status: 204,
  headers: {
    'access-control-allow-methods': 'GET, POST, PUT',
    'access-control-allow-headers':
      'Content-Type, Service-Touchpoint, Service-Token, X-Request-Id, If-None-Match, traceparent',
    // Browsers keep it for two hours at most.
    'access-control-max-age': '7200',
  },
  body: undefined,
}

/**
 * Lets the pages of the allowed origins read the answer. Gives the answer where the request is a browser's question
 * whether such a page may ask. Everybody else is allowed nothing.
 */
export function allowOrigin(
  { method, headers }: IncomingMessage,
  response: HttpResponse,
  allowed: readonly string[],
): Answer | undefined {
  const { origin } = headers
  if (allowed.length === 0) return undefined
  if (origin === undefined || !allowed.includes(origin)) {
    // A cache that keeps this answer must not give it to a page that is allowed.
    response.corsHeaders = {}
    return undefined
  }
  response.corsHeaders = { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed }
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined ? preflight : undefined
}
