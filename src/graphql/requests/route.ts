import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { ExecutionResult } from 'graphql'
import { requestErrors } from '../../errors/request-errors.ts'
import { acceptsHtml } from '../../http/headers/accepts-html.ts'
import { allowMethods } from '../../http/allowed-methods.ts'
import { decodeUtf8, requireMediaType, takeRawBodies } from '../../http/requests/json-body.ts'
import { queryOf } from '../../http/requests/request-context.ts'
import { requireUtf8Query } from '../../http/requests/request-target.ts'
import { asRequestError, RouteError, setErrorStatus } from '../../http/requests/request-error.ts'
import { sendUnread } from '../../http/connections/unread-body.ts'
import { countedFrom } from '../../http/response-memory.ts'
import { rejectedResponse } from '../errors.ts'
import { isStream } from '../execute-operation.ts'
import type { Executor } from '../executor.ts'
import { CachedResult, resultText } from '../result-text.ts'
import { textOf } from '../subscription.ts'
import { acceptedForms, acceptedMediaTypes, type StreamForm } from './media-types.ts'
import { paramsInBody, paramsInQuery, type RequestParams } from './request-params.ts'

interface GraphqlRouteOptions {
  executor: Executor
  /** What a browser gets that opens the address without a query. By default it gets the error as JSON. */
  pageWithoutQuery: { body: string; headers: Record<string, string> } | undefined
}

/** /graphql, as GraphQL over HTTP describes it. */
export async function graphqlRoute(app: FastifyInstance, options: GraphqlRouteOptions): Promise<void> {
  const { executor, pageWithoutQuery } = options
  addPosts(app, '/graphql', executor)
  app.get('/graphql', { onRequest: requireAcceptable }, (request, reply) => {
    if (pageWithoutQuery && queryOf(request).size === 0 && acceptsHtml(request)) {
      return reply.code(400).headers(pageWithoutQuery.headers).serializer(String).send(pageWithoutQuery.body)
    }
    requireUtf8Query(request.originalUrl)
    request.context.hasManyVariables = true
    return execute(executor, () => paramsInQuery(queryOf(request)), request, reply)
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
    return execute(executor, () => paramsInBody(body), request, reply)
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

async function execute(executor: Executor, read: () => RequestParams, request: FastifyRequest, reply: FastifyReply) {
  const { context, headers, method } = request
  const { jsonType, stream: form } = acceptedForms(headers.accept)
  context.isStreamable = form !== undefined
  const result = await executor.execute(read, method === 'POST' ? 'POST' : 'GET', context).catch((error: unknown) => {
    // The caller may have left while the stream was opened, and nobody else ends it.
    context.stream?.abort()
    throw error
  })
  if (isStream(result)) return sendStream(result, form!, request, reply)
  const contentType = jsonType ? `${jsonType}; charset=utf-8` : form!.contentType
  reply.type(contentType)
  if (result instanceof CachedResult && jsonType) return result.graphqlResponse.send(request, reply)
  const text = result.data === undefined ? rejected(result, lenientTypes.test(contentType), reply) : resultText(result)
  return sendBody(jsonType ? text : form!.begin + form!.part(text) + form!.end, request, reply)
}

const lenientTypes = /^(application\/json|text\/event-stream)/

/** Sets the status of a request that was not executed. Returns its body. */
function rejected(result: ExecutionResult, isLenient: boolean, reply: FastifyReply): string {
  const { status, headers, body } = rejectedResponse(result, isLenient)
  reply.code(status).headers(headers)
  return JSON.stringify(body)
}

/** Sends the results of a subscription as they come. */
async function sendStream(
  results: AsyncIterable<ExecutionResult>,
  form: StreamForm,
  { context, server }: FastifyRequest,
  reply: FastifyReply,
) {
  const stream = context.stream!
  const writer = server.beginStream(reply, form.contentType)
  // A generator that was cancelled waits for its next event before it ends.
  writer.onClose(() => stream.abort())
  stream.signal.addEventListener('abort', () => writer.stop())
  try {
    for await (const text of textOf(results, form)) if (!(await writer.write([Buffer.from(text)]))) break
  } catch (err) {
    context.services.log.warn({ err }, 'A stream ended because an event could not be loaded.')
  }
  stream.abort()
  writer.finish()
  return reply
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
