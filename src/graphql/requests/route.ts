import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { processRegularResult } from 'graphql-yoga'
import { requestErrors } from '../../errors/request-errors.ts'
import { acceptsHtml } from '../../http/headers/accepts-html.ts'
import { allowMethods } from '../../http/allowed-methods.ts'
import { decodeUtf8, requireMediaType, takeRawBodies } from '../../http/requests/json-body.ts'
import { queryOf } from '../../http/requests/request-context.ts'
import { requireUtf8Query } from '../../http/requests/request-target.ts'
import { asRequestError, RouteError, setErrorStatus } from '../../http/requests/request-error.ts'
import { sendUnread } from '../../http/connections/unread-body.ts'
import { countedFrom } from '../../http/response-memory.ts'
import { CachedResult, resultText } from '../result-text.ts'
import type { Executor } from '../executor.ts'
import {
  acceptedMediaTypes,
  directMediaType,
  directParams,
  requireJsonParameters,
  streamOf,
} from './direct-requests.ts'

interface GraphqlRouteOptions {
  executor: Executor
  /** What a browser gets that opens the address without a query. By default it gets the error as JSON. */
  pageWithoutQuery: { body: string; headers: Record<string, string> } | undefined
}

/**
 * /graphql. An ordinary JSON POST is executed directly. Everything else goes through Yoga's fetch layer, which supports
 * all of GraphQL over HTTP. The choice is made before execution, and rejections are sent in the same way.
 */
export async function graphqlRoute(app: FastifyInstance, options: GraphqlRouteOptions): Promise<void> {
  const { executor, pageWithoutQuery } = options
  addPosts(app, '/graphql', executor)
  app.get('/graphql', { onRequest: [requireAcceptable, checkParameters] }, (request, reply) => {
    if (pageWithoutQuery && queryOf(request).size === 0 && acceptsHtml(request)) {
      return reply.code(400).headers(pageWithoutQuery.headers).serializer(String).send(pageWithoutQuery.body)
    }
    request.context.hasManyVariables = true
    return executeByFetch(executor, request, reply)
  })
  allowMethods(app, '/graphql', ['GET', 'HEAD', 'POST'])
}

/** POST requests of the pages of this server, for the same operations. Queries in URLs would appear in the logs of proxies. */
export async function graphqlPosts(app: FastifyInstance, { path, executor }: { path: string; executor: Executor }) {
  addPosts(app, path, executor)
  allowMethods(app, path, ['POST'])
}

function addPosts(app: FastifyInstance, path: string, executor: Executor): void {
  takeRawBodies(app)
  app.setErrorHandler(answerWithErrors)
  app.post(path, { onRequest: [requireAcceptable, requireMediaType(['application/json'])] }, (request, reply) => {
    const body = decodeUtf8(request.body)
    request.context.hasManyVariables = body.length > shortBodyLength
    const type = directMediaType(request.headers.accept)
    const params = type && directParams(body)
    return params
      ? executeDirectly(executor, params, type, request, reply)
      : executeByFetch(executor, request, reply, body)
  })
}

/** Up to this body length, errors about the variables are short. */
const shortBodyLength = 8 * 1024

/** A mutation must not be executed if its result cannot be sent. */
const requireAcceptable: onRequestHookHandler = (request, reply, next) => {
  if (acceptedMediaTypes(request.headers.accept).length > 0) return next()
  const message = 'Accept must allow application/json or application/graphql-response+json. Nothing was executed.'
  sendErrors(reply.code(406), message, { code: 'BAD_USER_INPUT' })
}

const checkParameters: onRequestHookHandler = (request, _reply, next) => {
  requireUtf8Query(request.originalUrl)
  requireJsonParameters(queryOf(request))
  next()
}

async function executeDirectly(
  executor: Executor,
  params: NonNullable<ReturnType<typeof directParams>>,
  type: 'application/json' | 'application/graphql-response+json',
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const result = await executor.execute(params, request.context)
  if (result.data !== undefined) {
    reply.type(`${type}; charset=utf-8`)
    if (result instanceof CachedResult) return result.graphqlResponse.send(request, reply)
    return sendBody(resultText(result), request, reply)
  }
  return sendResponse(processRegularResult(result, { Response } as never, type), request, reply)
}

async function executeByFetch(executor: Executor, request: FastifyRequest, reply: FastifyReply, body?: string) {
  // Yoga would reject other spellings of these two headers. It checks Accept only after execution.
  const headers = { accept: acceptedMediaTypes(request.headers.accept).join(', '), 'content-type': 'application/json' }
  request.context.streamed = streamOf(request.headers.accept)
  // Yoga would not recognize an encoded path, such as /%67raphql.
  const url = new URL(`/graphql?${queryOf(request)}`, 'http://localhost')
  const init = { method: body === undefined ? 'GET' : 'POST', headers, ...(body ? { body } : {}) }
  const response = await executor.fetch(new Request(url, init), request.context).catch((error: unknown) => {
    // The caller may have left while the stream was opened, and nobody else ends it.
    request.context.stream?.abort()
    throw error
  })
  const { stream } = request.context
  return stream ? sendStream(response, stream, request, reply) : sendResponse(response, request, reply)
}

/** Sends the results of a subscription as they come. */
async function sendStream(response: Response, stream: AbortController, request: FastifyRequest, reply: FastifyReply) {
  const results = response.body!.getReader()
  const writer = request.server.beginStream(reply, response.headers.get('content-type'))
  const end = () => {
    // A generator that was cancelled waits for its next event before it ends.
    stream.abort()
    void results.cancel().catch(() => {})
  }
  writer.onClose(end)
  stream.signal.addEventListener('abort', () => writer.stop())
  try {
    for (;;) {
      const { done, value } = await results.read()
      if (done || !(await writer.write([value]))) break
    }
  } catch (err) {
    request.context.services.log.warn({ err }, 'A stream ended because an event could not be loaded.')
  }
  end()
  writer.finish()
  return reply
}

/** The server sets these itself. */
const omittedHeaders = /^(cache-control|connection|content-(encoding|length)|transfer-encoding)$/i

/** Sends the whole body at once, even if Yoga would stream it. */
async function sendResponse(response: Response, request: FastifyRequest, reply: FastifyReply) {
  for (const [name, value] of response.headers) if (!omittedHeaders.test(name)) reply.header(name, value)
  return sendBody(Buffer.from(await response.arrayBuffer()), request, reply.code(response.status))
}

/** A large body is counted until it has been read, in its encoded form: Node would keep the text as well. */
function sendBody(body: string | Buffer, { context }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const bytes = typeof body === 'string' && body.length > countedFrom ? Buffer.from(body) : body
  context.responseBudget.settle(bytes.length)
  return Buffer.isBuffer(bytes) ? reply.send(bytes) : reply.serializer(String).send(bytes)
}

function answerWithErrors(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof RouteError)
    return sendErrors(reply.code(error.status), error.message, { code: 'BAD_USER_INPUT' })
  const { code, message } = asRequestError(error, request)
  const { status } = requestErrors[code]
  request.context.telemetry.outcome = code
  return sendErrors(setErrorStatus(reply, status), message, status === 500 ? { code, requestId: request.id } : { code })
}

function sendErrors(reply: FastifyReply, message: string, extensions: object): FastifyReply {
  reply.request.context.telemetry.hasGraphqlErrors = true
  reply.type('application/json; charset=utf-8')
  return sendUnread(reply, () => reply.send({ errors: [{ message, extensions }] }))
}
