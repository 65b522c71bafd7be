import {
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLSchema,
  isInputObjectType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql'
import { InternalError } from '../errors.ts'
import type { Route } from './route.ts'

/** The definition of the first field of a route's document, and its selection if it has subfields. */
export function rootSelection(
  { document, operation }: Route,
  schema: GraphQLSchema,
): { field: GraphQLField<unknown, unknown>; selection: SelectionSetNode | undefined } {
  const definition = parse(document).definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION)
  const node = definition?.selectionSet.selections[0]
  const root = definition && schema.getRootType(definition.operation)
  const field = node?.kind === Kind.FIELD && root ? schema.getField(root, node.name.value) : undefined
  if (!field || node?.kind !== Kind.FIELD) throw new InternalError(`The document of ${operation} has another form.`)
  return { field, selection: node.selectionSet }
}

/** The input of a mutation. */
export function inputOf({ args }: GraphQLField<unknown, unknown>): GraphQLInputObjectType | undefined {
  const input = args.find(({ name }) => name === 'input')
  const type = input && getNullableType(input.type)
  return isInputObjectType(type) ? type : undefined
}

/** The arguments of a query that are query parameters. */
export function queryParametersOf(route: Route, schema: GraphQLSchema): (GraphQLArgument | GraphQLInputField)[] {
  const { field } = rootSelection(route, schema)
  return inputOf(field) ? [] : [...field.args]
}
