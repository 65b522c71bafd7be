import { getNamedType, type GraphQLInputType, isInputObjectType } from 'graphql'
import { STATUS_CODES } from 'node:http'
import type { ErrorTable } from '../../src/errors/problems.ts'
import type { RequestErrorTable } from '../../src/errors/request-errors.ts'
import { RouteError } from '../../src/http/requests/request-error.ts'
import { routeProblem } from '../../src/rest/problem.ts'
import { bodyTypesOf, pascal } from '../../src/rest/route.ts'
import type { Example } from './examples.ts'
import { readNotFoundHeaders, headersOf, requestId } from './headers.ts'
import type { Operation } from './operations.ts'
import type { JsonSchema, Schemas } from './schemas.ts'

type Reference = { $ref: string }

/** A code and its meaning. */
interface Code {
  status: number
  code: string
  description: string
  /** Whether its problems may have a pointer into the body. */
  hasPointer: boolean
  /** The name of the response of a read that finds nothing, because another response has the same code. */
  name?: string
  /** Further members of the problem document. */
  members?: Record<string, object>
}

/** The error responses, each described once. */
export class Responses {
  readonly defined: Record<string, object> = {}
  readonly #schemas: Schemas
  readonly #requestErrors: RequestErrorTable
  readonly #examples: readonly Example[]

  constructor(schemas: Schemas, requestErrors: RequestErrorTable, examples: readonly Example[]) {
    this.#schemas = schemas
    this.#requestErrors = requestErrors
    this.#examples = examples
  }

  /** The operation's error responses by status. `routing` lists 404 and 405 if they can occur. */
  problemsOf(operation: Operation, routing: readonly (404 | 405)[]): Record<string, Reference> {
    const { route } = operation
    const { errors, conditional } = route.openapi
    const codes = [
      ...operationCodes(errors),
      ...this.#requestCodes(operation),
      ...routing.map((status) =>
        status === 404 && (conditional || namesItem(route)) ? notFoundBy(route) : routingCode(status),
      ),
    ]
    const byStatus = Map.groupBy(codes, ({ status }) => status)
    return Object.fromEntries([...byStatus].map(([status, all]) => [status, this.#problem(route, status, all)]))
  }

  #problem(route: Operation['route'], status: number, codes: readonly Code[]): Reference {
    if (codes.length === 1) return this.#shared(codes[0]!)
    const name = pascal(route.operation) + (status === 400 ? '' : status)
    const examples = this.#examples.filter(
      (example) => example.operation === route.operation && example.status === status,
    )
    const title = status === 400 ? 'The request is invalid. Nothing was written.' : `${STATUS_CODES[status]}.`
    return this.#defineProblem(name, status, codes, title, examples)
  }

  #shared(code: Code): Reference {
    const examples = this.#examples.filter(({ status, answer }) => {
      const { code: shown, detail } = answer as { code?: string; detail?: string }
      return status === code.status && shown === code.code && (code.name === undefined || detail === code.description)
    })
    return this.#defineProblem(code.name ?? pascal(code.code), code.status, [code], code.description, examples)
  }

  #defineProblem(
    name: string,
    status: number,
    codes: readonly Code[],
    description: string,
    examples: readonly Example[],
  ): Reference {
    const schema = this.#schemas.define(`${name}Problem`, problemSchema(status, codes, this.#codeSchema(name, codes)))
    const shown = examples.map(({ operation, name: each, summary, answer }) => [
      `${operation}-${each}`,
      { summary, value: answer },
    ])
    const content = { schema, ...(shown.length > 0 && { examples: Object.fromEntries(shown) }) }
    return this.#define(name, {
      description,
      headers: codes.some((code) => code.name !== undefined) ? readNotFoundHeaders : headersOf(status),
      content: { 'application/problem+json': content },
    })
  }

  #codeSchema(name: string, codes: readonly Code[]): JsonSchema {
    if (codes.length === 1)
      return { type: 'string', description: 'The error code for programs.', enum: [codes[0]!.code] }
    const list = codes.map(({ code, description }) => `- \`${code}\`: ${description}`)
    const description = `The error code for programs. Letter case is significant.\n\n${list.join('\n')}`
    return this.#schemas.define(`${name}ProblemCode`, {
      type: 'string',
      description,
      enum: codes.map(({ code }) => code),
    })
  }

  #define(name: string, response: object): Reference {
    this.defined[name] ??= response
    return { $ref: `#/components/responses/${name}` }
  }

  #requestCodes(operation: Operation): Code[] {
    return Object.entries(this.#requestErrors)
      .filter(([, { scope }]) => isInScope(scope, operation))
      .map(([name]) => this.#requestCode(name))
  }

  #requestCode(name: string): Code {
    const { rest: code, status, description, members = {} } = this.#requestErrors[name]!
    return { code, status, description, hasPointer: status === 400, members }
  }
}

