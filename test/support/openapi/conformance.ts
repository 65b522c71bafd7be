import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { targetOf } from '../fuzz/answers.ts'
import {
  type ContentObject,
  findRoute,
  openapiDocument,
  type OperationObject,
  type Reference,
  resolveReference,
  type ResponseObject,
} from './document.ts'

interface RestRequest {
  method: string
  target: string
  body?: string | Uint8Array | undefined
}

interface RestResponse {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true })
formats.default(ajv)
ajv.addVocabulary(Object.keys(openapiDocument))
ajv.addSchema(withoutAdditionalProperties(openapiDocument), 'rest')
const compiled = new Map<object, ValidateFunction>()

/** The document allows new members in responses. The tests accept only members that it describes. */
function withoutAdditionalProperties(document: typeof openapiDocument): typeof openapiDocument {
  const copy = structuredClone(document)
  for (const [name, schema] of Object.entries(copy.components.schemas)) if (!name.endsWith('Input')) close(schema)
  return copy
}

function close(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  if ('properties' in schema) Object.assign(schema, { additionalProperties: false })
  for (const part of Object.values(schema)) close(part)
}

/** Throws unless openapi.json describes the response to a request to the REST API. */
export function assertConforms(request: RestRequest, { status, headers, body }: RestResponse): void {
  const { path, query } = targetOf(request)
  const isPage = documentationPages.test(path)
  if (!path.startsWith('/api/') || (isPage && status < 400) || isPreflight(headers)) return
  // HEAD follows GET. OPTIONS is not described for each path.
  const route = findRoute(request.method === 'HEAD' ? 'GET' : request.method, path)
  if (request.method === 'OPTIONS' && route && status === 204) return assertAllowedMethods(headers, body)
  const described = route?.operation?.responses[status] ?? generalResponse(status, isPage, route !== undefined)
  const response = resolveReference(described)
  const { 'content-type': type = '' } = headers
  const isText = type.startsWith('text/') && (response?.content ?? {})[type.split(';', 1)[0]!] !== undefined
  const what = `${request.method} ${route?.path ?? 'of an unknown path'} answered ${status}`
  assert.ok(response, `${what}, which is not described.`)
  assertHeaders(what, response, headers)
  if (isText) return
  const { ETag: tag } = response.headers ?? {}
  if (tag && '$ref' in tag && tag.$ref.endsWith('/JsonETag')) assert.ok(headers.etag, `${what} as JSON without ETag.`)
  assertContent(what, request.method === 'HEAD' ? {} : (response.content ?? {}), headers, body)
  if (route?.operation && status < 300) {
    assertRequest(what, route.operation, route.parameters, query, request.body)
  }
}

/** Like fetch, but rejects if a response of the REST API does not match openapi.json. */
export async function fetchConforming(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, init)
  const { pathname, search } = new URL(url)
  const { method = 'GET', body } = init
  const request = { method, target: pathname + search, body: typeof body === 'string' ? body : undefined }
  const { status, headers } = response
  assertConforms(request, { status, headers: Object.fromEntries(headers), body: await response.clone().text() })
  return response
}

/** The document itself and its page are not part of the API. */
const documentationPages = /^\/api\/v4\/(?:openapi\.json|docs(?:\/[\w-]+\.(?:js|css))?)$/

/** CORS preflights are not part of the API either. */
function isPreflight(headers: IncomingHttpHeaders): boolean {
  return headers['access-control-allow-methods'] !== undefined
}

/** Responses that are sent before the operation is known. The document does not list them with an operation. */
function generalResponse(status: number, isPage: boolean, isKnownPath: boolean): Reference | undefined {
  const names: Record<number, string> = {
    // Under the name of another host.
    ...(isPage && { 403: 'Forbidden' }),
    ...((isPage || !isKnownPath) && { 404: 'NotFound' }),
    ...((isPage || isKnownPath) && { 405: 'MethodNotAllowed' }),
    408: 'RequestTimeout',
    429: 'TooManyRequests',
    431: 'RequestHeaderFieldsTooLarge',
    503: 'Unavailable',
  }
  return status in names ? { $ref: `#/components/responses/${names[status]}` } : undefined
}

