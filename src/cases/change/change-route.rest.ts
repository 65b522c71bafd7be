import type { Problem } from '../../errors.ts'
import { queryOf } from '../../http/request-context.ts'
import { caseTag } from '../../rest/case-tag.ts'
import { operationProblem, sendProblem } from '../../rest/problem.ts'
import { changeFields, isDryRun, requestFields } from '../../rest/request-fields.ts'
import { type OpenApiDescription, pascal, type RestRequest, type Route } from '../../rest/route.ts'
import { representation } from '../../rest/tagged-response.ts'
import { type OperationName, operationErrors } from '../case.errors.ts'
import { commentIdOf, completeCaseSelection, withNumber } from '../case.rest.ts'

/** A member of a body. */
export interface Member {
  /** Converts it to the field of the input with the same name. Undefined if it is absent. */
  read(value: unknown): unknown
  /** JSON Schema, if it differs from that of the field. */
  schema?: object
  required?: true
}

interface Change<Payload> extends Pick<Route, 'path'>, Pick<OpenApiDescription, 'summary' | 'together' | 'types'> {
  operation: OperationName
  method: Exclude<Route['method'], 'GET'>
  /** By default, 201 for POST and PUT, otherwise 200. */
  status?: 200 | 201
  body?: Record<string, Member>
  /** What is selected of the payload besides the case. */
  more?: string
  /** What is selected of the case for `location` alone, as `mayRead`. */
  moreOfCase?: string
  /** Whether the response has the case as a read returns it. */
  isComplete?: true
  /** The path of what was created. */
  location?(payload: Payload): string | undefined
}

/** What every payload has. Fields of the case with an alias are not in the response. */
interface Changed {
  context: object
  /** Null if takeNextCase found none. */
  case: { id: string; tagVersion: number; mayRead?: unknown } | null
}

/** A route that runs a mutation of one case. The operation has the name of the mutation. */
export function changeRoute<Payload = object>(change: Change<Payload>): Route {
  const { operation, method, path, summary, body = {}, location, together, types } = change
  const { status = method === 'POST' || method === 'PUT' ? 201 : 200 } = change
  const errors = operationErrors[operation]
  const members = Object.entries(body)
  const schemas = members.flatMap(([name, { schema }]) => (schema ? [[name, schema] as const] : []))
  return {
    operation,
    method,
    path,
    document: documentOf(change),
    toVariables(request) {
      const input: Record<string, unknown> = {}
      for (const [name, { read }] of members) input[name] = read(request.body[name])
      return { input: { ...input, ...fieldsOutsideBody(path, request) } }
    },
    send(reply, { data }) {
      const result = data?.[operation] as (Payload & Changed) | { problems: Problem<string>[] }
      if ('problems' in result) return sendProblem(reply, operationProblem(result.problems, errors))
      const { text, tag } = representChanged(result, change)
      // Another change may get the version that a dry run returns.
      if (tag !== undefined && !isDryRun(queryOf(reply.request))) {
        reply.header('etag', `"${tag}"`)
        const created = location?.(result)
        if (created !== undefined) reply.header('location', created)
      }
      return reply.code(status).type('application/json').serializer(String).send(text)
    },
    openapi: {
      summary,
      status,
      errors,
      conditional: false,
      ...(location && { headers: ['Location'] }),
      required: members.flatMap(([name, { required }]) => (required ? [name] : [])),
      body: Object.fromEntries(schemas),
      ...(together && { together }),
      ...(types && { types }),
    },
  }
}

function documentOf<Payload>({ operation, isComplete, more = '', moreOfCase = '' }: Change<Payload>): string {
  const type = pascal(operation)
  const ofCase = isComplete ? completeCaseSelection : 'id categoryCode typeCode status resolution'
  return `
mutation ${type}($input: ${type}Input!) {
  ${operation}(input: $input) {
    ... on ${type}Payload {
      context { simpleProfile { firstname email } }
      case { ${ofCase} tagVersion: version ${moreOfCase} }
      ${more}
    }
    ... on ${type}Error { problems { code message path } }
  }
}`
}

/** The fields of the input that the path, headers and the query contain. */
function fieldsOutsideBody(path: string, request: RestRequest): object {
  if (path.includes(':commentId')) return { commentId: commentIdOf(request), ...changeFields(request) }
  const { caseInstanceId } = request
  return path.includes(':caseInstanceId') ? { caseInstanceId, ...changeFields(request) } : requestFields(request)
}

/** The body, in which the ID of the case is a number, and the tag of the case. */
function representChanged<Payload>(
  { context, case: changed, ...others }: Changed,
  { isComplete }: Change<Payload>,
): { text: string; tag: string | undefined } {
  if (!changed) return { text: JSON.stringify({ context, case: null, ...others }), tag: undefined }
  const { tagVersion: version, mayRead: _mayRead, ...shown } = changed
  const text = JSON.stringify({ context, case: withNumber(shown), ...others })
  const of = { id: changed.id, version }
  return { text, tag: isComplete ? representation(text, of).tag : caseTag(of) }
}
