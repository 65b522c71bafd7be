import type { ExecutionResult, GraphQLSchema } from 'graphql'
import { createYoga, isAsyncIterable } from 'graphql-yoga'
import type { RequestContext } from '../../context.ts'
import { asGraphqlError } from '../errors.ts'
import type { OperationResult, Source } from '../execute-operation.ts'
import { payloadsOf } from '../subscription.ts'
import type { RequestParams } from './trusted-documents.ts'

interface Steps {
  schema: GraphQLSchema
  withText(params: RequestParams): RequestParams
  execute(params: RequestParams, source: Source, context: RequestContext): Promise<OperationResult>
  rejected(result: ExecutionResult, context: RequestContext): ExecutionResult
}

/** Yoga reads requests and writes responses in all forms of GraphQL over HTTP. It executes nothing itself. */
export function unusualRequests({ schema, withText, execute, rejected }: Steps) {
  return createYoga<{ requestContext: RequestContext }>({
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
          setParams(withText(documentId == null ? params : { ...params, documentId }))
          const source = request.method === 'GET' ? 'GET' : 'POST'
          setParamsHandler(async ({ params, context }) => {
            const requestContext = contextOf(context)
            const result = await execute(params, source, requestContext)
            return requestContext.streamed === 'payloads' && isAsyncIterable(result) ? payloadsOf(result) : result
          })
        },
        onResultProcess({ result, setResult, serverContext }) {
          if (!isAsyncIterable(result) && !Array.isArray(result)) setResult(rejected(result, contextOf(serverContext)))
        },
      },
    ],
    extraParamNames: ['touchpoint', 'token', 'documentId'],
  })
}

function contextOf(serverContext: object): RequestContext {
  return (serverContext as { requestContext: RequestContext }).requestContext
}