function assertAllowedMethods(headers: IncomingHttpHeaders, body: string): void {
  for (const name of ['Allow', 'Cache-Control', 'X-Request-Id']) {
    assert.ok(headers[name.toLowerCase()], `OPTIONS answered without ${name}.`)
  }
  assert.equal(body, '', 'OPTIONS answered with a body.')
}

function assertHeaders(what: string, { headers: described = {} }: ResponseObject, headers: IncomingHttpHeaders): void {
  for (const [name, header] of Object.entries(described)) {
    const { required, schema } = resolveReference(header)!
    const value = headers[name.toLowerCase()]
    assert.ok(value !== undefined || !required, `${what} without ${name}.`)
    if (value === undefined) continue
    assertValid(`${name} where ${what}`, schema, schema.type === 'integer' ? Number(value) : value)
  }
}

function assertContent(what: string, content: ContentObject, headers: IncomingHttpHeaders, body: string): void {
  const type = headers['content-type'] ?? ''
  if (Object.keys(content).length === 0) return assert.equal(body, '', `${what} with a body.`)
  // The content of a file.
  if ('*/*' in content) return
  const media = content[type]
  assert.ok(media, `${what} as ${type}.`)
  assertValid(`The body where ${what}`, media.schema, JSON.parse(body))
}

/** An accepted request must be described too. */
function assertRequest(
  what: string,
  operation: OperationObject,
  inPath: Record<string, string>,
  query: URLSearchParams,
  body: RestRequest['body'],
): void {
  for (const parameter of operation.parameters) {
    if ('$ref' in parameter || parameter.in === 'header') continue
    const { name, schema } = parameter
    const values = parameter.in === 'path' ? [decodeURIComponent(inPath[name] ?? '')] : query.getAll(name)
    if (values.length > 0) assertValid(`${name} where ${what}`, schema, typedParameter(schema, values))
  }
  const media = operation.requestBody?.content['application/json']
  if (!media || (body === undefined && !operation.requestBody?.required)) return
  assert.ok(body !== undefined, `${what} to no body.`)
  const sent: unknown = JSON.parse(new TextDecoder().decode(Buffer.from(body)))
  assertValid(`The request body where ${what}`, media.schema, trimmed(sent))
}

/** Throws unless openapi.json describes the body of a webhook. */
export function assertWebhookConforms(name: 'caseEvent' | 'webhookTest', body: string): void {
  const { schema } = openapiDocument.webhooks[name].post.requestBody.content['application/json']
  assertValid(`The webhook ${name}`, schema, JSON.parse(body))
}

function typedParameter({ type }: { type?: string }, [value = '', ...others]: string[]): unknown {
  if (type === 'array') return [value, ...others]
  if (type === 'integer') return Number(value)
  return type === 'boolean' ? value === 'true' : value
}

/** The limits of comments concern their texts without leading and trailing white space. */
function trimmed(sent: unknown): unknown {
  if (typeof sent === 'string') return sent.trim()
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent
  return Object.fromEntries(
    Object.entries(sent).map(([key, value]) => {
      if (key === 'comments' && Array.isArray(value)) return [key, value.map(trimmed)]
      return [key, key === 'text' && typeof value === 'string' ? value.trim() : value]
    }),
  )
}

function assertValid(what: string, schema: object, value: unknown): void {
  let validate = compiled.get(schema)
  if (!validate) {
    validate = '$ref' in schema ? ajv.compile({ $ref: `rest${String(schema.$ref)}` }) : ajv.compile(schema)
    compiled.set(schema, validate)
  }
  assert.ok(validate(value), `${what}: ${ajv.errorsText(validate.errors)}`)
}
