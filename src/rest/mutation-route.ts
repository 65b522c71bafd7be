import type { FastifyReply } from 'fastify'
import type { ErrorTable, InputProblem, Problem } from '../errors/problems.ts'
import { invalidInput } from '../errors/request-error.ts'
import { operationProblem, sendProblem } from './problem.ts'
import { notFound } from './read-route.ts'
import { readMember } from './typed-input.ts'
import { type OpenApiDescription, pascal, type RestRequest, type Route } from './route.ts'

/** A member of a body. */
export interface Member {
  /**
   * Converts it to the field of the input with the same name. Undefined if it is absent. Adds its problems. By default, the type of the
   * field in the schema says what is right.
   */
  read?(value: unknown, problems: InputProblem[]): unknown
  /** JSON Schema, if it differs from that of the field. */
  schema?: object
  required?: true
}

interface Mutation<Payload>
  extends
    Pick<Route, 'operation' | 'path' | 'optionalBody' | 'secret' | 'requireLogin'>,
    Pick<Route, 'wrongTypeCode' | 'maximumProblems' | 'unmatchable'>,
    Pick<OpenApiDescription, 'summary' | 'description' | 'success' | 'together' | 'types' | 'headers'> {
  method: Exclude<Route['method'], 'GET'>
  status: OpenApiDescription['status']
  /** The operation's own codes that the route can send. By default, none. */
  errors?: ErrorTable
  /** The mutation. By default, the operation. */
  mutation?: string
  body?: Record<string, Member>
  /** What is selected of the payload. */
  payload: string
  /** The fields of the input that the path, headers and the query contain. By default, the parameters of the path. */
  fieldsOutsideBody?(request: RestRequest): object
  /** The fields of the input that are query parameters, and how each is read. */
  query?: Record<string, (query: URLSearchParams, name: string) => unknown>
  /** The path of what was created. */
  location?(payload: Payload): string
  /** Sends the payload. By default, as JSON, or nothing with status 204. */
  send?(reply: FastifyReply, payload: Payload): FastifyReply | Promise<FastifyReply>
  /** What the path names, if problems mean that there is none: the status is 404. By default, they are described with status 400. */
  named?: string
}

/** A route that runs a mutation. */
export function mutationRoute<Payload>(route: Mutation<Payload>): Route {
  const {
    mutation = route.operation,
    body = {},
    payload,
    query = {},
    fieldsOutsideBody = ({ params }: RestRequest) => params,
    errors = {},
    location,
    send = (reply, sent) => (route.status === 204 ? reply.code(204).send() : sendJson(reply, route.status, sent)),
    named,
    ...others
  } = route
  const { summary, description, success, together, types, headers = [], status, ...ofRoute } = others
  const members = Object.entries(body)
  const bodyMembers = Object.keys(body)
  const parameters = Object.entries(query)
  const type = pascal(mutation)
  return {
    ...ofRoute,
    bodyMembers,
    ...(members.length === 0 && { bodyless: true }),
    ...(parameters.length > 0 && { inputParameters: Object.keys(query) }),
    document: `
mutation ${pascal(route.operation)}($input: ${type}Input!) {
  ${mutation}(input: $input) {
    ... on ${type}Payload { ${payload} }
    ... on ${type}Error { problems { code message path } }
  }
}`,
    toVariables(request) {
      const input: Record<string, unknown> = {}
      const problems: InputProblem[] = []
      for (const [name, { read }] of members) {
        const value = request.body[name]
        input[name] = read ? read(value, problems) : readMember(request.schema, mutation, name, value, problems)
      }
      if (problems.length > 0) throw invalidInput(problems)
      for (const [name, read] of parameters) input[name] = read(request.query, name)
      return { input: { ...input, ...fieldsOutsideBody(request) } }
    },
    send(reply, { data }) {
      const result = data?.[mutation] as (Payload & object) | { problems: Problem<string>[] }
      if ('problems' in result) {
        if (named !== undefined) throw notFound(named)
        return sendProblem(reply, operationProblem(result.problems, errors, { path: route.path, bodyMembers }))
      }
      if (location) reply.header('location', location(result))
      return send(reply, result)
    },
    openapi: {
      summary,
      ...(description && { description }),
      status,
      errors,
      conditional: false,
      ...(success && { success }),
      headers: [...headers, ...(location ? (['Location'] as const) : [])],
      required: members.flatMap(([name, { required }]) => (required ? [name] : [])),
      body: Object.fromEntries(members.flatMap(([name, { schema }]) => (schema ? [[name, schema] as const] : []))),
      ...(together && { together }),
      ...(types && { types }),
    },
  }
}

export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply.code(status).type('application/json').serializer(String).send(JSON.stringify(body))
}
