import {
  type FieldNode,
  getNullableType,
  type GraphQLAbstractType,
  GraphQLBoolean,
  type GraphQLField,
  GraphQLID,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  GraphQLString,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql'

export type Values = Record<string, unknown>

/** Resolvers learn only the schema about their field. Those of the service and of introspection read nothing else. */
export type FieldInfo = Pick<GraphQLResolveInfo, 'schema'>
type Resolve = (source: unknown, args: Values, context: unknown, info: FieldInfo) => unknown

/** What is selected from an object type, and the constructor of its results. */
export interface Selection {
  fields: readonly PlannedField[]
  Result: new () => Values
}

interface Field {
  responseName: string
  name: string
  nodes: FieldNode[]
  parentType: GraphQLObjectType
  definition: GraphQLField<unknown, unknown>
  /** Undefined if the value is a property of the source. */
  resolve: Resolve | undefined
  isNullable: boolean
  /** The `typeof` of values that are returned as they are. */
  unchanged: string
  /** What is selected below the field, by object type. */
  selections: Map<GraphQLObjectType, Selection> | undefined
}

/** A field of a selection for one object type, or the items of its list. */
export type PlannedField = Field &
  (
    | { kind: 'leaf'; type: GraphQLLeafType; item: undefined }
    | { kind: 'list'; type: undefined; item: PlannedField }
    | { kind: 'abstract'; type: GraphQLAbstractType; item: undefined }
    | { kind: 'object'; type: GraphQLObjectType; item: undefined }
  )

export function planField(
  responseName: string,
  nodes: FieldNode[],
  parentType: GraphQLObjectType,
  definition: GraphQLField<unknown, unknown>,
): PlannedField {
  const isTypename = definition.name === '__typename'
  const base: Omit<Field, 'isNullable' | 'unchanged'> = {
    responseName: propertyName(responseName),
    name: propertyName(definition.name),
    nodes,
    parentType,
    definition,
    resolve: isTypename ? () => parentType.name : (definition.resolve as Resolve | undefined),
    selections: undefined,
  }
  return withType(base, definition.type)
}

/** All kinds have the same members, so that the engine reads them in the same way. */
function withType(field: Omit<Field, 'isNullable' | 'unchanged'>, declared: GraphQLOutputType): PlannedField {
  const type = getNullableType(declared)
  const own = { ...field, isNullable: !isNonNullType(declared), unchanged: '' }
  if (isLeafType(type)) return { ...own, unchanged: unchangedBy(type), kind: 'leaf', type, item: undefined }
  if (isListType(type)) return { ...own, kind: 'list', type: undefined, item: withType(field, type.ofType) }
  if (isAbstractType(type)) return { ...own, kind: 'abstract', type, item: undefined }
  return { ...own, kind: 'object', type, item: undefined }
}

function unchangedBy(type: GraphQLLeafType): string {
  if (type === GraphQLString || type === GraphQLID) return 'string'
  return type === GraphQLBoolean ? 'boolean' : ''
}

/** The engine finds properties faster by texts that have been names of properties before. */
function propertyName(text: string): string {
  return Object.keys({ [text]: 0 })[0] ?? text
}
