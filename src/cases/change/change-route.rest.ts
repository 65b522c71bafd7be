import { CachedResponse } from '../../http/cached-response.ts'
import { queryOf } from '../../http/requests/request-context.ts'
import { caseTag, changeFields, readIfMatch } from '../case.rest.ts'
import { type Member, mutationRoute } from '../../rest/mutation-route.ts'
import { isDryRun, requestFields } from '../../rest/request-fields.ts'
import { type OpenApiDescription, pathParameter, type RestRequest, type Route } from '../../rest/route.ts'
import { type OperationName, operationErrors } from '../case.errors.ts'
import { commentIdOf, completeCaseSelection, withNumericId } from '../case.rest.ts'

interface Change<Payload>
  extends
    Pick<Route, 'path' | 'optionalBody' | 'requireLogin'>,
    Pick<OpenApiDescription, 'summary' | 'together' | 'types'> {
  operation: OperationName
  method: Exclude<Route['method'], 'GET'>
  /** By default, 201 for POST and PUT, otherwise 200. */
  status?: 200 | 201 | 204
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
  const { isComplete, more = '', moreOfCase = '', location, ...route } = change
  const { operation, method, path } = route
  const { status = method === 'POST' || method === 'PUT' ? 201 : 200 } = route
  const ofCase = isComplete ? completeCaseSelection : 'id categoryCode typeCode status resolution'
  return mutationRoute<Payload & Changed>({
    ...route,
    status,
    errors: operationErrors[operation],
    payload: `
      context { simpleProfile { firstname email } }
      case { ${ofCase} tagVersion: version ${moreOfCase} }
      ${more}`,
    fieldsOutsideBody: (request) => fieldsOutsideBody(path, request),
    send(reply, result) {
      const { text, tag } = serializeChange(result, change)
      // Another change may get the version that a dry run returns.
      if (tag !== undefined && !isDryRun(queryOf(reply.request))) {
        reply.header('etag', `"${tag}"`)
        const created = location?.(result)
        if (created !== undefined) reply.header('location', created)
      }
      if (status === 204) return reply.code(status).send()
      return reply.code(status).type('application/json').serializer(String).send(text)
    },
    unmatchable(request) {
      const ifMatch = readIfMatch(request.headers['if-match'], pathParameter(request, 'caseInstanceId'))
      return ifMatch && 'unmatchable' in ifMatch ? ifMatch.unmatchable : undefined
    },
    headers: ['ETag', ...(location ? (['Location'] as const) : [])],
  })
}

/** The fields of the input that the path, headers and the query contain. */
function fieldsOutsideBody(path: string, request: RestRequest): object {
  if (path.includes(':commentId')) return { commentId: commentIdOf(request), ...changeFields(request) }
  if (!path.includes(':caseInstanceId')) return requestFields(request)
  return { ...request.params, ...changeFields(request) }
}

/** The body, in which the ID of the case is a number, and the tag of the case. */
function serializeChange<Payload>(
  { context, case: changed, ...others }: Changed,
  { isComplete }: Change<Payload>,
): { text: string; tag: string | undefined } {
  if (!changed) return { text: JSON.stringify({ context, case: null, ...others }), tag: undefined }
  const { tagVersion: version, mayRead: _mayRead, ...shown } = changed
  const text = JSON.stringify({ context, case: withNumericId(shown), ...others })
  const ofCase = caseTag({ id: changed.id, version })
  return { text, tag: isComplete ? new CachedResponse(text, ofCase).tag : ofCase }
}
