import { type CaseVersion, caseTag } from './case-tag.ts'
import { queryOf } from '../http/request-context.ts'
import { pageParameters, readArgument } from './query-parameters.ts'
import { readRoute, requireCase } from './read-route.ts'
import { type OpenApiDescription, pascal, type Route } from './route.ts'
import { sendBody } from './tagged-response.ts'

interface List extends Pick<Route, 'operation' | 'path'>, Pick<OpenApiDescription, 'summary' | 'types'> {
  /** The field of the list. The response has the items under its name. By default, the operation. */
  field?: string
  /** The root field that has the list, if there is one besides the case in the path. */
  parent?: 'viewer'
  nodes: string
  /** The GraphQL types of the field's arguments, besides those of the page. */
  args?: Record<string, string>
  toItem?(node: object): object
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
 * A route that returns a page of a list, with links to the next and the previous one (RFC 8288). The list belongs to the
 * case in the path, if there is one.
 */
export function pageRoute({
  operation,
  path,
  field = operation,
  parent,
  nodes,
  args = {},
  toItem = (node) => node,
  ...openapi
}: List): Route {
  const isOfCase = path.includes(':caseInstanceId')
  const own = Object.entries(args)
  const variables = [...(isOfCase ? ['$id: ID!'] : []), ...own.map(([name, type]) => `$${name}: ${type}`)]
  // The total is counted only if the caller asks for it.
  const list = `
${field}(${own.map(([name]) => `${name}: $${name}, `).join('')}first: $first, last: $last, after: $after, before: $before) {
  nodes { ${nodes} }
  pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  totalCount @include(if: $totalCount)
}`
  return readRoute({
    ...openapi,
    operation,
    path,
    document: `
query ${pascal(operation)}(${[...variables, pageVariables].join(', ')}) {
  ${isOfCase ? `case(id: $id) { id version ${list} }` : parent ? `${parent} { ${list} }` : list}
}`,
    toVariables: ({ caseInstanceId, query, schema }) => ({
      ...(isOfCase && { id: caseInstanceId }),
      ...Object.fromEntries(own.map(([name, type]) => [name, readArgument(schema, query, name, type)])),
      ...pageParameters(query),
    }),
    send(reply, result) {
      const found = isOfCase ? requireCase<CaseVersion>(result) : undefined
      const data = (found ?? (parent ? result.data?.[parent] : result.data)) as Record<string, unknown>
      const { nodes: items, ...page } = data[field] as Connection
      const links = pageLinks(path.replace(':caseInstanceId', found?.id ?? ''), queryOf(reply.request), page.pageInfo)
      if (links.length > 0) reply.header('link', links.join(', '))
      return sendBody(reply, { [field]: items.map(toItem), ...page }, found && caseTag(found))
    },
  })
}

const positions = ['first', 'last', 'after', 'before']
const credentials = ['touchpoint', 'token']
const defaultSize = '20'

/** The links keep the filters and the page size. They never contain credentials. */
function pageLinks(path: string, query: URLSearchParams, pageInfo: Connection['pageInfo']): string[] {
  const kept = [...query].filter(([name]) => !positions.includes(name) && !credentials.includes(name))
  const size = query.get('first') ?? query.get('last') ?? defaultSize
  const link = (relation: string, ...position: [string, string][]) =>
    `<${path}?${new URLSearchParams([...kept, ...position])}>; rel="${relation}"`
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pageInfo
  return [
    ...(hasNextPage && endCursor !== null ? [link('next', ['first', size], ['after', endCursor])] : []),
    ...(hasPreviousPage && startCursor !== null ? [link('prev', ['last', size], ['before', startCursor])] : []),
  ]
}
