import type { IncomingHttpHeaders } from 'node:http'
import type { ExecutionResult, GraphQLSchema } from 'graphql'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { InternalError } from '../errors/internal-error.ts'
import type { ErrorTable } from '../errors/problems.ts'
import type { Executor } from '../graphql/executor.ts'
import type { Viewer } from '../http/authentication.ts'
import { type NodeKind, withKind } from '../node-id.ts'

/** The parts of a REST request that a route reads. */
export interface RestRequest {
  /** The path parameters, decoded. */
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** Empty if the method has no body. */
  body: Record<string, unknown>
  schema: GraphQLSchema
}

export type RestResult = ExecutionResult<Record<string, unknown>>

/** The methods of routes, with the media types that their bodies may have. */
export const bodyTypes = {
  GET: [],
  POST: ['application/json'],
  PUT: ['application/json'],
  PATCH: ['application/merge-patch+json', 'application/json'],
  DELETE: [],
} as const satisfies Record<string, readonly string[]>

/** The media types that the bodies of a route may have. Empty if it has no body. */
export function bodyTypesOf({
  method,
  bodyless,
  receive,
}: Pick<Route, 'method' | 'bodyless' | 'receive'>): readonly string[] {
  return bodyless || receive ? [] : bodyTypes[method]
}

/** What a route sends instead of JSON to callers who prefer it. */
export interface RouteStream {
  mediaType: string
  /** What is sent, for openapi.json. */
  description: string
  /** The header of requests for it alone. */
  header?: 'LastEventId'
  /** Whether it answers HEAD, too. */
  answersHead?: true
  /** Sends it for the variables of the document, as GraphQL reads them. */
  send(reply: FastifyReply, variables: Record<string, unknown>, executor: Executor): Promise<FastifyReply>
}

/** One method on one path, mapped to a fixed GraphQL document. */
export interface Route {
  /** The unique name of the operation. */
  operation: string
  method: keyof typeof bodyTypes
  /** Whether its requests have no body, although the method allows one. */
  bodyless?: true
  /** Whether a request without a body is the same as one with an empty object. */
  optionalBody?: true
  /** The members of its body that other routes have in the path. */
  bodyMembers?: readonly string[]
  /** Whether its credentials are a touchpoint's secret, not a session token. */
  secret?: true
  /** Throws FORBIDDEN for logins that may not use it. The operation checks this too. This check runs before a large body is read. */
  requireLogin?: (viewer: Viewer) => void
  /** Fields of the input of its mutation that are query parameters, besides `dryRun`. */
  inputParameters?: readonly string[]
  /** The path in the router's form, for example /api/v4/cases/:caseInstanceId. */
  path: string
  /** The operation's code for a value of the body that has another type than the field of the input, which takes `dryRun`. */
  wrongTypeCode?: string
  /** The maximum number of problems, if it differs from that of other routes. */
  maximumProblems?: number
  /** Its first field is the operation's result. */
  document: string
  /** Throws BAD_USER_INPUT if the request cannot be expressed in variables. */
  toVariables(request: RestRequest): Record<string, unknown>
  /** Why nothing can fulfil the If-Match of the request, if the reason is in the header. */
  unmatchable?(request: RestRequest): string | undefined
  /** Sends the response for a result without errors. */
  send(reply: FastifyReply, result: RestResult): FastifyReply | Promise<FastifyReply>
  /** Whether an empty answer may be held (`Prefer: wait`). */
  waits?: true
  /** Receives the body as a stream, for the variables of the document, which is executed afterwards. */
  receive?(request: FastifyRequest): Promise<Record<string, unknown>>
  /** Whether the response is sent as it is, without an encoding. */
  isUnencoded?: true
  stream?: RouteStream
  openapi: OpenApiDescription
}

/** The parts of openapi.json that do not follow from the route's path, its document and the schema. */
export interface OpenApiDescription {
  summary: string
  /** Replaces the description of the document's first field, if that is about more than the route. */
  description?: string
  /** The status of a success. */
  status: 200 | 201 | 202 | 204
  /** The response of a success as JSON Schema, if its document does not select it. */
  response?: { description: string; [keyword: string]: unknown }
  /** The member with the items of a feed, each of which is its cursor and the members of its event. */
  items?: string
  /** Whether a successful response has the fields of the result at its top level, instead of under the name of the result. */
  inline?: true
  /** Describes the response of a success that is not a case. */
  success?: string
  /** The media type of a success. By default, application/json. */
  mediaType?: string
  /** The operation's own codes, with status 400. */
  errors: ErrorTable
  /** Whether responses have an ETag and can be 304. */
  conditional: boolean
  /** Whether the response also has the session's context. */
  hasContext?: true
  /** Headers of a success that only some routes send. */
  headers?: readonly ('ETag' | 'Location')[]
  /** Query parameters, as JSON Schema, that its `receive` requires. */
  received?: Record<string, object>
  /** Members of the body, as JSON Schema, that differ from the document's variable. */
  body: Record<string, object>
  /** Members that the body must have. */
  required: readonly string[]
  /** JSON Schema for conditions on several members. */
  together?: object
  /** Query parameters, as JSON Schema, that differ from the document's arguments. */
  parameters?: Record<string, object>
  /**
   * By type, or by a field that returns it such as `Case.party`: the name of its schema, if other fields are selected elsewhere, and
   * members that differ.
   */
  types?: Record<string, { name: string; members?: Record<string, Record<string, unknown>> }>
}

/** What the descriptions of all reads share. */
export const readDescription = { status: 200, errors: {}, conditional: true, required: [], body: {} } as const

/** The parameter of the path. */
export function pathParameter({ params }: Pick<RestRequest, 'params'>, name: string): string {
  const value = params[name]
  if (value === undefined) throw new InternalError(`The path has no parameter ${name}.`)
  return value
}

/** The ID of an object that the path names by its ID, or by the ID without its kind. */
export function idParameter(request: Pick<RestRequest, 'params'>, name: string, kind: NodeKind): string {
  return withKind(kind, pathParameter(request, name))
}

/** The names of the parameters in a path. */
export function parametersOf(path: string): string[] {
  return Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name)
}

/** Fields of the input that the path, headers or the query of every route contain. */
const ofRequests: readonly string[] = ['id', 'expectedVersion', 'expectedRevisions', 'idempotencyKey', 'dryRun']

/** The fields of the input that are not in the body of the route. */
export function fieldsOutsideBody({ path, bodyMembers = [] }: Pick<Route, 'path' | 'bodyMembers'>): readonly string[] {
  return [...parametersOf(path), ...ofRequests].filter((name) => !bodyMembers.includes(name))
}

/** Converts a value to a String variable. A value of another type becomes "", which is never valid. */
export function textVariable(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : ''
}

/** The name of a GraphQL type or document that belongs to an operation. */
export function pascal(operation: string): string {
  return operation.charAt(0).toUpperCase() + operation.slice(1)
}
