import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  getOperationAST,
  getVariableValues,
  GraphQLError,
} from 'graphql'
import { createYoga, type GraphQLParams, isAsyncIterable, type Plugin } from 'graphql-yoga'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { RequestError } from '../errors.ts'
import type { RequestContext } from '../context.ts'
import { schema } from '../schema.ts'
import { documentCache, hidesSuggestions } from './document-cache.ts'
import { operationTelemetry } from './operation-telemetry.ts'
import { responseCache } from './response-cache.ts'
import { withKnownErrors, withOurCode } from './errors.ts'
import { readTrustedDocuments, trustedDocuments } from './trusted-documents.ts'

/** The one pipeline that executes documents: parsing, validation, their caches, context and errors are the same. */
export interface Executor {
  /** Executes one operation without a fetch request around it. */
  execute(params: GraphQLParams, context: RequestContext): Promise<ExecutionResult>
  /** Executes one of the service's own documents, which need not be trusted ones. */
  executeInternal(params: GraphQLParams, context: RequestContext): Promise<ExecutionResult>
  /** Answers any GraphQL-over-HTTP request to /graphql. */
  fetch(request: Request, context: RequestContext): Promise<Response>
}

/** So many requests wait for the database at most: more of them would wait in memory alone. */
const mostAtOnce = 2_000

/** What was executed. */
export type Executed = Pick<ExecutionArgs, 'document' | 'operationName'>

/** As much of a request as Yoga's pipeline looks at: that it is no GET, over which mutations are refused. */
const post = { method: 'POST' } as Request
const ownPost = { method: 'POST' } as Request

/** `ownDocuments` are those that the service itself executes. */
export function createExecutor(config: Config, log: Logger, ownDocuments: readonly string[]): Executor {
  const documents = documentCache(config, ownDocuments)
  const withCost = (result: ExecutionResult, { document, operationName }: Executed): ExecutionResult => {
    const cost = { requested: documents.costOf(document, operationName), maximum: config.graphqlLimits.cost }
    return { ...result, extensions: { ...result.extensions, cost } }
  }
  // For the values of variables; documents are validated in document-cache.ts.
  const hideSuggestions = hidesSuggestions(config)
  const variables: Plugin<object, RequestContext> = {
    onExecute({ args, setResultAndStopExecution }) {
      if (hideSuggestions) Object.assign(args, { hideSuggestions })
      const error = (args.contextValue as unknown as RequestContext).hasManyVariables && firstWrongVariable(args)
      if (error) setResultAndStopExecution({ errors: [error] })
    },
  }
  const { trusted } = config
  const trustedTexts = trusted && readTrustedDocuments(trusted.file, (text) => documents.errorOf(schema, text))
  const isObserved = config.metricsPort !== undefined || config.tracesEndpoint !== undefined
  const yoga = createYoga<RequestContext>({
    schema,
    graphqlEndpoint: '/graphql',
    // The page is answered before Yoga sees the request, with a policy of its own.
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    batching: false,
    logging: false,
    parserAndValidationCache: false,
    // A field's errors are handled by withKnownErrors; this is for what fails around the execution.
    maskedErrors: {
      maskError(error, message) {
        return error instanceof GraphQLError ? error : new GraphQLError(message, { originalError: error as Error })
      },
    },
    plugins: [
      ...(trusted && trustedTexts ? [trustedDocuments(trusted, trustedTexts, (request) => request === ownPost)] : []),
      documents,
      variables,
      responseCache(withCost),
      {
        onExecutionResult({ result, context, setResult }) {
          if (!result || isAsyncIterable(result) || Array.isArray(result)) return
          const known = withKnownErrors(result, context as unknown as RequestContext, log)
          // What is kept ready has its cost already, and what was not executed has none.
          const { document, params } = context as { document?: DocumentNode; params?: GraphQLParams }
          if (!document || known.data === undefined || known.extensions) setResult(known)
          else setResult(withCost(known, { document, operationName: params?.operationName }))
        },
        // What Yoga refuses before there is anything to execute.
        onResultProcess({ result, setResult, serverContext }) {
          if (!isAsyncIterable(result) && !Array.isArray(result) && result.errors) {
            setResult({
              ...result,
              errors: result.errors.map((error) => withOurCode(error, serverContext as unknown as RequestContext, log)),
            })
          }
        },
      },
      // After the others, which give errors their codes.
      ...(isObserved ? [operationTelemetry()] : []),
    ],
    extraParamNames: ['touchpoint', 'token', ...(trusted ? ['documentId'] : [])],
  })

  // Yoga is a Proxy, which makes a function anew whenever it is asked for one.
  const { getResultForParams } = yoga
  let running = 0

  async function bounded<Result>(execute: () => PromiseLike<Result> | Result): Promise<Result> {
    if (running >= mostAtOnce)
      throw new RequestError('UNAVAILABLE', 'Too many requests are waiting. Nothing was written.')
    running++
    try {
      return await execute()
    } finally {
      running--
    }
  }

  return {
    execute: (params, context) =>
      bounded(() => getResultForParams({ params, request: post }, context) as Promise<ExecutionResult>),
    executeInternal: (params, context) =>
      bounded(() => getResultForParams({ params, request: ownPost }, context) as Promise<ExecutionResult>),
    fetch: (request, context) => bounded(() => yoga.fetch(request, context, viewerOf(context))),
  }
}

/** Yoga copies the context of a fetch request, but the viewer must reach the original. */
function viewerOf(context: RequestContext): Pick<RequestContext, 'viewer'> {
  return {
    get viewer() {
      return context.viewer
    },
    set viewer(viewer) {
      context.viewer = viewer
    },
  }
}

/** The executor would print the whole of an input for each of up to fifty mistakes in it. */
function firstWrongVariable(args: ExecutionArgs): GraphQLError | undefined {
  const { schema, document, operationName, variableValues, hideSuggestions } = args
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? []
  const { errors } = getVariableValues(schema, definitions, variableValues ?? {}, {
    maxErrors: 1,
    hideSuggestions: hideSuggestions ?? false,
  })
  return errors?.[0]
}
