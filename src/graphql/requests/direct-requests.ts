import type { GraphQLParams } from 'graphql-yoga'
import { RequestError } from '../../errors/request-error.ts'
import { mediaRanges, qualityOf } from '../../http/headers/accept.ts'

const json = 'application/json'
/** By what Accept names. */
const mediaTypes: Readonly<Record<string, string>> = {
  '*/*': json,
  'application/*': json,
  'application/json': json,
  'application/graphql-response+json': 'application/graphql-response+json',
  'text/event-stream': 'text/event-stream',
  'multipart/mixed': 'multipart/mixed',
}
const isStreamed = (type: string) => !type.startsWith('application/')

/**
 * The media types of responses that the caller accepts, each once, and the most wanted first. At most one of them is a stream, because
 * Yoga would not choose by what is wanted.
 */
export function acceptedMediaTypes(accept = ''): string[] {
  const whole = accept || '*/*'
  if (Object.hasOwn(mediaTypes, whole)) return [mediaTypes[whole]!]
  const accepted = mediaRanges(accept).flatMap(({ type, parameters }) => {
    const isExcluded = parameters.some((parameter) => /^charset=(?!"?utf-8"?$)/.test(parameter))
    const named = Object.hasOwn(mediaTypes, type) && !isExcluded ? mediaTypes[type]! : []
    return [named].flat().map((type) => ({ type, quality: qualityOf(parameters) }))
  })
  const wanted = accepted.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  const types = [...new Set(wanted.map(({ type }) => type))]
  const stream = types.find(isStreamed)
  return types.filter((type) => type === stream || !isStreamed(type))
}

/** In which form the caller reads the results of a subscription, if it accepts one. Apollo's clients want each result in a payload. */
export function streamOf(accept = ''): 'results' | 'payloads' | undefined {
  const stream = acceptedMediaTypes(accept).find(isStreamed)
  if (stream === undefined) return undefined
  return stream === 'multipart/mixed' && /;\s*subscriptionspec=/i.test(accept) ? 'payloads' : 'results'
}

/** The type of the response if the caller accepts exactly one, which Yoga would choose too. */
export function directMediaType(accept: string | undefined) {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return 'application/json'
  return accept === 'application/graphql-response+json' ? accept : undefined
}

/** Returns the parameters if the body is an ordinary request for one operation. */
export function directParams(body: string): GraphQLParams | undefined {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { query, variables, operationName, ...others } = value as Record<string, unknown>
  const hasText = typeof query === 'string' && Object.keys(others).length === 0
  const isDirect =
    (hasText || (query === undefined && isDocumentReference(others))) &&
    (variables == null || (typeof variables === 'object' && !Array.isArray(variables))) &&
    (operationName == null || typeof operationName === 'string')
  return isDirect ? (value as GraphQLParams) : undefined
}

/** Whether the members are the hash of a trusted document and nothing else. */
function isDocumentReference({ extensions, documentId, ...others }: Record<string, unknown>): boolean {
  const hasHash = typeof documentId === 'string' || (typeof extensions === 'object' && extensions !== null)
  const isValid = extensions == null || typeof extensions === 'object'
  return hasHash && isValid && Object.keys(others).length === 0
}

/** Throws BAD_USER_INPUT for query parameters that Yoga would fail to parse. */
export function requireJsonParameters(query: URLSearchParams): void {
  for (const name of ['variables', 'extensions']) {
    try {
      JSON.parse(query.get(name) || 'null')
    } catch (cause) {
      throw new RequestError('BAD_USER_INPUT', `${name} must be valid JSON.`, { cause })
    }
  }
}
