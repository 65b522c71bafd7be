import type { ErrorTable } from '../cases/case.errors.ts'
import type { Answer } from '../http/send.ts'
import type { Deprecation } from './deprecation.ts'

/** A request to the REST API, as far as a route reads it. */
export interface RestRequest {
  /** What stands in the path for its parameter, decoded. */
  pathParameter: string
  query: URLSearchParams
  body: Record<string, unknown>
}

/** One method on one path: a fixed GraphQL document, and what is mapped into its variables and out of its result. */
export interface Route {
  /** The name of the document's operation in the schema. */
  operation: 'updateCase' | 'assignCase' | 'caseTypeCategories'
  method: 'GET' | 'PUT'
  /** The path's segments; null stands for the path parameter. */
  path: readonly (string | null)[]
  document: string
  /** Throws BAD_USER_INPUT where the request has a form that no variable can carry. */
  toVariables(request: RestRequest): Record<string, unknown>
  toAnswer(data: Record<string, unknown>, requestId: string): Answer
  described: Description
  /** Where the route is to go. */
  deprecated?: Deprecation
  /** The query parameters that are to go; a request that has one of them is told so. */
  deprecatedParameters?: Record<string, Deprecation>
}

/** What openapi.json says of a route beyond what follows from its path, its document and the schema. */
export interface Description {
  summary: string
  /** The status where all is well. */
  status: 200 | 201
  /** The operation's own codes; their status is 400. */
  errors: ErrorTable
  /** Whether an answer has an ETag, and is not sent to who has it. */
  conditional: boolean
  /** Members of the body, as JSON Schema, that are not as the document's variable has them. */
  body: Record<string, object>
  /** Which members the body must have. */
  required: readonly string[]
  /** JSON Schema for what members together must be. */
  together?: object
}

/** A text for a GraphQL variable: "", which is never right, for a value of another type; undefined where not sent. */
export function textVariable(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : ''
}
