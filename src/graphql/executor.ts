import { type ExecutionResult, getOperationAST, GraphQLError, OperationTypeNode } from 'graphql'
import { createYoga, isAsyncIterable } from 'graphql-yoga'
import type { Logger } from 'pino'
import { LookupCache } from '../catalogue/lookup-cache.graphql.ts'
import type { Config } from '../config.ts'
import type { RequestContext } from '../context.ts'
import { RequestError } from '../errors.ts'
import { forgetIfOver, resolveJwt } from '../auth/issuer/resolve-jwt.ts'
import { schema } from '../schema.ts'
import { documentCache, hidesSuggestions } from './document-cache.ts'
import { afterMutation, maskErrors, maskRejection } from './errors.ts'
import { ResponseSize, sizeChecked } from './limits/response-size.ts'
import { operationLabel } from './operation-label.ts'
import { pageError } from './page-arguments.ts'
import { readTrustedDocuments, type RequestParams, withDocument } from './trusted-documents.ts'
import { CachedResult } from './result-text.ts'
import { variableErrors } from './variables.ts'

/** Executes the documents of both APIs, with shared parsing, validation, caches and error masking. */
export interface Executor {
  /** Executes one operation without Yoga's fetch layer. If it is rejected, the result has no data. */
  execute(params: RequestParams, context: RequestContext): Promise<ExecutionResult>
  /** Executes a document of the service itself. It does not have to be a trusted document. */
  executeInternal(params: RequestParams, context: RequestContext): Promise<ExecutionResult>
  /** Executes any GraphQL-over-HTTP request to /graphql. */
  fetch(request: Request, context: RequestContext): Promise<Response>
}

/** Further requests would only take memory while they wait for the database. */
const maximumRunning = 2_000

/** GET must not change anything. The documents of the service itself do not have to be trusted. */
type Source = 'POST' | 'GET' | 'internal'

