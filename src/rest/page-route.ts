import { credentialParameters } from '../http/authentication.ts'
import { queryOf } from '../http/requests/request-context.ts'
import { pageParameters, readArgument } from './query-parameters.ts'
import { readRoute, requireFound } from './read-route.ts'
import { type OpenApiDescription, pascal, type RestRequest, type Route } from './route.ts'
import { sendBody } from './tagged-response.ts'

interface List extends Pick<Route, 'operation' | 'path'>, Pick<OpenApiDescription, 'summary' | 'types'> {
  /** The field of the list. The response has the items under its name. By default, the operation. */
  field?: string
  /** The root field that has the list, if there is one. */
  parent?: 'viewer'
  /** What the path names and the list belongs to. */
  owner?: Owner
  nodes: string
  /** What is sent of the list besides its items and its page. */
  connection?: string
  /** The GraphQL types of the field's arguments, besides those of the page. */
  args?: Record<string, string>
  toItem?(node: object): object
}

/** What the path names, and the list belongs to. */
export interface Owner {
  /** The root field, which takes the ID. */
  field: string
  /** The path parameter. */
  parameter: string
  /** The selection besides the list. */
  selection: string
  idOf(request: RestRequest): string
  noun: string
  /** What entity tags of the page start with. */
  tagOf?(owner: object): string
}

interface Connection {
  nodes: readonly object[]
  pageInfo: {
    hasNextPage: boolean
    hasPreviousPage: boolean
    startCursor: string | null
    endCursor: string | null
  }
  totalCount?: number
}

/** The variables of every page, as `pageParameters` returns them. */
const pageVariables = '$first: Int, $last: Int, $after: String, $before: String, $totalCount: Boolean!'

/**
 * A route that returns a page of a list, with links to the next and the previous one (RFC 8288).
 */
export function pageRoute({
  operation,
  path,
  field = operation,
  parent,
  owner,
  nodes,
  connection = '',
  args = {},
  toItem = (node) => node,
  ...openapi
}: List): Route {
  const own = Object.entries(args)
  const variables = [...(owner ? ['$id: ID!'] : []), ...own.map(([name, type]) => `$${name}: ${type}`)]
  // The total is counted only if the caller asks for it.
  const list = `
${field}(${own.map(([name]) => `${name}: $${name}, `).join('')}first: $first, last: $last, after: $after, before: $before) {
  nodes { ${nodes} }
  pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  totalCount @include(if: $totalCount)
  ${connection}
}`
  return readRoute({
    ...openapi,
    operation,
    path,
    document: `
query ${pascal(operation)}(${[...variables, pageVariables].join(', ')}) {
  ${owner ? `${owner.field}(id: $id) { ${owner.selection} ${list} }` : parent ? `${parent} { ${list} }` : list}
}`,
    toVariables: (request) => ({
      ...(owner && { id: owner.idOf(request) }),
      ...Object.fromEntries(own.map(([name, type]) => [name, readArgument(request.schema, request.query, name, type)])),
      ...pageParameters(request.query),
    }),
    send(reply, result) {
      const found = owner && requireFound<Record<string, unknown>>(result, owner.field, owner.noun)
      const data = (found ?? (parent ? result.data?.[parent] : result.data)) as Record<string, unknown>
      const { nodes: items, ...page } = data[field] as Connection
      const named = owner && (reply.request.params as Record<string, string>)[owner.parameter]
      const links = pageLinks(
        path.replace(/:\w+/, encodeURIComponent(named ?? '')),
        queryOf(reply.request),
        page.pageInfo,
      )
      if (links.length > 0) reply.header('link', links.join(', '))
      return sendBody(reply, { [field]: items.map(toItem), ...page }, found && owner?.tagOf?.(found))
    },
  })
}

const positions = ['first', 'last', 'after', 'before']
const defaultSize = '20'

/** The links keep the filters and the page size. They never contain credentials. */
function pageLinks(path: string, query: URLSearchParams, pageInfo: Connection['pageInfo']): string[] {
  const kept = [...query].filter(([name]) => !positions.includes(name) && !credentialParameters.includes(name))
  const size = query.get('first') ?? query.get('last') ?? defaultSize
  const link = (relation: string, ...position: [string, string][]) =>
    `<${path}?${new URLSearchParams([...kept, ...position])}>; rel="${relation}"`
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pageInfo
  return [
    ...(hasNextPage && endCursor !== null ? [link('next', ['first', size], ['after', endCursor])] : []),
    ...(hasPreviousPage && startCursor !== null ? [link('prev', ['last', size], ['before', startCursor])] : []),
  ]
}
