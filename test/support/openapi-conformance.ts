import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { targetOf } from './fuzz/answers.ts'

interface Sent {
  method: string
  target: string
  body?: string | Uint8Array | undefined
}

interface Answered {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

interface Reference {
  $ref: string
}
interface Parameter {
  name: string
  in: string
  schema: object
}
interface Content {
  [mediaType: string]: { schema: Reference }
}
export interface ResponseObject {
  headers?: Record<string, Reference | HeaderObject>
  content?: Content
}
interface HeaderObject {
  required?: boolean
  schema: { type: string }
}
export interface OperationObject {
  operationId: string
  security?: object[]
  parameters: (Parameter | Reference)[]
  requestBody?: { content: Content }
  responses: Record<string, ResponseObject | Reference>
}

/** What openapi.json says, as it is committed. */
export const openapiDocument = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8'))

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true })
formats.default(ajv)
ajv.addVocabulary(Object.keys(openapiDocument))
ajv.addSchema(closed(openapiDocument), 'rest')
const compiled = new Map<object, ValidateFunction>()

/** Answers may get new members, so that the document lets them; here each has to be described. */
function closed(document: typeof openapiDocument): typeof openapiDocument {
  const copy = structuredClone(document)
  for (const [name, schema] of Object.entries(copy.components.schemas)) if (!name.endsWith('Input')) close(schema)
  return copy
}

function close(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  if ('properties' in schema) Object.assign(schema, { additionalProperties: false })
  for (const part of Object.values(schema)) close(part)
}

/** Throws where the document does not say that a request to the REST API may be answered so. */
export function assertConforms(sent: Sent, { status, headers, body }: Answered): void {
  const { path, query } = targetOf(sent)
  const isBeside = besideTheApi.test(path)
  if (!path.startsWith('/api/') || (isBeside && status < 400) || isPreflight(headers)) return
  const pattern = Object.keys(openapiDocument.paths).find((each) => templateOf(each).test(path))
  const operation: OperationObject | undefined = pattern && openapiDocument.paths[pattern][sent.method.toLowerCase()]
  const response = resolve(
    operation?.responses[status] ?? responseBefore(isBeside || pattern !== undefined, isBeside || !pattern, status),
  )
  const what = `${sent.method} ${pattern ?? 'of an unknown path'} answered ${status}`
  assert.ok(response, `${what}, which is not described.`)
  assertHeaders(what, response, headers)
  assertContent(what, sent.method === 'HEAD' ? {} : (response.content ?? {}), headers, body)
  if (operation && status < 300 && sent.method !== 'OPTIONS')
    assertSent(what, operation, pattern!, path, query, sent.body)
}

/** As fetch; an answer of the REST API that openapi.json does not describe is a failure. */
export async function fetchConforming(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(url, init)
  const { pathname, search } = new URL(url)
  const { method = 'GET', body } = init
  const sent = { method, target: pathname + search, body: typeof body === 'string' ? body : undefined }
  const { status, headers } = answer
  assertConforms(sent, { status, headers: Object.fromEntries(headers), body: await answer.clone().text() })
  return answer
}

/** The page is for people, and no more part of the API than the document is. */
const besideTheApi = /^\/api\/v4\/(?:openapi\.json|docs|docs\/openapi-explorer\.js)$/

/** What browsers ask before a page's request is a matter between them and the server. */
function isPreflight(headers: IncomingHttpHeaders): boolean {
  return headers['access-control-allow-methods'] !== undefined
}

function templateOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/, '([^/]+)')}$`)
}

/** What may be answered before it is known which operation is meant; the document has no operation to say so. */
function responseBefore(mayRefuseMethod: boolean, mayBeUnknown: boolean, status: number): Reference | undefined {
  const names: Record<number, string> = {
    ...(mayBeUnknown && { 404: 'NotFound' }),
    ...(mayRefuseMethod && { 405: 'MethodNotAllowed' }),
    408: 'RequestTimeout',
    429: 'TooManyRequests',
    431: 'RequestHeaderFieldsTooLarge',
    503: 'Unavailable',
  }
  return status in names ? { $ref: `#/components/responses/${names[status]}` } : undefined
}

function assertHeaders(what: string, { headers: described = {} }: ResponseObject, headers: IncomingHttpHeaders): void {
  for (const [name, header] of Object.entries(described)) {
    const { required, schema } = resolve(header)!
    const value = headers[name.toLowerCase()]
    assert.ok(value !== undefined || !required, `${what} without ${name}.`)
    if (value !== undefined)
      assertValid(`${name} where ${what}`, schema, schema.type === 'integer' ? Number(value) : value)
  }
}

function assertContent(what: string, content: Content, headers: IncomingHttpHeaders, body: string): void {
  const type = headers['content-type'] ?? ''
  if (Object.keys(content).length === 0) return assert.equal(body, '', `${what} with a body.`)
  const media = content[type]
  assert.ok(media, `${what} as ${type}.`)
  assertValid(`The body where ${what}`, media.schema, JSON.parse(body))
}

/** What was taken has to be described too. */
function assertSent(
  what: string,
  operation: OperationObject,
  pattern: string,
  path: string,
  query: URLSearchParams,
  body: Sent['body'],
): void {
  for (const parameter of operation.parameters) {
    if ('$ref' in parameter || parameter.in === 'header') continue
    const value =
      parameter.in === 'query' ? query.get(parameter.name) : decodeURIComponent(templateOf(pattern).exec(path)![1]!)
    if (value !== null)
      assertValid(`${parameter.name} where ${what}`, parameter.schema, parameter.in === 'path' ? Number(value) : value)
  }
  const media = operation.requestBody?.content['application/json']
  if (!media) return
  assert.ok(body !== undefined, `${what} to no body.`)
  assertValid(`What was sent where ${what}`, media.schema, JSON.parse(new TextDecoder().decode(Buffer.from(body))))
}

function assertValid(what: string, schema: object, value: unknown): void {
  let validate = compiled.get(schema)
  if (!validate) {
    validate = '$ref' in schema ? ajv.compile({ $ref: `rest${String(schema.$ref)}` }) : ajv.compile(schema)
    compiled.set(schema, validate)
  }
  assert.ok(validate(value), `${what}: ${ajv.errorsText(validate.errors)}`)
}

/** What a reference leads to. */
export function resolve<Part extends object>(
  part: Part | Reference | undefined,
  document = openapiDocument,
): Part | undefined {
  if (!part || !('$ref' in part)) return part
  const [, , group, name] = part.$ref.split('/')
  return document.components[group!][name!] as Part
}
