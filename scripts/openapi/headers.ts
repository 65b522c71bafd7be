import { retryAfterSeconds } from '../../src/errors/request-error.ts'

interface Header {
  description: string
  required?: true
  schema: object
  example?: unknown
}

const always = { required: true } as const
const etag = { type: 'string', pattern: '^(W/)?"[\\x21\\x23-\\x7e]*"$' }
const text = { type: 'string' }

/** The schema of request IDs. */
export const requestId = { type: 'string', pattern: '^[A-Za-z0-9_.:-]+$', maxLength: 128 }

/** The response headers that the service defines or sets to fixed values. */
export const headers = {
  RequestId: { ...always, description: 'The request ID: the one that was sent, or a new one.', schema: requestId },
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
  NoStore: {
    ...always,
    description: 'The response must not be stored.',
    schema: { type: 'string', enum: ['no-store'] },
  },
  Revalidate: {
    ...always,
    description: 'Only the caller may store the response, and must revalidate it before each use.',
    schema: { type: 'string', enum: ['private, no-cache'] },
  },
  Vary: {
    ...always,
    description: 'The request headers that the response depends on.',
    schema: text,
    example: 'Service-Touchpoint, Service-Token',
  },
  ETag: {
    ...always,
    description: 'Identifies the content of the response. Send it as If-None-Match to revalidate the response.',
    schema: etag,
  },
  JsonETag: {
    description:
      'Identifies the content of the response as JSON. Send it as If-None-Match to revalidate the response. Missing in other media types.',
    schema: etag,
  },
  ReferenceLink: {
    ...always,
    description: 'Links to this description (`service-desc`) and, if it is served, to its page (`service-doc`).',
    schema: text,
    example: '</api/v4/openapi.json>; rel="service-desc"',
  },
  PreferenceApplied: {
    description: 'The preference of the Prefer header that was applied.',
    schema: { type: 'string', enum: ['handling=strict', 'handling=lenient'] },
  },
  PreferencesApplied: {
    description: 'The preferences of the Prefer header that were applied.',
    schema: { type: 'string', pattern: '^(handling=(strict|lenient))?(, )?(wait=\\d+)?$' },
  },
  PageLinks: {
    description: 'Links to the next page (`next`) and to the previous one (`prev`), if there are any (RFC 8288).',
    schema: text,
    example: '</api/v4/cases?first=20&after=MTc4Mi4xMDA3>; rel="next"',
  },
  AcceptPatch: {
    description: 'The media types that PATCH accepts. Sent in response to PATCH.',
    schema: text,
    example: 'application/merge-patch+json, application/json',
  },
  WrittenETag: {
    description:
      'Identifies the version of the case, or the revision of the configuration, after the change. Send it as If-Match with ' +
      'the next change. Missing in a dry run, and if there is no case.',
    schema: etag,
  },
  Location: {
    description: 'The path of what was created. Missing in a dry run, and if the caller cannot read the new case.',
    schema: { type: 'string', format: 'uri-reference' },
    example: '/api/v4/cases/1009',
  },
  Allow: { ...always, description: 'The methods that the path allows.', schema: text, example: 'PUT, OPTIONS' },
  Challenge: {
    ...always,
    description:
      'The authentication schemes that the service accepts. `Bearer` is among them if an issuer is configured. If a bearer token ' +
      'was rejected, the header has only the error of RFC 6750.',
    schema: { type: 'string', enum: ['Service-Token', 'Service-Token, Bearer', 'Bearer error="invalid_token"'] },
  },
  RetryAfter: {
    ...always,
    description: 'The number of seconds to wait before retrying.',
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
const applied = { 'Preference-Applied': reference('PreferenceApplied') }
const statusHeaders: Record<number, Record<string, object>> = {
  200: { ...limits, ...applied },
  201: { ...limits, ...applied },
  202: { ...limits, ...applied },
  204: { ...limits, ...applied },
  400: { ...limits, ...applied },
  401: { 'WWW-Authenticate': reference('Challenge') },
  404: { ...limits, Link: reference('ReferenceLink') },
  405: { ...limits, Allow: reference('Allow') },
  415: { ...limits, 'Accept-Patch': reference('AcceptPatch') },
  429: { ...limits, 'Retry-After': reference('RetryAfter') },
  503: { ...limits, 'Retry-After': reference('RetryAfter') },
}

/** The headers of a response with this status that must not be stored. `names` are those that only some routes send. */
export function headersOf(status: number, names: readonly Name[] = []): Record<string, object> {
  return {
    'X-Request-Id': reference('RequestId'),
    'Cache-Control': reference('NoStore'),
    ...(statusHeaders[status] ?? limits),
    ...Object.fromEntries(names.map((name) => [name, reference(name === 'ETag' ? 'WrittenETag' : name)])),
  }
}

/** The headers of a response that its caller may store. */
export function conditionalHeaders(isPage: boolean): Record<string, object> {
  const link = isPage ? { Link: reference('PageLinks') } : {}
  const caching = { 'Cache-Control': reference('Revalidate'), Vary: reference('Vary'), ETag: reference('ETag') }
  return { 'X-Request-Id': reference('RequestId'), ...caching, ...link, ...limits, ...applied }
}

/** The link is only in the answer to an empty ID. */
export const readNotFoundHeaders: Record<string, object> = {
  ...headersOf(404),
  Link: { ...headers.ReferenceLink, required: false },
}
