import {
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import {
  type ConnectionSelection,
  connectionOf,
  inputOf,
  queryParametersOf,
  rootSelection,
} from '../../src/rest/root-field.ts'
import { bodyTypesOf, fieldsOutsideBody, pascal, type Route } from '../../src/rest/route.ts'
import type { Example } from './examples.ts'
import { pathParameters } from './parameters.ts'
import { defaultOf, type JsonSchema, type Schemas } from './schemas.ts'

/** A route with the information from its GraphQL document. */
export interface Operation {
  route: Route
  /** In OpenAPI's form, with parameters in braces. */
  path: string
  field: GraphQLField<unknown, unknown>
  /** The name of the field in the result. */
  name: string
  description: string
  selection: SelectionSetNode | undefined
  /** The fields of the input, if the operation has one. */
  input: readonly GraphQLInputField[]
  /** The query parameters that the operation takes from its document. */
  query: readonly (GraphQLArgument | GraphQLInputField)[]
  connection: ConnectionSelection | undefined
}

export function operationOf(route: Route, schema: GraphQLSchema): Operation {
  const { field, node } = rootSelection(route, schema)
  const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
  const input = Object.values(inputOf(field)?.getFields() ?? {})
  return {
    route,
    path,
    field,
    name: node.alias?.value ?? field.name,
    description: route.openapi.description ?? field.description ?? '',
    selection: node.selectionSet,
    input,
    query: queryParametersOf(route, schema),
    connection: connectionOf(route, schema),
  }
}

/** The body of a success: the members of the payload or of the page, or the result under the name of the field or its alias. */
export function successSchema(
  { route, name, description, field, selection, connection }: Operation,
  schemas: Schemas,
  schema: GraphQLSchema,
): JsonSchema {
  const type = getNullableType(field.type)
  const { types = {}, hasContext, response, inline } = route.openapi
  if (response) return schemas.define(pascal(route.operation), response)
  if (inline) return schemas.output(new GraphQLNonNull(type), selection, types)
  if (connection) return pageSchema(route, connection, schemas)
  const items = route.openapi.items
  if (items !== undefined && isObjectType(type)) return feedSchema(route, items, schemas, { type, selection })
  const fragments = fragmentsOf(selection, schema)
  if (!isUnionType(type)) {
    const context = { $ref: '#/components/schemas/Context' }
    // A field that fails is null over GraphQL. REST returns the error instead.
    const result = isInterfaceType(type) ? fragments[0] : { type, selection }
    if (!result) throw new Error(`The document of ${route.operation} selects no object.`)
    const list = schemas.output(new GraphQLNonNull(result.type), result.selection, types)
    return schemas.define(pascal(route.operation), {
      type: 'object',
      description: `The response to ${route.operation}.`,
      required: [...(hasContext ? ['context'] : []), name],
      properties: {
        ...(hasContext && { context: { description: 'The session of the caller.', ...context } }),
        [name]: { description, ...list },
      },
    })
  }
  const payload = fragments.find((fragment) => !('problems' in fragment.type.getFields()))
  if (!payload) throw new Error(`The document of ${route.operation} selects no payload.`)
  return schemas.output(new GraphQLNonNull(payload.type), payload.selection, types)
}

/** The object types of the inline fragments, with what they select. */
function fragmentsOf(selection: SelectionSetNode | undefined, schema: GraphQLSchema) {
  return (selection?.selections ?? []).flatMap((node) => {
    const type = node.kind === Kind.INLINE_FRAGMENT ? schema.getType(node.typeCondition?.name.value ?? '') : undefined
    return node.kind === Kind.INLINE_FRAGMENT && isObjectType(type) ? [{ type, selection: node.selectionSet }] : []
  })
}

/** A page without cursors of single items: the items under the name of the list, and the other fields. */
function pageSchema(
  { operation, openapi: { types = {} } }: Route,
  { name, type, selection }: ConnectionSelection,
  schemas: Schemas,
): JsonSchema {
  const page = schemas.output(new GraphQLNonNull(type), selection, {
    ...types,
    [type.name]: { name: pascal(operation) },
  })
  const schema = schemas.defined[pascal(operation)]!
  const { nodes, totalCount, ...others } = schema['properties'] as Record<string, JsonSchema>
  schema['required'] = [name, ...Object.keys(others)]
  schema['properties'] = { [name]: nodes, ...others, totalCount: { ...totalCount, description: total } }
  return page
}

/** A page of a feed: its items, which are events with their cursors, and the other fields. */
function feedSchema(
  { operation, openapi: { types = {} } }: Route,
  member: string,
  schemas: Schemas,
  { type, selection }: { type: GraphQLObjectType; selection: SelectionSetNode | undefined },
): JsonSchema {
  const named = { ...types, [type.name]: { name: pascal(operation) } }
  const page = schemas.output(new GraphQLNonNull(type), selection, named)
  const schema = schemas.defined[pascal(operation)]!
  const { items, ...others } = schema['properties'] as Record<string, JsonSchema>
  const item = schemas.take((items!['items'] as { $ref: string }).$ref)
  const { cursor, event } = item['properties'] as Record<string, JsonSchema>
  const body = schemas.take(event!['$ref'] as string)
  const properties = { cursor, ...(body['properties'] as object) }
  const listed = schemas.define(types['CaseEvent']!.name, { ...body, required: Object.keys(properties), properties })
  schema['required'] = [member, ...Object.keys(others)]
  schema['properties'] = { [member]: { type: 'array', description: items!['description'], items: listed }, ...others }
  return page
}

const total = 'The number of items on all pages. Only if the query parameter `totalCount` is true.'

const inputParameters: Record<string, string> = {
  expectedVersion: 'IfMatch',
  expectedRevisions: 'IfMatchConfiguration',
  idempotencyKey: 'IdempotencyKey',
  dryRun: 'DryRun',
}

const reference = (name: string) => ({ $ref: `#/components/parameters/${name}` })

export function parametersOf(operation: Operation, schemas: Schemas, examples: readonly Example[]): object[] {
  const { route, query, input } = operation
  const values = examplePath(operation, examples)
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    return { name, in: 'path', required: true, ...pathParameters[name], example: values[name] }
  })
  return [
    ...inPath,
    ...query.map((argument) => {
      const { description, ...form } = schemas.member(argument)
      const value = defaultOf(argument)
      const fallback = typeof value === 'string' ? { default: value } : {}
      const own = route.openapi.parameters?.[argument.name] ?? { ...notNull(form), ...fallback }
      return { name: argument.name, in: 'query', description, schema: own }
    }),
    ...Object.entries(route.openapi.received ?? {}).map(([name, received]) => {
      const { description, ...schema } = received as JsonSchema
      return { name, in: 'query', required: true, description, schema }
    }),
    ...(operation.connection ? [reference('TotalCount')] : []),
    reference('RequestId'),
    reference(route.waits ? 'PreferWaiting' : 'Prefer'),
    ...(route.stream?.header ? [reference(route.stream.header)] : []),
    ...(route.isUnencoded ? [reference('Range')] : []),
    ...input.flatMap(({ name }) => inputParameters[name] ?? []).map(reference),
    ...(route.openapi.conditional ? [reference('IfNoneMatch')] : []),
  ]
}

