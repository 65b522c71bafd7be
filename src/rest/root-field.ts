import {
  type FieldNode,
  getNullableType,
  getOperationAST,
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

/** A field of a document, and its definition. */
interface SelectedField {
  field: GraphQLField<unknown, unknown>
  node: FieldNode
}

/** The first field of a route's document. */
export function rootSelection({ document, operation }: Route, schema: GraphQLSchema): SelectedField {
  const definition = getOperationAST(parse(document))
  const root = definition && schema.getRootType(definition.operation)
  const [first] = root ? fieldsIn(root, definition.selectionSet, schema) : []
  if (!first) throw new InternalError(`The document of ${operation} does not start with a root field.`)
  return first
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
  const { inputParameters = [] } = route
  const inInput = inputOf(rootSelection(route, schema).field)?.getFields() ?? {}
  const inArguments = selectedFields(route, schema).flatMap(({ field, node: { arguments: values = [] } }) => {
    const sent = values.filter(
      ({ value }) => value.kind === Kind.VARIABLE && !route.path.includes(`:${value.name.value}/`),
    )
    const names = sent.map(({ name }) => name.value).filter((name) => name !== 'input' && name !== 'id')
    return field.args.filter(({ name }) => names.includes(name))
  })
  return [
    ...inArguments.flatMap<GraphQLArgument | GraphQLInputField>((argument) => {
      const type = getNullableType(argument.type)
      return isInputObjectType(type) ? Object.values(type.getFields()) : [argument]
    }),
    ...inputParameters.flatMap((name) => inInput[name] ?? []),
  ]
}

/** The first field of a route's document, and the fields below it if it is an object. */
function selectedFields(route: Route, schema: GraphQLSchema): SelectedField[] {
  const first = rootSelection(route, schema)
  const type = getNullableType(first.field.type)
  return [first, ...(isObjectType(type) ? fieldsIn(type, first.node.selectionSet, schema) : [])]
}

function fieldsIn(type: GraphQLObjectType, set: SelectionSetNode | undefined, schema: GraphQLSchema): SelectedField[] {
  return (set?.selections ?? []).flatMap((node) => {
    const field = node.kind === Kind.FIELD ? schema.getField(type, node.name.value) : undefined
    return field && node.kind === Kind.FIELD ? [{ field, node }] : []
  })
}
