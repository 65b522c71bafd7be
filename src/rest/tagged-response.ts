import type { FastifyReply } from 'fastify'
import type { RequestContext } from '../context.ts'
import { CachedResponse } from '../http/cached-response.ts'
import { queryOf } from '../http/request-context.ts'
import { addVary } from '../http/vary.ts'
import { type CaseVersion, caseTag } from './case-tag.ts'
import { budgetOf, countedFrom } from '../response-memory/response-budget.ts'

/** Sends a response that only its caller may store, or 304 if the caller has it. */
export function sendTagged(reply: FastifyReply, response: CachedResponse): FastifyReply | Promise<FastifyReply> {
  reply.type('application/json').header('cache-control', 'private, no-cache')
  addVary(reply, 'Service-Touchpoint', 'Service-Token', 'Accept-Encoding')
  return response.sendTagged(reply.request, reply)
}

/** The same for a body. If it represents a case, the tag starts with the version of the case, which If-Match compares. */
export function sendBody(reply: FastifyReply, body: object, of?: CaseVersion): FastifyReply | Promise<FastifyReply> {
  const text = JSON.stringify(body)
  countResponse(reply.request.context, text)
  return sendTagged(reply, of ? representation(text, of) : new CachedResponse(text))
}

/** The text as a representation of the case. */
export function representation(text: string, of: CaseVersion): CachedResponse {
  return new CachedResponse(text, `${caseTag(of)}.`)
}

/** A large body is counted until it has been read. Throws if there is no room for it. */
function countResponse(context: RequestContext, text: string): void {
  if (text.length <= countedFrom) return context.responseBudget?.settle(0)
  const budget = budgetOf(context)
  const bytes = Buffer.byteLength(text)
  budget.growTo(bytes)
  if (budget.excess) throw budget.excess
  budget.settle(bytes)
}

export interface Connection {
  nodes: readonly object[]
  pageInfo: {
    hasNextPage: boolean
    hasPreviousPage: boolean
    startCursor: string | null
    endCursor: string | null
  }
  totalCount?: number
}

/** The variables of every page, as `pageParameters` returns them, and the arguments that take them. */
export const pageVariables = '$first: Int, $last: Int, $after: String, $before: String, $totalCount: Boolean!'
export const pageArguments = 'first: $first, last: $last, after: $after, before: $before'

/** The selection of every page. The total is counted only if the caller asks for it. */
export const pageSelection = `
pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
totalCount @include(if: $totalCount)`

/** Sends a page of the list at `path`, with links to the next and the previous one (RFC 8288). */
export function sendPage(
  reply: FastifyReply,
  name: string,
  path: string,
  { nodes, ...others }: Connection,
  of?: CaseVersion,
): FastifyReply | Promise<FastifyReply> {
  const links = pageLinks(path, queryOf(reply.request), others.pageInfo)
  if (links.length > 0) reply.header('link', links.join(', '))
  return sendBody(reply, { [name]: nodes, ...others }, of)
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
