import {
  type DocumentNode,
  getNullableType,
  type GraphQLField,
  GraphQLNonNull,
  type GraphQLSchema,
  isInputObjectType,
  isObjectType,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql'
import type { Deprecation } from '../../src/rest/deprecation.ts'
import type { Route } from '../../src/rest/route.ts'
import type { Example } from './examples.ts'
import { pascal } from './responses.ts'
import { caseNumber, defaultOf, type JsonSchema, type Schemas } from './schemas.ts'

/** A route with the information from its GraphQL document. */
export interface Operation {
  route: Route
  /** In OpenAPI's form, with the parameter in braces. */
  path: string
  field: GraphQLField<unknown, unknown>
  selection: SelectionSetNode | undefined
}

const pathParameter = 'caseInstanceId'

export function operationOf(route: Route, schema: GraphQLSchema): Operation {
  const { operation, selectionSet } = definitionOf(parse(route.document))
  const root = operation === 'query' ? schema.getQueryType() : schema.getMutationType()
  const [node] = selectionSet.selections
  const field = root?.getFields()[route.operation]
  if (!field || node?.kind !== Kind.FIELD) throw new Error(`The document of ${route.operation} has another form.`)
  const path = route.path.replace(`:${pathParameter}`, `{${pathParameter}}`)
  return { route, path, field, selection: node.selectionSet }
}

function definitionOf({ definitions }: DocumentNode): OperationDefinitionNode {
  const found = definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  if (!found) throw new Error('A document of the REST API has no operation.')
  return found
}

/** The body of a success: the members of the payload, or the result under the name of the field. */
export function successSchema(
  { route, field, selection }: Operation,
  schemas: Schemas,
  schema: GraphQLSchema,
): JsonSchema {
  const type = getNullableType(field.type)
  if (!isUnionType(type)) {
    // A field that fails is null over GraphQL. REST returns the error instead.
    const list = schemas.output(new GraphQLNonNull(type), selection)
    return schemas.define(pascal(route.operation), {
      type: 'object',
      description: `The response to ${route.operation}.`,
      required: [field.name],
      properties: { [field.name]: { description: field.description, ...list } },
    })
  }
  for (const node of selection?.selections ?? []) {
    if (node.kind !== Kind.INLINE_FRAGMENT) continue
    const payload = schema.getType(node.typeCondition?.name.value ?? '')
    if (!isObjectType(payload) || 'problems' in payload.getFields()) continue
    return schemas.output(new GraphQLNonNull(payload), node.selectionSet)
  }
  throw new Error(`The document of ${route.operation} selects no payload.`)
}

export function parametersOf({ route, field }: Operation, schemas: Schemas, examples: readonly Example[]): object[] {
  const { description: words, ...number } = caseNumber
  const [good] = examples.filter(({ operation, status }) => operation === route.operation && status < 300)
  const example = Number(/\d+$/.exec(good?.path.replace('/assignment', '') ?? '')?.[0])
  const inPath = { name: pathParameter, in: 'path', required: true, description: words, schema: number, example }
  const query = field.args.filter(({ type }) => !isInputObjectType(getNullableType(type)))
  const ifNoneMatch = {
    name: 'If-None-Match',
    in: 'header',
    schema: { type: 'string' },
    description: 'The ETag of the response that the caller already has.',
  }
  return [
    ...(route.path.includes(':') ? [inPath] : []),
    ...query.map((argument) => {
      const { description, ...form } = schemas.member(argument)
      const value = defaultOf(argument)
      const fallback = typeof value === 'string' ? { default: value.toLowerCase() } : {}
      const deprecation = deprecationMembers(route.deprecatedParameters?.[argument.name])
      return {
        name: argument.name,
        in: 'query',
        description,
        ...deprecation,
        schema: { ...notNull(form), ...fallback },
      }
    }),
    { $ref: '#/components/parameters/RequestId' },
    { $ref: '#/components/parameters/Prefer' },
    ...(route.openapi.conditional ? [ifNoneMatch] : []),
  ]
}

/** `x-sunset` lets the contract check accept the removal after this date. */
export function deprecationMembers(deprecation: Deprecation | undefined): object {
  return deprecation ? { deprecated: true, 'x-sunset': deprecation.sunset } : {}
}

/** A query parameter cannot be null. */
function notNull({ type, ...form }: JsonSchema): JsonSchema {
  return { type: Array.isArray(type) ? type[0] : type, ...form }
}

/** The input without the path parameter, with the overrides of REST. */
export function bodyOf(
  { route, field }: Operation,
  schemas: Schemas,
  examples: readonly Example[],
): object | undefined {
  const input = field.args.map(({ type }) => getNullableType(type)).find(isInputObjectType)
  if (!input) return undefined
  const { body, required, together } = route.openapi
  const members = Object.values(input.getFields()).filter(({ name }) => name !== pathParameter)
  // Called for overridden members too, because an override may refer to the schemas that this defines.
  const properties = members.map((member) => [member.name, schemas.member(member)] as const)
  const schema = schemas.define(input.name, {
    type: 'object',
    description: input.description,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties.map(([name, own]) => [name, body[name] ?? own])),
    ...together,
  })
  const good = examples.filter((example) => example.operation === route.operation && example.status < 300)
  const shown = good.map(({ name, summary, body: value }) => [name, { summary, value }])
  return { required: true, content: { 'application/json': { schema, examples: Object.fromEntries(shown) } } }
}
