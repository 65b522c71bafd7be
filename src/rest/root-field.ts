import {
  type FieldNode,
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isInputObjectType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql'
import { InternalError } from '../errors/internal-error.ts'
import type { Route } from './route.ts'

/** The definition of the first field of a route's document, and its selection if it has subfields. */
export function rootSelection(
  { document, operation }: Route,
  schema: GraphQLSchema,
): { field: GraphQLField<unknown, unknown>; node: FieldNode; selection: SelectionSetNode | undefined } {
  const definition = parse(document).definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION)
  const node = definition?.selectionSet.selections[0]
  const root = definition && schema.getRootType(definition.operation)
  const field = node?.kind === Kind.FIELD && root ? schema.getField(root, node.name.value) : undefined
  if (!field || node?.kind !== Kind.FIELD)
    throw new InternalError(`The document of ${operation} does not start with a root field.`)
  return { field, node, selection: node.selectionSet }
}

/** The input of a mutation. */
export function inputOf({ args }: GraphQLField<unknown, unknown>): GraphQLInputObjectType | undefined {
  const input = args.find(({ name }) => name === 'input')
  const type = input && getNullableType(input.type)
  return isInputObjectType(type) ? type : undefined
}

/** A list that a route returns a page of, with the fields selected on the page. */
export interface ConnectionSelection {
  name: string
  type: GraphQLObjectType
  selection: SelectionSetNode
}

/** The list that a route returns a page of: its first field, or a field of that. */
export function connectionOf(route: Route, schema: GraphQLSchema): ConnectionSelection | undefined {
  for (const { field, node } of selectedFields(route, schema)) {
    const type = getNullableType(field.type)
    if (isObjectType(type) && type.name.endsWith('Connection') && node.selectionSet) {
      return { name: field.name, type, selection: node.selectionSet }
    }
  }
  return undefined
}

/** The arguments that are query parameters: those with variables, except for the ID, which is in the path. */
export function queryParametersOf(route: Route, schema: GraphQLSchema): (GraphQLArgument | GraphQLInputField)[] {
  const sent = selectedFields(route, schema).flatMap(({ field, node: { arguments: values = [] } }) => {
    const inQuery = ({ value }: (typeof values)[number]) =>
      value.kind === Kind.VARIABLE && !route.path.includes(`:${value.name.value}/`)
    const names = values.filter(inQuery).map(({ name }) => name.value)
    return field.args.filter(({ name }) => names.includes(name))
  })
  const { inputParameters = [] } = route
  const inInput = inputParameters.flatMap(
    (name) => inputOf(rootSelection(route, schema).field)?.getFields()[name] ?? [],
  )
  const inArguments = sent
    .filter(({ name }) => name !== 'input' && name !== 'id')
    .flatMap<GraphQLArgument | GraphQLInputField>((argument) => {
      const type = getNullableType(argument.type)
      return isInputObjectType(type) ? Object.values(type.getFields()) : [argument]
    })
  return [...inArguments, ...inInput]
}

/** The first field of a route's document, and the fields below it if it is an object. */
function selectedFields(route: Route, schema: GraphQLSchema) {
  const root = rootSelection(route, schema)
  const type = getNullableType(root.field.type)
  const below = isObjectType(type) ? (root.selection?.selections ?? []) : []
  const fields = below.flatMap((node) => {
    const field = isObjectType(type) && node.kind === Kind.FIELD ? type.getFields()[node.name.value] : undefined
    return field && node.kind === Kind.FIELD ? [{ field, node }] : []
  })
  return [{ field: root.field, node: root.node }, ...fields]
}
