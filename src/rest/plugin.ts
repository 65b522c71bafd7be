import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler, RouteOptions } from 'fastify'
import { getOperationAST, type GraphQLSchema, type OperationDefinitionNode, parse, validate } from 'graphql'
import type { InputProblem, ParameterProblem } from '../errors/problems.ts'
import { invalidInput, RequestError } from '../errors/request-error.ts'
import type { RequestErrorCode } from '../errors/request-errors.ts'
import type { Executor } from '../graphql/executor.ts'
import { coerceVariables } from '../graphql/variables.ts'
import { allowMethods } from '../http/allowed-methods.ts'
import {
  decodeUtf8,
  ignoreMediaType,
  isLarge,
  parseJsonObject,
  requireMediaType,
  takeRawBodies,
} from '../http/requests/json-body.ts'
import { prefersToJson } from '../http/headers/accept.ts'
import { takeStreams } from '../http/requests/streamed-body.ts'
import { queryOf } from '../http/requests/request-context.ts'
import { requireUtf8Query } from '../http/requests/request-target.ts'
import type { Authentication } from '../http/authentication.ts'
import { addVary } from '../http/headers/vary.ts'
import { preferredHandling, preferredWait } from './request-fields.ts'
import { requestProblem, sendProblem } from './problem.ts'
import { bodyTypes, bodyTypesOf, type RestRequest, type Route, type RouteStream } from './route.ts'
import { strictHandling } from './strict-handling.ts'
import { typedInput } from './typed-input.ts'

export interface RestOptions {
  executor: Executor
  schema: GraphQLSchema
  table: readonly Route[]
}

/** The REST API: each route executes its document with the GraphQL API's executor. */
export async function restRoutes(app: FastifyInstance, options: RestOptions): Promise<void> {
  const { executor, schema, table } = options
  const { authentication } = app
  takeRawBodies(app)
  for (const route of table) {
    const document = parse(route.document)
    const [error] = validate(schema, document)
    if (error)
      throw new Error(`The document of ${route.method} ${route.path} does not match the schema: ${error.message}`)
    const checks: Checks = {
      schema,
      operation: getOperationAST(document)!,
      requireKnown: strictHandling(route, schema),
      readInput: typedInput(route, schema),
    }
    const mediaTypes = bodyTypesOf(route)
    const advertised = route.method === 'PATCH' ? acceptPatch : {}
    const described: RouteOptions = {
      method: route.method,
      url: route.path,
      config: { requireLogin: route.requireLogin },
      ...(route.isUnencoded && { compress: false }),
      onRequest: [
        beginOperation(route, authentication),
        mediaTypes.length > 0 ? requireMediaType(mediaTypes, advertised, route.optionalBody) : ignoreMediaType,
      ],
      handler: (request, reply) => handle(executor, route, checks, request, reply),
    }
    if (route.receive) await app.register(takeStreams, described)
    else app.route(described)
  }
  for (const [path, sharing] of Map.groupBy(table, (route) => route.path)) {
    const methods = sharing.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    allowMethods(app, path, methods, methods.includes('PATCH') ? acceptPatch : {})
  }
}

/** RFC 5789, section 3.1. */
const acceptPatch = { 'accept-patch': bodyTypes.PATCH.join(', ') }

/**
 * Runs before the body is read, so that the operation is known even if the body is rejected, and callers without
 * credentials do not take up memory. Whether credentials are valid is not known before the operation's first statement.
 */
function beginOperation({ operation, secret, stream }: Route, authentication: Authentication): onRequestHookHandler {
  return ({ context }, reply, next) => {
    context.telemetry.operation = operation
    if (stream) addVary(reply, 'Accept')
    if (secret) authentication.requireSecret(context)
    else authentication.requireCredentials(context)
    next()
  }
}

interface Checks {
  schema: GraphQLSchema
  /** The route's own. */
  operation: OperationDefinitionNode
  requireKnown: ReturnType<typeof strictHandling>
  readInput: ReturnType<typeof typedInput>
}

