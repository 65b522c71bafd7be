import type { GraphQLSchema } from 'graphql'
import type { RequestErrorTable } from '../../src/errors/request-errors.ts'
import type { Route, RouteStream } from '../../src/rest/route.ts'
import type { Example } from './examples.ts'
import { conditionalHeaders, headers, headersOf } from './headers.ts'
import { parameters } from './parameters.ts'
import { bodyOf, type Operation, operationOf, parametersOf, successSchema } from './operations.ts'
import { Responses } from './responses.ts'
import { Schemas } from './schemas.ts'
import { describeWebhooks } from './webhooks.ts'

/** Everything that the OpenAPI document is generated from. */
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
  const paths = [...Map.groupBy(operations, ({ path }) => path)].map(([path, sharing]) => [
    path,
    Object.assign({}, ...sharing.map((each) => pathItem(each, operations, schemas, responses, sources))),
  ])
  return {
    openapi: '3.1.1',
    info: {
      title: 'Casegate',
      version: sources.version,
      description: overview(sources.requestErrors),
      contact: { name: 'The maintainers of Casegate' },
    },
    servers: [{ url: '/', description: 'The server that serves this document.' }],
    security: [{ touchpointHeader: [], tokenHeader: [] }, { bearer: [] }],
    'x-query-credentials': queryCredentials,
    tags,
    paths: Object.fromEntries(paths),
    webhooks: describeWebhooks(schemas),
    components: {
      schemas: schemas.defined,
      responses: responses.defined,
      parameters,
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
  const { route, description } = operation
  const isPage = operation.connection !== undefined
  const { status, conditional, summary, mediaType = 'application/json' } = route.openapi
  const hasContent = status !== 204
  const content = hasContent && {
    schema: successSchema(operation, schemas, schema),
    examples: successExamples(route, examples),
  }
  const success = {
    description: conditional ? 'The requested data.' : changedDescription(route),
    headers: {
      ...(conditional ? conditionalHeaders(isPage) : headersOf(status, route.openapi.headers)),
      ...(route.stream && streamHeaders),
      ...(route.waits && waitingHeaders),
    },
    ...(content && { content: { [mediaType]: content, ...(route.stream && streamOf(route.stream)) } }),
  }
  const notModified = {
    description: 'The caller already has the current response.',
    headers: { ...conditionalHeaders(isPage), ...(route.waits && waitingHeaders) },
  }
  const requestBody = bodyOf(operation, schemas, examples)
  const main = {
    operationId: route.operation,
    summary,
    ...(route.secret && { security: [{ touchpointHeader: [], secretHeader: [] }] }),
    description,
    tags: [tagOf(route.path)],
    parameters: parametersOf(operation, schemas, examples),
    ...(requestBody && { requestBody }),
    responses: {
      [status]: success,
      ...(route.isUnencoded && { 206: { ...success, description: 'The range of the content that was requested.' } }),
      ...(conditional && { 304: notModified }),
      ...responses.problemsOf(operation, routingOf(operation, all)),
    },
  }
  return { [route.method.toLowerCase()]: main }
}

const streamHeaders = { ETag: { $ref: '#/components/headers/JsonETag' } }
const waitingHeaders = { 'Preference-Applied': { $ref: '#/components/headers/PreferencesApplied' } }

const streamOf = ({ mediaType, description }: RouteStream) => ({
  [mediaType]: { schema: { type: 'string', description } },
})

function changedDescription({ method, openapi: { success } }: Route): string {
  if (success !== undefined) return success
  return method === 'PUT'
    ? 'The case after the change. A PUT returns 201, although it creates nothing.'
    : 'The case after the change.'
}

/** With the beginnings of the paths of their operations. */
const tagged = [
  { name: 'Cases', description: 'Create, find, read, update and assign cases.', paths: ['cases'] },
  { name: 'Attachments', description: 'Upload and download the files of comments.', paths: ['attachments'] },
  { name: 'Events', description: 'Follow the changes of cases.', paths: ['events'] },
  { name: 'Sessions', description: 'Log people in and out.', paths: ['sessions', 'viewer', 'passkeys'] },
  { name: 'Webhooks', description: 'Send the changes of cases to receivers.', paths: ['webhook-endpoints'] },
  {
    name: 'Reference data',
    description: 'What callers need to fill forms and filters.',
    paths: ['statuses', 'resolutions', 'tags', 'types', 'customers', 'operators', 'groups'],
  },
  {
    name: 'Administration',
    description: 'Configure the service, manage persons and their data, and read who has changed what.',
    paths: ['configuration', 'persons', 'audit-events', 'touchpoints'],
  },
]

const tags = tagged.map(({ name, description }) => ({ name, description }))

function tagOf(path: string): string {
  const tag = tagged.find(({ paths }) => paths.some((each) => path.split('/')[3] === each))
  if (!tag) throw new Error(`No tag of the REST API is for ${path}.`)
  return tag.name
}

/**
 * 404 if the path parameter is empty or a read finds nothing, and 405 if its value makes the path match another route
 * without the method.
 */
function routingOf({ route }: Operation, all: readonly Operation[]): (404 | 405)[] {
  if (!route.path.includes(':')) return []
  const pattern = new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`)
  const others = all.filter(({ route: { path } }) => path !== route.path && pattern.test(path))
  const isMistakable = [...Map.groupBy(others, ({ path }) => path).values()].some(
    (sharing) => !sharing.some(({ route: { method } }) => method === route.method),
  )
  return isMistakable ? [404, 405] : [404]
}

function successExamples(route: Route, examples: readonly Example[]): object {
  const good = examples.filter(({ operation, status }) => operation === route.operation && status < 300)
  return Object.fromEntries(good.map(({ name, summary, answer }) => [name, { summary, value: answer }]))
}

const credential = (place: 'header' | 'query', name: string, description: string) => ({
  type: 'apiKey',
  in: place,
  name,
  description,
})
const touchpoint = 'The code of the calling touchpoint.'
const token = 'The session token.'

const securitySchemes = {
  touchpointHeader: credential('header', 'Service-Touchpoint', touchpoint),
  tokenHeader: credential('header', 'Service-Token', token),
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token of the OpenID Connect issuer, if one is configured.',
  },
  secretHeader: credential('header', 'Service-Secret', 'A secret of the touchpoint. It only creates sessions.'),
}

/** Accepted, but not in `security`: generated clients must not put tokens into URLs, which are logged. */
const queryCredentials = {
  touchpointParameter: credential('query', 'touchpoint', touchpoint),
  tokenParameter: credential('query', 'token', token),
}

function overview(requestErrors: RequestErrorTable): string {
  const rows = Object.values(requestErrors).map(
    ({ status, rest, description }) => `| ${status} | \`${rest}\` | ${description} |`,
  )
  return `Creates, finds, reads, updates and assigns cases. The same operations are available over GraphQL.

Every request needs a touchpoint code and a session token, in the headers \`Service-Touchpoint\` and \`Service-Token\`. Clients
that cannot send headers may send each as a query parameter instead, \`touchpoint\` and \`token\`, which is less safe because
URLs are logged. If a credential is sent both ways, both must be the same.

If an OpenID Connect issuer is configured, an access token of it can be sent instead: \`Authorization: Bearer <JWT>\`.

Every error is a problem document (RFC 9457) with a \`code\`
for programs. The letter case of codes is significant: \`InvalidName\` concerns a status or a resolution, \`invalidName\` a group.
A successful PUT returns 201, not 200, although it creates nothing: the first clients of version 4 relied on it. Unknown body members and unknown query parameters are ignored,
unless the request has the header \`Prefer: handling=strict\`. A null value counts as not sent, except in a PATCH. New members may be added
to responses. Existing members are never renamed or removed.
HEAD is allowed wherever GET is. OPTIONS returns the allowed methods in \`Allow\`, without credentials.

## Errors of every operation

The following codes concern the request rather than the case.

| Status | Code | Condition |
| --- | --- | --- |
${rows.join('\n')}`
}
