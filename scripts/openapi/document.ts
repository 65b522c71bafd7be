import type { GraphQLSchema } from 'graphql'
import type { RequestErrorTable } from '../../src/errors.ts'
import type { Route } from '../../src/rest/route.ts'
import type { Example } from './examples.ts'
import { conditionalHeaders, headers, headersOf, methodHeaders } from './headers.ts'
import { bodyOf, goingOn, type Operation, operationOf, parametersOf, successSchema } from './operations.ts'
import { Responses } from './responses.ts'
import { Schemas } from './schemas.ts'

/** All that the REST API is described out of. */
export interface Sources {
  schema: GraphQLSchema
  routes: readonly Route[]
  requestErrors: RequestErrorTable
  examples: readonly Example[]
  version: string
}

/** The REST API as an OpenAPI 3.1 document. */
export function describeRest(sources: Sources): Record<string, unknown> {
  const schemas = new Schemas()
  const responses = new Responses(schemas, sources.requestErrors, sources.examples)
  const operations = sources.routes.map((route) => operationOf(route, sources.schema))
  const paths = operations.map((operation) => [
    operation.path,
    pathItem(operation, operations, schemas, responses, sources),
  ])
  return {
    openapi: '3.1.1',
    info: {
      title: 'Casegate',
      version: sources.version,
      description: overview(sources.requestErrors),
      license: { name: 'Not licensed to the public', identifier: 'LicenseRef-UNLICENSED' },
    },
    servers: [{ url: '/', description: 'The server that this document came from.' }],
    security: [
      { touchpointHeader: [], tokenHeader: [] },
      { touchpointParameter: [], tokenParameter: [] },
    ],
    tags: [
      { name: 'Cases', description: 'Changes of cases, and what cases there can be.' },
      { name: 'Methods', description: 'What HTTP has for every path.' },
    ],
    paths: Object.fromEntries(paths),
    components: {
      schemas: schemas.defined,
      responses: responses.defined,
      parameters: { RequestId: requestIdParameter },
      headers,
      securitySchemes,
    },
  }
}

function pathItem(
  operation: Operation,
  all: readonly Operation[],
  schemas: Schemas,
  responses: Responses,
  { schema, examples }: Sources,
): object {
  const { route, field } = operation
  const { status, conditional, summary } = route.openapi
  const content = { schema: successSchema(operation, schemas, schema), examples: successExamples(route, examples) }
  const success = {
    description: conditional ? 'What was asked for.' : 'The case is as it was asked for.',
    headers: conditional ? conditionalHeaders() : headersOf(status),
    content: { 'application/json': content },
  }
  const known = { description: 'The caller has the answer already.', headers: conditionalHeaders() }
  const routing = routingOf(operation, all)
  const answers = { [status]: success, ...(conditional && { 304: known }), ...responses.problemsOf(route, routing) }
  const parameters = parametersOf(operation, schemas, examples)
  const requestBody = bodyOf(operation, schemas, examples)
  const main = {
    operationId: route.operation,
    summary,
    ...goingOn(route.deprecated),
    description: field.description,
    tags: ['Cases'],
    parameters,
    ...(requestBody && { requestBody }),
    responses: answers,
  }
  const head = {
    operationId: `${route.operation}Head`,
    summary: `${summary}: the headers alone`,
    tags: ['Methods'],
    parameters,
    responses: Object.fromEntries(Object.entries(answers).map(([each, answer]) => [each, bodiless(answer, responses)])),
  }
  return {
    [route.method.toLowerCase()]: main,
    ...(route.method === 'GET' && { head }),
    options: optionsOf(
      operation,
      routing,
      parameters.filter((parameter) => 'in' in parameter && parameter.in === 'path'),
      responses,
    ),
  }
}

function optionsOf(
  { route }: Operation,
  routing: readonly (404 | 405)[],
  parameters: object[],
  responses: Responses,
): object {
  return {
    operationId: `${route.operation}Options`,
    summary: `${route.openapi.summary}: the methods of the path`,
    tags: ['Methods'],
    security: [],
    parameters: [...parameters, { $ref: '#/components/parameters/RequestId' }],
    responses: {
      204: { description: 'The methods are in Allow.', headers: methodHeaders() },
      ...(routing.includes(404) && { 404: responses.routing(404) }),
      503: responses.unavailable(),
      ...responses.unparsed(),
    },
  }
}

/** 404 where the parameter is left empty, and 405 where it has a value with which another route's path is meant. */
function routingOf({ route }: Operation, all: readonly Operation[]): (404 | 405)[] {
  if (!route.path.includes(':')) return []
  const isMistakable = all.some(({ route: { path } }) => {
    return path !== route.path && new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)
  })
  return isMistakable ? [404, 405] : [404]
}

/** The same answer to HEAD. */
function bodiless(answer: object, responses: Responses): object {
  const name = '$ref' in answer ? String(answer.$ref).split('/').at(-1)! : undefined
  const { content: _, ...rest } = (name === undefined ? answer : responses.defined[name]!) as { content?: object }
  return rest
}

function successExamples(route: Route, examples: readonly Example[]): object {
  const good = examples.filter(({ operation, status }) => operation === route.operation && status < 300)
  return Object.fromEntries(good.map(({ name, summary, answer }) => [name, { summary, value: answer }]))
}

const requestIdParameter = {
  name: 'X-Request-Id',
  in: 'header',
  description: 'An id for the request: up to 128 letters, digits and any of ._:- characters. Another one is replaced.',
  schema: { type: 'string' },
}

const credential = (place: 'header' | 'query', name: string, description: string) => ({
  type: 'apiKey',
  in: place,
  name,
  description,
})
const touchpoint = "The calling touchpoint's code."
const token = "The session's token."
const either = 'Each of the two may come either way; where both are sent, they must be the same.'

const securitySchemes = {
  touchpointHeader: credential('header', 'Service-Touchpoint', touchpoint),
  tokenHeader: credential('header', 'Service-Token', token),
  touchpointParameter: credential('query', 'touchpoint', `${touchpoint} ${either}`),
  tokenParameter: credential('query', 'token', `${token} ${either}`),
}

function overview(requestErrors: RequestErrorTable): string {
  const rows = Object.values(requestErrors).map(
    ({ status, rest, description }) => `| ${status} | \`${rest}\` | ${description} |`,
  )
  return `Updates cases, assigns them, and lists what cases there can be. The same operations are there over GraphQL.

Every request carries a touchpoint and a session's token. What is refused is a problem document (RFC 9457) with a code;
programs read the code, letter case included. Unknown members of a body and unknown query parameters are ignored, and
null counts as not sent. Answers may get new members, and nothing is ever renamed or removed.

These codes concern the request rather than the case; a reserved one is not answered yet.

| status | code | when |
| --- | --- | --- |
${rows.join('\n')}`
}
