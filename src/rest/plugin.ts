import type { IncomingMessage } from 'node:http'
import { type GraphQLSchema, parse, validate } from 'graphql'
import { RequestError, type RequestErrorCode } from '../errors.ts'
import type { Executor } from '../graphql/executor.ts'
import { parseJsonObject, readBody, requireJson } from '../http/body.ts'
import { unlessKnown } from '../http/etag.ts'
import type { Answer } from '../http/send.ts'
import type { RequestContext } from '../context.ts'
import { deprecationHeaders } from './deprecation.ts'
import type { Documentation } from '../pages/api-reference-files.ts'
import { requestProblem, routeProblem } from './problem.ts'
import type { RestRequest, Route } from './route.ts'
import { routes } from './routes.ts'

export const restDocuments = routes.map(({ document }) => document)

export type Facade = (
  request: IncomingMessage,
  path: string,
  query: URLSearchParams,
  context: RequestContext,
) => Promise<Answer>

/** The REST API: each route executes its document with the GraphQL API's executor. */
export function createFacade(
  executor: Executor,
  schema: GraphQLSchema,
  documentation: Documentation,
  table: readonly Route[] = routes,
): Facade {
  for (const { document } of table) {
    const [error] = validate(schema, parse(document))
    if (error) throw new Error(`A document of the REST API does not fit the schema: ${error.message}`)
  }

  const facade: Facade = async (request, path, query, context) => {
    const match = matchPath(table, path)
    if (!match) {
      const answer = await documentation(request, path, context.requestId)
      return unlessKnown(request, answer)
    }
    const { route, pathParameter } = match
    const allow = route.method === 'GET' ? 'GET, HEAD, OPTIONS' : `${route.method}, OPTIONS`
    if (request.method === 'OPTIONS') return { status: 204, headers: { allow }, body: undefined }
    if (!allow.split(', ').includes(request.method ?? '')) return routeProblem(405, context.requestId, { allow })
    context.telemetry.operation = route.operation
    try {
      const body = route.method === 'GET' ? {} : await bodyOf(request)
      const answer = await execute(executor, route, { pathParameter, query, body }, context)
      return unlessKnown(request, answer)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      context.telemetry.outcome = error.code
      return requestProblem(error.code, error.message, context.requestId)
    }
  }
  const notices = noticesOf(table)
  if (notices.length === 0) return facade
  return async (request, path, query, context) => {
    const answer = await facade(request, path, query, context)
    const route = matchPath(table, path)?.route
    const notice = notices.find(
      (each) => each.route === route && (each.parameter === undefined || query.has(each.parameter)),
    )
    return notice ? { ...answer, headers: { ...answer.headers, ...notice.headers } } : answer
  }
}

/** What is deprecated, what goes first before the others. */
function noticesOf(table: readonly Route[]) {
  const notices = table.flatMap((route) => [
    ...(route.deprecated ? [{ route, parameter: undefined, ...route.deprecated }] : []),
    ...Object.entries(route.deprecatedParameters ?? {}).map(([parameter, deprecation]) => ({
      route,
      parameter,
      ...deprecation,
    })),
  ])
  return notices
    .sort((a, b) => Date.parse(a.sunset) - Date.parse(b.sunset))
    .map(({ route, parameter, ...deprecation }) => ({ route, parameter, headers: deprecationHeaders(deprecation) }))
}

function matchPath(table: readonly Route[], path: string): { route: Route; pathParameter: string } | undefined {
  const segments = path.slice(1).split('/')
  for (const route of table) {
    if (route.path.length !== segments.length) continue
    if (!route.path.every((segment, i) => (segment === null ? segments[i] !== '' : segment === segments[i]))) continue
    return { route, pathParameter: decode(segments[route.path.indexOf(null)] ?? '') }
  }
  return undefined
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  requireJson(request)
  return parseJsonObject(await readBody(request))
}

async function execute(
  executor: Executor,
  route: Route,
  request: RestRequest,
  context: RequestContext,
): Promise<Answer> {
  const params = { query: route.document, variables: route.toVariables(request) }
  const { data, errors } = await executor.executeInternal(params, context)
  const [error] = errors ?? []
  if (error) return requestProblem(error.extensions['code'] as RequestErrorCode, error.message, context.requestId)
  return route.toAnswer(data ?? {}, context.requestId)
}
