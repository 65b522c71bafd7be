import type { GraphQLParams } from 'graphql-yoga'
import { RequestError } from '../errors/request-error.ts'
import { mediaRanges } from '../http/accept.ts'

const mediaTypes = new Set([
  '*/*',
  'application/*',
  'application/json',
  'application/graphql-response+json',
  'text/event-stream',
  'multipart/mixed',
])

/** The media types of responses that the caller accepts, each once. */
export function acceptedMediaTypes(accept: string | undefined): string[] {
  if (!accept) return ['*/*']
  if (mediaTypes.has(accept)) return [accept]
  const accepted = mediaRanges(accept).flatMap(({ type, parameters }) => {
    const isExcluded = parameters.some((parameter) => /^q=0(\.0*)?$|^charset=(?!"?utf-8"?$)/.test(parameter))
    return mediaTypes.has(type) && !isExcluded ? [type] : []
  })
  return [...new Set(accepted)]
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
