import type { ExecutionResult } from 'graphql'
import type { FastifyReply } from 'fastify'
import type { ErrorTable } from '../errors.ts'
import type { Deprecations } from './deprecation.ts'

/** The parts of a REST request that a route reads. */
export interface RestRequest {
  /** The path parameter, decoded; empty if the path has none. */
  caseInstanceId: string
  query: URLSearchParams
  body: Record<string, unknown>
}

export type RestResult = ExecutionResult<Record<string, unknown>>

/** One method on one path, mapped to a fixed GraphQL document. */
export interface Route extends Deprecations {
  /** The name of the document's operation in the schema. */
  operation: 'updateCase' | 'assignCase' | 'caseTypeCategories'
  method: 'GET' | 'PUT'
  /** The path in the router's form, for example /api/v4/cases/:caseInstanceId. */
  path: string
  document: string
  /** Throws BAD_USER_INPUT if the request cannot be expressed in variables. */
  toVariables(request: RestRequest): Record<string, unknown>
  /** Sends the response for a result without errors. */
  send(reply: FastifyReply, result: RestResult): FastifyReply | Promise<FastifyReply>
  openapi: OpenApiDescription
}

/** The parts of openapi.json that do not follow from the route's path, its document and the schema. */
export interface OpenApiDescription {
  summary: string
  /** The status of a success. */
  status: 200 | 201
  /** The operation's own codes, with status 400. */
  errors: ErrorTable
  /** Whether responses have an ETag and can be 304. */
  conditional: boolean
  /** Members of the body, as JSON Schema, that differ from the document's variable. */
  body: Record<string, object>
  /** Members that the body must have. */
  required: readonly string[]
  /** JSON Schema for conditions on several members. */
  together?: object
}

/** Converts a value to a String variable. A value of another type becomes "", which is never valid. */
export function textVariable(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : ''
}