/** `internalDocuments` are those that the service itself executes. */
export function createExecutor(config: Config, log: Logger, internalDocuments: readonly string[]): Executor {
  const documents = documentCache(config, internalDocuments)
  const trustedTexts = checkedDocuments(config, documents)
  const onlyTrusted = config.trusted?.only ?? false
  const hideSuggestions = hidesSuggestions(config)
  const lookups = new LookupCache()
  const responseSize = new ResponseSize()

  /** Executes one operation. The result has no data if the request is rejected before its execution. */
  async function executeOperation(params: RequestParams, source: Source, context: RequestContext) {
    const { variables } = params
    const document = documents.parse(params.query ?? '', source === 'internal')
    const operation = getOperationAST(document, params.operationName)
    if (!operation) throw operationNotFound()
    if (operation.operation === OperationTypeNode.MUTATION && source === 'GET') throw mutationByGet()
    const invalid = documents.validate(schema, document)
    if (invalid.length > 0) return { errors: invalid }
    // REST requests have theirs from the route.
    context.telemetry.operation ??= operationLabel(operation, document)

    const measure = documents.measureOf(document, operation)
    const withCost = (result: ExecutionResult): ExecutionResult => {
      const cost = { requested: measure?.cost ?? 0, maximum: config.graphqlLimits.cost }
      return { ...result, extensions: { ...result.extensions, cost } }
    }
    const repeated = lookups.repeat(document, variables, context)
    const known = repeated && (await repeated)
    if (known) return known instanceof CachedResult ? known : withCost(known)

    // The REST API has checked the variables of the service's own documents.
    if (!documents.isInternal(document)) {
      const hasMany = context.hasManyVariables
      const errors = variableErrors({ schema, operation, variables, hideSuggestions, hasMany })
      if (errors.length > 0) return { errors }
    }
    const wrongPage = pageError(schema, document, operation, variables)
    if (wrongPage) return { errors: [wrongPage] }
    const plan = documents.planOf(schema, document, operation)
    const execute = () => plan.execute({ contextValue: context, variableValues: variables, hideSuggestions })
    const executeWithin = () => responseSize.execute(measure, context, execute)
    const executed = await lookups.execute(document, variables, context, executeWithin, withCost)
    const isMutation = operation.operation === OperationTypeNode.MUTATION
    const result = sizeChecked(
      isMutation ? afterMutation(executed, context.responseBudget?.excess) : executed,
      measure,
      context,
    )
    // A result that was kept already has its cost.
    return result.data === undefined || result instanceof CachedResult ? result : withCost(result)
  }

  /** Sets the codes of errors. */
  async function execute(params: RequestParams, source: Source, context: RequestContext): Promise<ExecutionResult> {
    let result: ExecutionResult
    try {
      result = await executeOperation(params, source, context)
    } catch (error) {
      result = { errors: [asGraphqlError(error)] }
    }
    const masked = maskErrors(result, context, log)
    recordError(masked, context)
    return masked
  }

  /** Sets the codes of the errors of a rejected request. */
  function rejected(result: ExecutionResult, context: RequestContext): ExecutionResult {
    const rejection = maskRejection(result, context, log)
    recordError(rejection, context)
    return rejection
  }

  async function executeDirectly(sent: RequestParams, source: Source, context: RequestContext) {
    let params = sent
    try {
      if (source !== 'internal') params = withDocument(sent, trustedTexts, onlyTrusted)
      if (params.query === undefined) throw documentMissing()
    } catch (error) {
      return rejected({ errors: [asGraphqlError(error)] }, context)
    }
    const result = await execute(params, source, context)
    return result.data === undefined ? rejected(result, context) : result
  }

  /** Reads requests and writes responses in all forms of GraphQL over HTTP. */
  const yoga = createYoga<{ requestContext: RequestContext }>({
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
    maskedErrors: { maskError: asGraphqlError },
    plugins: [
      {
        onParams({ params, request, setParams, setParamsHandler }) {
          // Yoga reads only the query parameters that it knows.
          const documentId = request.method === 'GET' ? new URL(request.url).searchParams.get('documentId') : undefined
          setParams(withDocument(documentId == null ? params : { ...params, documentId }, trustedTexts, onlyTrusted))
          setParamsHandler((handled) =>
            execute(handled.params, request.method === 'GET' ? 'GET' : 'POST', contextOf(handled.context)),
          )
        },
        onResultProcess({ result, setResult, serverContext }) {
          if (!isAsyncIterable(result) && !Array.isArray(result)) setResult(rejected(result, contextOf(serverContext)))
        },
      },
    ],
    extraParamNames: ['touchpoint', 'token', 'documentId'],
  })

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
      if (context.credentials?.jwt !== undefined) await resolveJwt(context)
      const result = await context.responseBudget.holdWhile(execute)
      if (context.credentials?.issued) forgetIfOver(context)
      if (context.responseBudget.refusal) throw context.responseBudget.refusal
      return result
    } finally {
      running--
    }
  }

  return {
    execute: (params, context) => limitRunning(context, () => executeDirectly(params, 'POST', context)),
    executeInternal: (params, context) => limitRunning(context, () => executeDirectly(params, 'internal', context)),
    fetch: (request, context) => limitRunning(context, () => yoga.fetch(request, { requestContext: context })),
  }
}

function contextOf(serverContext: object): RequestContext {
  return (serverContext as { requestContext: RequestContext }).requestContext
}

/** Records the code of the first error of a result. */
function recordError({ errors }: ExecutionResult, { telemetry }: RequestContext): void {
  if (!errors?.[0]) return
  telemetry.outcome = String(errors[0].extensions['code'])
  telemetry.hasGraphqlErrors = true
}

function asGraphqlError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error
  return new GraphQLError('Unexpected error.', { originalError: error as Error })
}

const operationNotFound = () =>
  new GraphQLError('Could not determine what operation to execute.', {
    extensions: { code: 'OPERATION_RESOLUTION_FAILURE', http: { status: 400 } },
  })
const mutationByGet = () =>
  new GraphQLError('Can only perform a mutation operation from a POST request.', {
    extensions: { http: { status: 405, headers: { Allow: 'POST' } }, code: 'BAD_REQUEST' },
  })
const documentMissing = () =>
  new GraphQLError('Must provide query string.', {
    extensions: { http: { spec: true, status: 400, headers: { Allow: 'GET, POST' } }, code: 'BAD_REQUEST' },
  })

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
