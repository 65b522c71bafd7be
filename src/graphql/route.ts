import type { IncomingMessage } from 'node:http'
import { GraphQLError } from 'graphql'
import type { GraphQLParams } from 'graphql-yoga'
import { RequestError } from '../errors.ts'
import { acceptsHtml } from '../http/accept.ts'
import { decodeUtf8, readBody, requireJson } from '../http/body.ts'
import { sendCompressed } from '../http/encoded-variants.ts'
import { unlessKnown } from '../http/etag.ts'
import { type Answer, type HttpResponse, send } from '../http/send.ts'
import type { RequestContext } from '../context.ts'
import type { Executor } from './executor.ts'
import type { Playground } from '../pages/playground.ts'
import type { CachedResult } from './response-cache.ts'

/**
 * Answers a request to /graphql. An ordinary JSON POST is executed at once; everything unusual, and everything that
 * was not executed, goes through Yoga's fetch layer, which knows all of GraphQL over HTTP.
 */
export async function answerGraphql(
  executor: Executor,
  request: IncomingMessage,
  response: HttpResponse,
  context: RequestContext,
  playground?: Playground,
): Promise<void> {
  if (playground && isVisit(request))
    return sendCompressed(request, response, unlessKnown(request, await playground.page()))
  if (request.method === 'OPTIONS') return send(response, { status: 204, headers: { allow: methods }, body: undefined })
  const isGet = request.method === 'GET' || request.method === 'HEAD'
  if (!isGet && request.method !== 'POST') return send(response, methodNotAllowed)
  const accepted = acceptedTypes(request)
  if (accepted.length === 0) return send(response, notAcceptable)
  let body: string | undefined
  if (request.method === 'POST') {
    requireJson(request)
    body = decodeUtf8(await readBody(request))
    context.hasManyVariables = body.length > ordinaryBodyLength
    const type = ordinaryMediaType(request)
    const params = type && ordinaryParams(body)
    if (params) {
      try {
        const result = await executor.execute(params, context)
        if (result.data !== undefined) {
          const { json, forms } = result as CachedResult | Partial<Record<keyof CachedResult, undefined>>
          const headers = { 'content-type': type }
          return sendCompressed(request, response, {
            status: 200,
            headers,
            body: json ?? JSON.stringify(result),
            forms,
          })
        }
      } catch (error) {
        // What is refused before it is executed, Yoga's fetch layer refuses again, and answers.
        if (!(error instanceof GraphQLError)) throw error
      }
    }
  }
  if (isGet) {
    context.hasManyVariables = true
    requireJsonParameters(request)
  }
  await answerByFetch(executor, request, { accepted, body }, response, context)
}

function isVisit(request: IncomingMessage): boolean {
  return (request.method === 'GET' || request.method === 'HEAD') && acceptsHtml(request)
}

const mediaTypes = new Set([
  '*/*',
  'application/*',
  'application/json',
  'application/graphql-response+json',
  'text/event-stream',
  'multipart/mixed',
])

/** Asked before anything is executed: a mutation whose result cannot be told must not be written. */
function acceptedTypes({ headers: { accept } }: IncomingMessage): string[] {
  if (!accept) return ['*/*']
  if (mediaTypes.has(accept)) return [accept]
  return accept.split(',').flatMap((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.replaceAll(/\s/g, '').toLowerCase())
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$|^charset=(?!"?utf-8"?$)/.test(parameter))
    return mediaTypes.has(type) && !isRefused ? [type] : []
  })
}

const notAcceptable: Answer = {
  status: 406,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify({
    errors: [
      {
        message: 'Accept must allow application/json or application/graphql-response+json. Nothing was executed.',
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ],
  }),
}

/** Up to here, what is said of wrong variables is short in any case. */
const ordinaryBodyLength = 8 * 1024

/** Throws BAD_USER_INPUT where Yoga would fail to parse a query parameter. */
function requireJsonParameters({ url = '' }: IncomingMessage): void {
  const parameters = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  for (const name of ['variables', 'extensions']) {
    try {
      JSON.parse(parameters.get(name) || 'null')
    } catch (cause) {
      throw new RequestError('BAD_USER_INPUT', `${name} must be JSON.`, { cause })
    }
  }
}

const methods = 'GET, HEAD, POST, OPTIONS'
const methodNotAllowed: Answer = {
  status: 405,
  headers: { 'content-type': 'application/json; charset=utf-8', allow: methods },
  body: JSON.stringify({
    errors: [{ message: `This path takes ${methods}.`, extensions: { code: 'BAD_USER_INPUT' } }],
  }),
}

/** The answer's type where the request asks for exactly one that Yoga would choose too. */
function ordinaryMediaType({ headers }: IncomingMessage): string | undefined {
  switch (headers.accept) {
    case undefined:
    case '*/*':
    case 'application/json':
      return 'application/json; charset=utf-8'
    case 'application/graphql-response+json':
      return 'application/graphql-response+json; charset=utf-8'
    default:
      return undefined
  }
}

/** What the server says of every answer itself. */
const notYogas = ['cache-control', 'connection', 'content-encoding', 'content-length', 'transfer-encoding']

/** The operation where the body is one with nothing unusual in it. */
function ordinaryParams(body: string): GraphQLParams | undefined {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { query, variables, operationName, ...others } = value as Record<string, unknown>
  const ordinary =
    (query === undefined ? namesDocument(others) : typeof query === 'string' && Object.keys(others).length === 0) &&
    (variables == null || (typeof variables === 'object' && !Array.isArray(variables))) &&
    (operationName == null || typeof operationName === 'string')
  return ordinary ? (value as GraphQLParams) : undefined
}

/** Whether the rest of an operation may be the hash of a trusted document, and nothing else. */
function namesDocument({ extensions, documentId, ...others }: Record<string, unknown>): boolean {
  const named = typeof documentId === 'string' || (typeof extensions === 'object' && extensions !== null)
  return named && Object.keys(others).length === 0
}

async function answerByFetch(
  executor: Executor,
  incoming: IncomingMessage,
  { accepted, body }: { accepted: string[]; body: string | undefined },
  response: HttpResponse,
  context: RequestContext,
): Promise<void> {
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    if (!name.startsWith(':')) values?.forEach((value) => headers.append(name, value))
  }
  // Both were judged before; Yoga would refuse other spellings, such as Application/JSON, the latter after it executed.
  headers.set('accept', accepted.join(', '))
  if (body !== undefined) headers.set('content-type', 'application/json')
  const url = new URL(incoming.url ?? '/', 'http://localhost')
  // Of what follows a HEAD, Node sends the headers alone.
  const method = incoming.method === 'POST' ? 'POST' : 'GET'
  const bodyInit = body ? { body } : {}
  const answer = await executor.fetch(new Request(url, { method, headers, ...bodyInit }), context)
  const content = Buffer.from(await answer.arrayBuffer())
  // The answer is sent whole, also where Yoga would have streamed it.
  for (const name of notYogas) answer.headers.delete(name)
  return sendCompressed(incoming, response, {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: content,
  })
}
