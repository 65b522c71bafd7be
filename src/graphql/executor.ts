import { type DocumentNode, type ExecutionResult, GraphQLError } from 'graphql'
import { createYoga, type GraphQLParams, isAsyncIterable, type Plugin } from 'graphql-yoga'
import type { Logger } from 'pino'
import { type Executed, LookupCache } from '../catalogue/lookup-cache.graphql.ts'
import type { Config } from '../config.ts'
import type { RequestContext } from '../context.ts'
import { RequestError } from '../errors.ts'
import { schema } from '../schema.ts'
import { type DocumentCache, documentCache, hidesSuggestions } from './document-cache.ts'
import { maskErrors, maskRejection } from './errors.ts'
import { operationTelemetry, recordError } from './operation-telemetry.ts'
import { responseSize } from './limits/response-size.ts'
import { checkPagesOfMutations } from './page-arguments.ts'
import { readTrustedDocuments, trustedDocuments, withoutTrustedDocuments } from './trusted-documents.ts'
import { checkVariables } from './variables.ts'

/** Executes the documents of both APIs, with shared parsing, validation, caches and error masking. */
export interface Executor {
  /** Executes one operation without Yoga's fetch layer. If it is rejected, the result has no data. */
  execute(params: GraphQLParams, context: RequestContext): Promise<ExecutionResult>
  /** Executes a document of the service itself. It does not have to be a trusted document. */
  executeInternal(params: GraphQLParams, context: RequestContext): Promise<ExecutionResult>
  /** Executes any GraphQL-over-HTTP request to /graphql. */
  fetch(request: Request, context: RequestContext): Promise<Response>
}

/** Further requests would only take memory while they wait for the database. */
const maximumRunning = 2_000

/** The part of a request that Yoga's pipeline reads: GET requests must not execute mutations. */
const post = { method: 'POST' } as Request
const internalPost = { method: 'POST' } as Request

/** `internalDocuments` are those that the service itself executes. */
export function createExecutor(config: Config, log: Logger, internalDocuments: readonly string[]): Executor {
  const documents = documentCache(config, internalDocuments, (request) => request === internalPost)
  const { trusted } = config
  const trustedTexts = checkedDocuments(config, documents)
  const addCost = (result: ExecutionResult, executed: Executed) => withCost(result, executed, documents, config)
  const lookups = new LookupCache(addCost)
  const yoga = createYoga<RequestContext>({
    schema,
    graphqlEndpoint: '/graphql',
    // The playground is in pages/.
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    batching: false,
    logging: false,
    parserAndValidationCache: false,
    // maskErrors handles the errors of fields. These are failures around the execution.
    maskedErrors: {
      maskError(error, message) {
        return error instanceof GraphQLError ? error : new GraphQLError(message, { originalError: error as Error })
      },
    },
    plugins: [
      trusted && trustedTexts
        ? trustedDocuments(trusted, trustedTexts, (request) => request === internalPost)
        : withoutTrustedDocuments(),
      documents,
      // Before any plugin that rejects a request.
      operationTelemetry(),
      checkVariables(hidesSuggestions(config), documents),
      checkPagesOfMutations(),
      responseSize(documents),
      lookups.plugin(),
      resultErrors(finish, log),
    ],
    extraParamNames: ['touchpoint', 'token', 'documentId'],
  })

  /** Sets the codes of errors and the cost of an executed result. */
  function finish(result: ExecutionResult, context: RequestContext, executed: Executed | undefined): ExecutionResult {
    const masked = maskErrors(result, context, log)
    recordError(masked, context)
    // Cached results already have their cost, and rejected requests have none.
    return !executed || masked.data === undefined || masked.extensions ? masked : addCost(masked, executed)
  }

  // Yoga is a Proxy, which creates a function on each access.
  const { getResultForParams } = yoga
  let running = 0

  async function limitRunning<Result>(
    context: RequestContext,
    execute: () => PromiseLike<Result> | Result,
  ): Promise<Result> {
    if (running >= maximumRunning) {
      throw new RequestError('UNAVAILABLE', 'Too many requests are waiting. Nothing was written.')
    }
    running++
    try {
      const result = await execute()
      if (context.responseBudget?.refusal) throw context.responseBudget.refusal
      return result
    } finally {
      running--
      context.responseBudget?.executed()
    }
  }

  async function executeParams(params: GraphQLParams, request: Request, context: RequestContext) {
    const isInternal = request === internalPost
    const document = isInternal || !trusted?.only ? documents.known(params.query ?? '', isInternal) : undefined
    if (document) {
      const executed = { document, operationName: params.operationName }
      const repeated = lookups.repeat(executed, params.variables, context)
      const answer = repeated && (await repeated)
      if (answer) return finish(answer, context, executed)
    }
    let result: ExecutionResult
    try {
      result = (await getResultForParams({ params, request }, context)) as ExecutionResult
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error
      result = { errors: [error] }
    }
    if (result.data !== undefined) return result
    const rejection = maskRejection(result, context, log)
    recordError(rejection, context)
    return rejection
  }

  return {
    execute: (params, context) => limitRunning(context, () => executeParams(params, post, context)),
    executeInternal: (params, context) => limitRunning(context, () => executeParams(params, internalPost, context)),
    fetch: (request, context) => limitRunning(context, () => yoga.fetch(request, context, ownedBy(context))),
  }
}

/**
 * Reads the trusted documents, if there are any. Throws InvalidSettings if the file cannot be read, or if one of its
 * documents cannot be executed.
 */
export function checkedDocuments(
  config: Config,
  documents = documentCache(config, []),
): ReadonlyMap<string, string> | undefined {
  return config.trusted && readTrustedDocuments(config.trusted.file, (text) => documents.errorOf(schema, text))
}

function withCost(
  result: ExecutionResult,
  { document, operationName }: Executed,
  documents: DocumentCache,
  { graphqlLimits }: Config,
): ExecutionResult {
  const cost = { requested: documents.measureOf(document, operationName)?.cost ?? 0, maximum: graphqlLimits.cost }
  return { ...result, extensions: { ...result.extensions, cost } }
}

/** Finishes executed results. */
function resultErrors(
  finish: (result: ExecutionResult, context: RequestContext, executed: Executed | undefined) => ExecutionResult,
  log: Logger,
): Plugin {
  return {
    onExecutionResult({ result, context, setResult }) {
      if (!result || isAsyncIterable(result) || Array.isArray(result)) return
      const { document, params } = context as { document?: DocumentNode; params?: GraphQLParams }
      const executed = document && { document, operationName: params?.operationName }
      setResult(finish(result, context as unknown as RequestContext, executed))
    },
    // Requests that Yoga's fetch layer rejects.
    onResultProcess({ result, setResult, serverContext }) {
      if (isAsyncIterable(result) || Array.isArray(result)) return
      const requestContext = serverContext as unknown as RequestContext
      const rejection = maskRejection(result, requestContext, log)
      recordError(rejection, requestContext)
      setResult(rejection)
    },
  }
}

/** Yoga copies the context of a fetch request, but what an operation sets must reach the original. */
function ownedBy(context: RequestContext): Pick<RequestContext, 'viewer' | 'responseBudget'> {
  return {
    get viewer() {
      return context.viewer
    },
    set viewer(viewer) {
      context.viewer = viewer
    },
    get responseBudget() {
      return context.responseBudget
    },
    set responseBudget(budget) {
      context.responseBudget = budget
    },
  }
}