async function handle(
  executor: Executor,
  route: Route,
  { schema, operation, requireKnown, readInput }: Checks,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { context, headers } = request
  requireUtf8Query(request.originalUrl)
  const query = queryOf(request)
  const handling = applyPreferences(route, request, reply)
  const hasBody = bodyTypesOf(route).length > 0
  const text = hasBody ? decodeUtf8(request.body) : ''
  const body = hasBody && !(route.optionalBody && text === '') ? parseJsonObject(text) : {}
  if (handling === 'strict') requireKnown(query, text)
  const sent = { params: request.params as RestRequest['params'], query, headers, body, schema }
  if (route.receive) await identify(request)
  const variables = route.receive ? await route.receive(request) : route.toVariables(sent)
  // Before a long body is compared with the schema.
  if (isLarge(request.body) && route.requireLogin) route.requireLogin(await identify(request))
  const stream = preferredStream(route, request)
  if (stream) {
    await identify(request)
    return stream.send(reply, coerced(operation, schema, variables), executor).catch(throwForParameters)
  }
  const wrongTypes = readInput?.(variables)
  const result = await executor.executeInternal({ query: route.document, variables }, context)
  const [error] = result.errors ?? []
  if (!error) return wrongTypes ? sendProblem(reply, wrongTypes(result)) : route.send(reply, result)
  const { code, problems, ...details } = error.extensions as { code: RequestErrorCode; problems?: InputProblem[] }
  const placed = hasBody ? problems : problems?.map(asParameterProblem)
  const reason = code === 'PRECONDITION_FAILED' ? route.unmatchable?.(sent) : undefined
  return sendProblem(reply, requestProblem(code, reason ?? error.message, placed, details))
}

function preferredStream({ stream }: Route, { method, headers }: FastifyRequest): RouteStream | undefined {
  const isAnswered = stream && (method === 'GET' || stream.answersHead)
  return isAnswered && prefersToJson(stream.mediaType, headers.accept) ? stream : undefined
}

/** The variables as resolvers get them. The parameters have been checked. */
function coerced(operation: OperationDefinitionNode, schema: GraphQLSchema, variables: Record<string, unknown>) {
  const sent = { schema, operation, variables, hideSuggestions: true, hasMany: false, isInternal: true }
  const { variableValues, errors } = coerceVariables(sent)
  if (errors) throw new RequestError('BAD_USER_INPUT', errors[0]!.message)
  return variableValues.coerced
}

/** Identifies the caller before the operation is executed. The executor resolves JWTs only once it runs. */
async function identify({ server: { authentication }, context }: FastifyRequest) {
  await authentication.resolveJwt(context)
  try {
    return (await authentication.authenticate(context)).viewer
  } finally {
    authentication.forgetIfOver(context)
  }
}

/** Applies the preferences of a request, and returns how it is handled. */
function applyPreferences({ waits }: Route, { headers, context }: FastifyRequest, reply: FastifyReply) {
  const prefer = headers['prefer']
  if (prefer === undefined) return undefined
  const handling = preferredHandling(String(prefer))
  context.waitSeconds = waits && preferredWait(String(prefer))
  const applied = [
    ...(handling ? [`handling=${handling}`] : []),
    ...(context.waitSeconds === undefined ? [] : [`wait=${context.waitSeconds}`]),
  ]
  if (applied.length > 0) addVary(reply.header('preference-applied', applied.join(', ')), 'Prefer')
  return handling
}

/** What is wrong with the input of a stream is located in its query parameters. */
function throwForParameters(error: unknown): never {
  if (!(error instanceof RequestError && error.problems)) throw error
  throw invalidInput(error.problems.map((problem) => ('path' in problem ? asParameterProblem(problem) : problem)))
}

/** Without a body, the input consists of query parameters, which are named after arguments. */
function asParameterProblem({ message, path }: InputProblem): ParameterProblem {
  return { message, parameter: path.at(-1) ?? '' }
}