/** The values of the path parameters in the first successful example. */
function examplePath({ route, path }: Operation, examples: readonly Example[]): Record<string, unknown> {
  const [good] = examples.filter(({ operation, status }) => operation === route.operation && status < 300)
  const pattern = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  const values = Object.entries(pattern.exec(good?.path.split('?')[0] ?? '')?.groups ?? {})
  const isNumber = (name: string) => pathParameters[name]?.schema['type'] === 'integer'
  return Object.fromEntries(values.map(([name, value]) => [name, isNumber(name) ? Number(value) : value]))
}

/** A query parameter cannot be null. */
function notNull({ type, oneOf, ...form }: JsonSchema): JsonSchema {
  if (Array.isArray(oneOf)) return { ...(oneOf[0] as JsonSchema), ...form }
  return { type: Array.isArray(type) ? type[0] : type, ...form }
}

/** The schema that REST has for a member, with the description of the field unless it has its own. */
function overridden(own: JsonSchema, schema: object | undefined): JsonSchema {
  return schema ? { description: own['description'], ...schema } : own
}

/** The bytes of a file. Any other media type is accepted too. */
const binaryBody = {
  required: true,
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

/** The input without the fields that are sent elsewhere, with the overrides of REST. */
export function bodyOf(
  { route, field, input }: Operation,
  schemas: Schemas,
  examples: readonly Example[],
): object | undefined {
  if (route.receive) return binaryBody
  const mediaTypes = bodyTypesOf(route)
  const type = field.args.map((argument) => getNullableType(argument.type)).find(isInputObjectType)
  if (!type || mediaTypes.length === 0) return undefined
  const { body, required, together } = route.openapi
  const members = input.filter(({ name }) => !fieldsOutsideBody(route).includes(name))
  // Called for overridden members too, because an override may refer to the schemas that this defines.
  const properties = members.map((member) => [member.name, schemas.member(member)] as const)
  const schema = schemas.define(type.name, {
    type: 'object',
    description: type.description,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties.map(([name, own]) => [name, overridden(own, body[name])])),
    ...together,
  })
  const good = examples.filter((example) => example.operation === route.operation && example.status < 300)
  const shown = good.map(({ name, summary, body: value }) => [name, { summary, value }])
  const content = { schema, examples: Object.fromEntries(shown) }
  return {
    required: !route.optionalBody,
    content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, content])),
  }
}
