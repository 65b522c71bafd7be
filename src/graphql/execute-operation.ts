import { type ExecutionResult, getOperationAST, type GraphQLSchema, OperationTypeNode } from 'graphql'
import type { RequestContext } from '../context.ts'
import type { Config } from '../settings/config.ts'
import { type DocumentCache, hidesSuggestions } from './document-cache.ts'
import { rejection } from './errors.ts'
import { responseSizeLimit } from './limits/response-size.ts'
import { operationLabel } from './requests/operation-label.ts'
import { pageError } from './schema/page-arguments.ts'
import type { ResultCache } from './result-text.ts'
import { subscribe } from './subscription.ts'
import type { RequestParams } from './requests/request-params.ts'
import { coerceVariables } from './variables.ts'

/** GET must not change anything. The documents of the service itself do not have to be trusted. */
export type Source = 'POST' | 'GET' | 'internal'

/** The results of a subscription are a stream. */
export type OperationResult = ExecutionResult | AsyncIterable<ExecutionResult>

export function isStream(result: OperationResult): result is AsyncIterable<ExecutionResult> {
  return Symbol.asyncIterator in result
}

interface Parts {
  schema: GraphQLSchema
  documents: DocumentCache
  lookups: ResultCache
  /** Sets the codes of the errors of a result. */
  masked(result: ExecutionResult, context: RequestContext): ExecutionResult
}

/**
 * Returns a function that parses, validates and executes one operation. Its result has no data if the request is rejected before
 * its execution.
 */
export function operationExecutor(config: Config, { schema, documents, lookups, masked }: Parts) {
  const hideSuggestions = hidesSuggestions(config)
  const limitSize = responseSizeLimit()

  return async (params: RequestParams, source: Source, context: RequestContext): Promise<OperationResult> => {
    const { variables, operationName } = params
    const document = documents.parse(params.query ?? '', source === 'internal')
    const operation = getOperationAST(document, operationName)
    if (!operation) throw rejection('Could not determine what operation to execute.', 'BAD_USER_INPUT', { status: 400 })
    if (operation.operation === OperationTypeNode.MUTATION && source === 'GET') throw mutationByGet()
    const isSubscription = operation.operation === OperationTypeNode.SUBSCRIPTION
    if (isSubscription && !context.isStreamable) throw needsEventStream()
    const invalid = documents.validate(schema, document)
    if (invalid.length > 0) return { errors: invalid }
    // REST requests have theirs from the route.
    context.telemetry.operation ??= operationLabel(operation, document)

    const measure = documents.measureOf(document, operation)
    const prepare = () => {
      const { hasManyVariables: hasMany } = context
      const isInternal = documents.isInternal(document)
      const sent = { schema, operation, variables, hideSuggestions, hasMany, isInternal }
      const { errors, variableValues } = coerceVariables(sent)
      if (errors) return { errors }
      const wrongPage = pageError(schema, document, operation, variableValues)
      if (wrongPage) return { errors: [wrongPage] }
      return { plan: documents.planOf(schema, document, operation), variableValues }
    }

    if (isSubscription) {
      const prepared = prepare()
      if (prepared.errors) return prepared
      const toMasked = (result: ExecutionResult) => masked(result, context)
      return subscribe({ schema, document, operationName, variables, ...prepared, masked: toMasked }, context)
    }

    const cost = { requested: measure?.cost ?? 0, maximum: config.graphqlLimits.cost }
    return lookups.execute(document, variables, context, async () => {
      const { errors, plan, variableValues } = prepare()
      if (errors) return { errors }
      const execute = () => plan.execute({ contextValue: context, variableValues, hideSuggestions })
      const isMutation = operation.operation === OperationTypeNode.MUTATION
      return { ...(await limitSize(isMutation, measure, context, execute)), extensions: { cost } }
    })
  }
}

const mutationByGet = () =>
  rejection('Can only perform a mutation operation from a POST request.', 'BAD_USER_INPUT', {
    status: 405,
    headers: { Allow: 'POST' },
  })
const needsEventStream = () =>
  rejection('A subscription needs Accept: text/event-stream.', 'BAD_USER_INPUT', { status: 406, isLenient: true })
