import { retryAfterSeconds } from '../../src/errors.ts'

interface Header {
  description: string
  required?: true
  schema: object
  example?: unknown
}

const always = { required: true } as const
const text = { type: 'string' }

/** Every header that an answer may have beside those of HTTP itself. */
export const headers = {
  RequestId: { ...always, description: 'The id of the request: the one that was sent, or a new one.', schema: text },
  RateLimitLimit: {
    description: 'The number of requests allowed per minute. Sent if rate limiting is on.',
    schema: { type: 'integer', minimum: 1 },
    example: 3000,
  },
  RateLimitRemaining: {
    description: 'The number of requests left in the current window. Sent if rate limiting is on.',
    schema: { type: 'integer', minimum: 0 },
    example: 2999,
  },
  RateLimitReset: {
    description: 'The number of seconds until the current window ends. Sent if rate limiting is on.',
    schema: { type: 'integer', minimum: 0 },
    example: 60,
  },
  NoStore: { ...always, description: 'Nobody may store the answer.', schema: { type: 'string', enum: ['no-store'] } },
  Revalidate: {
    ...always,
    description: 'Only the caller may store the answer, and has to ask whether it is still right.',
    schema: { type: 'string', enum: ['private, no-cache'] },
  },
  Vary: {
    ...always,
    description: 'The headers that the answer depends on.',
    schema: text,
    example: 'Service-Touchpoint, Service-Token',
  },
  ETag: {
    ...always,
    description: 'Stands for the answer; to be sent as If-None-Match.',
    schema: { type: 'string', pattern: '^(W/)?"[\\x21\\x23-\\x7e]*"$' },
  },
  Allow: { ...always, description: 'The methods of the path.', schema: text, example: 'PUT, OPTIONS' },
  Challenge: { ...always, description: 'What is missing.', schema: { type: 'string', enum: ['Service-Token'] } },
  RetryAfter: {
    ...always,
    description: 'After how many seconds to try again.',
    schema: { type: 'integer', minimum: 1 },
    example: retryAfterSeconds,
  },
} satisfies Record<string, Header>

type Name = keyof typeof headers

const reference = (name: Name) => ({ $ref: `#/components/headers/${name}` })

const limits = {
  'RateLimit-Limit': reference('RateLimitLimit'),
  'RateLimit-Remaining': reference('RateLimitRemaining'),
  'RateLimit-Reset': reference('RateLimitReset'),
}
const beside: Record<number, Record<string, object>> = {
  401: { 'WWW-Authenticate': reference('Challenge') },
  405: { ...limits, Allow: reference('Allow') },
  // These describe the limit that was exceeded.
  429: {
    'RateLimit-Limit': { ...headers.RateLimitLimit, ...always },
    'RateLimit-Remaining': { ...headers.RateLimitRemaining, ...always },
    'RateLimit-Reset': { ...headers.RateLimitReset, ...always },
    'Retry-After': reference('RetryAfter'),
  },
  503: { ...limits, 'Retry-After': reference('RetryAfter') },
}

/** Those of an answer with this status that is not kept by anybody. */
export function headersOf(status: number): Record<string, object> {
  return {
    'X-Request-Id': reference('RequestId'),
    'Cache-Control': reference('NoStore'),
    ...(beside[status] ?? limits),
  }
}

/** Those of an answer that its caller may keep. */
export function conditionalHeaders(): Record<string, object> {
  const caching = { 'Cache-Control': reference('Revalidate'), Vary: reference('Vary'), ETag: reference('ETag') }
  return { 'X-Request-Id': reference('RequestId'), ...caching, ...limits }
}

export function methodHeaders(): Record<string, object> {
  return { 'X-Request-Id': reference('RequestId'), 'Cache-Control': reference('NoStore'), Allow: reference('Allow') }
}