function isInScope(scope: RequestErrorTable[string]['scope'], { route, input, description }: Operation): boolean {
  const hasField = (field: string) => input.some(({ name }) => name === field)
  if (scope === 'every') return true
  if (scope === 'bodies') return route.receive !== undefined || bodyTypesOf(route).length > 0
  // A case is missing for callers who may not use the operation. Parties must not add internal comments.
  if (scope === 'logins') {
    if (route.requireLogin || hasField('comments')) return true
    return !(allowsEveryLogin(description) || namesCase(route))
  }
  if (!('field' in scope)) return scope.includes(route.operation)
  return hasField(scope.field) || input.some(({ type }) => hasMember(type, scope.field))
}

function hasMember(type: GraphQLInputType, name: string): boolean {
  const item = getNamedType(type)
  return isInputObjectType(item) && name in item.getFields()
}

const allowsEveryLogin = (description: string) => description.endsWith('Login: operator, party, consumer or admin.')
const namesItem = ({ path, openapi: { errors } }: Operation['route']) =>
  /:((attachment|passkey|session|secret)Id|personId\/export)/.test(path) ||
  (path.endsWith(':endpointId') && Object.keys(errors).length === 0)
const namesCase = ({ path }: Operation['route']) => path.includes(':caseInstanceId')

function operationCodes(table: ErrorTable): Code[] {
  return Object.entries(table).map(([code, { description }]) => ({
    code,
    status: 400,
    description,
    hasPointer: true,
  }))
}

function routingCode(status: 404 | 405): Code {
  const { code, detail } = routeProblem(new RouteError(status))
  return { code, status, description: detail, hasPointer: false }
}

/** The answer of a read if what it reads is missing, or the caller may not see it. */
function notFoundBy({ path }: Operation['route']): Code {
  const [, what = 'case'] =
    /:(attachment|comment|endpoint|passkey|session|secret|person|type)(?:Id|Code)/.exec(path) ?? []
  return {
    name: `${pascal(what)}NotFound`,
    code: 'notFound',
    status: 404,
    description: `There is no such ${what}, or the caller may not see it.`,
    hasPointer: false,
  }
}

function problemSchema(status: number, codes: readonly Code[], code: JsonSchema): JsonSchema {
  const text = (description: string) => ({ type: 'string', description })
  const pointer = text(
    'The location in the body as a JSON Pointer in a URI fragment. Absent if the location is not in the body.',
  )
  const parameter = text('The name of the query parameter that the problem concerns.')
  const inBody = codes.some(({ hasPointer }) => hasPointer)
  return {
    type: 'object',
    description: 'A problem document (RFC 9457).',
    required: ['type', 'title', 'status', 'detail', 'code', 'problems', 'requestId'],
    properties: {
      type: {
        ...text('The code as a URN.'),
        enum: codes.map(({ code: name }) => `urn:casegate:problem:${name}`),
      },
      title: text('A short summary for people.'),
      status: { type: 'integer', description: 'The HTTP status of the response.', enum: [status] },
      detail: text('An explanation for people: the `detail` of the first problem.'),
      code,
      problems: {
        type: 'array',
        description: 'All problems found, in the order in which they are checked. The first one determines `code`.',
        minItems: 1,
        items: {
          type: 'object',
          required: ['code', 'detail'],
          properties: {
            code,
            detail: text('An explanation for people: what is wrong and what is allowed.'),
            ...(inBody && { pointer: { ...pointer, format: 'uri-reference', pattern: '^#(/.*)?$' }, parameter }),
          },
        },
      },
      requestId: { ...requestId, description: 'The request ID, which is also sent in the X-Request-Id header.' },
      ...Object.assign({}, ...codes.map(({ members }) => members)),
    },
  }
}
