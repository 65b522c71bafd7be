import { type ExecutionResult, getOperationAST, type GraphQLSchema } from 'graphql'
import type { Logger } from 'pino'
import type { RequestContext } from '../context.ts'
import { RequestError } from '../errors/request-error.ts'
import type { Authentication } from '../http/authentication.ts'
import type { Config } from '../settings/config.ts'
import { documentCache } from './document-cache.ts'
import { asGraphqlError, maskErrors } from './errors.ts'
import { isStream, operationExecutor, type OperationResult, type Source } from './execute-operation.ts'
import { executeEvent } from './subscription.ts'
import type { ResultCache } from './result-text.ts'
import { checked, type RequestParams } from './requests/request-params.ts'
import { readTrustedDocuments, withDocument } from './requests/trusted-documents.ts'

/** Executes the documents of both APIs, with shared parsing, validation, caches and error masking. */
export interface Executor {
  /** Executes the operation of a request. `read` returns what was sent, or throws. If it is rejected, the result has no data. */
  execute(read: () => RequestParams, source: 'POST' | 'GET', context: RequestContext): Promise<OperationResult>
  /** Executes a document of the service itself. It does not have to be a trusted document. */
  executeInternal(params: RequestParams, context: RequestContext): Promise<ExecutionResult>
  /** Executes a subscription of the service itself for one event. */
  executeEvent(query: string, event: unknown, context: RequestContext): Promise<ExecutionResult>
}

export interface ExecutorOptions {
  log: Logger
  schema: GraphQLSchema
  internalDocuments: readonly string[]
  lookups: ResultCache
  authentication: Pick<Authentication, 'resolveJwt' | 'forgetIfOver'>
}

export function createExecutor(config: Config, options: ExecutorOptions): Executor {
  const { log, schema, internalDocuments, lookups, authentication } = options
  const documents = documentCache(config, internalDocuments)
  const executeOperation = operationExecutor(config, { schema, documents, lookups, masked })
  const { trusted } = config
  const trustedTexts = trusted && readTrustedDocuments(trusted.file, (text) => documents.errorOf(schema, text))
  let running = 0

  function masked(result: ExecutionResult, context: RequestContext): ExecutionResult {
    return recorded(maskErrors(result, context, log), context)
  }

  async function execute(read: () => RequestParams, source: Source, context: RequestContext): Promise<OperationResult> {
    try {
      const result = await executeOperation(read(), source, context)
      return isStream(result) ? result : masked(result, context)
    } catch (error) {
      if (error instanceof RequestError) context.responseBudget.excess ??= error
      return masked({ errors: [asGraphqlError(error)] }, context)
    }
  }

  /** Runs what a request executes. Throws UNAVAILABLE if too much runs, and the excess of the response. */
  async function limitRunning<Result>(context: RequestContext, run: () => Promise<Result>): Promise<Result> {
    if (running >= maximumRunning) {
      throw new RequestError('UNAVAILABLE', 'Too many requests are waiting. Nothing was written.')
    }
    running++
    try {
      if (context.credentials?.jwt !== undefined) await authentication.resolveJwt(context)
      const result = await context.responseBudget.holdWhile(run)
      if (context.credentials?.issued) authentication.forgetIfOver(context)
      if (context.responseBudget.excess) throw context.responseBudget.excess
      return result
    } finally {
      running--
    }
  }

  return {
    execute(read, source, context) {
      const params = () => checked(withDocument(read(), trustedTexts, trusted?.only ?? false))
      return limitRunning(context, () => execute(params, source, context))
    },
    executeInternal: (params, context) =>
      limitRunning(context, () => execute(() => params, 'internal', context) as Promise<ExecutionResult>),
    async executeEvent(query, event, context) {
      const document = documents.parse(query, true)
      const plan = documents.planOf(schema, document, getOperationAST(document)!)
      return masked(await executeEvent(plan, event, context, { session: shareOfEvents }), context)
    },
  }
}

/** Readers share what is executed, so that it must not be charged to the session of one of them. */
const shareOfEvents = 'events'

/** Further requests would only take memory while they wait for the database. */
const maximumRunning = 2_000

function recorded(result: ExecutionResult, { telemetry }: RequestContext): ExecutionResult {
  const [error] = result.errors ?? []
  if (!error) return result
  telemetry.outcome = String(error.extensions['code'])
  telemetry.hasGraphqlErrors = true
  return result
}
