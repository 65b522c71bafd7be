import {
  type FieldNode,
  getNullableType,
  isListType,
  getIntrospectionQuery,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isWrappingType,
} from 'graphql'

/**
 * What a selection on an introspected type applies to: `each` type of the schema once, or any single type, which was
 * reached through this number of `ofType`. Lists of each type count with their average length, so that their sum is
 * exact. A single type may be the largest one, so its lists count with their maximum length.
 */
export type Subject = 'each' | number
/** Only the types of fields, arguments and input fields have wrappers. */
const namedType = Infinity

/** The longest introspection query that tools send. */
export const wholeSchemaQuery = getIntrospectionQuery({
  descriptions: true,
  directiveIsRepeatable: true,
  inputValueDeprecation: true,
  oneOf: true,
  schemaDescription: true,
  specifiedByUrl: true,
})

interface Length {
  average: number
  maximum: number
}

/** The lengths of the lists of an introspection, as the schema has them, including deprecated elements. */
export class IntrospectionSize {
  readonly #lengths: ReadonlyMap<string, Length>
  /** Of the types that were reached through so many `ofType`, the share that has another. */
  readonly #wrapped: readonly number[]

  constructor(schema: GraphQLSchema) {
    const types = Object.values(schema.getTypeMap())
    const directives = schema.getDirectives()
    const outputs = types.flatMap(fieldsOf)
    const inputs = types.flatMap(inputFieldsOf)
    const args = [...outputs, ...directives].flatMap((each) => each.args)
    this.#lengths = new Map([
      ['__Schema.types', lengthOf([types])],
      ['__Schema.directives', lengthOf([directives])],
      ['__Type.fields', lengthOf(types.map(fieldsOf))],
      ['__Type.inputFields', lengthOf(types.map(inputFieldsOf))],
      ['__Type.enumValues', lengthOf(types.map((type) => (isEnumType(type) ? type.getValues() : [])))],
      ['__Type.interfaces', lengthOf(types.map((type) => (hasFields(type) ? type.getInterfaces() : [])))],
      [
        '__Type.possibleTypes',
        lengthOf(types.map((type) => (isAbstractType(type) ? schema.getPossibleTypes(type) : []))),
      ],
      ['__Field.args', lengthOf(outputs.map((field) => field.args))],
      ['__Directive.args', lengthOf(directives.map((directive) => directive.args))],
    ])
    this.#wrapped = wrappedShares([outputs, inputs, args])
  }

  /** The number of objects that a field returns for one parent. */
  itemsOf(parent: GraphQLNamedType, field: string, subject: Subject): number {
    if (field === 'ofType') return subject === 'each' ? 0 : (this.#wrapped[subject] ?? 0)
    const length = this.#lengths.get(`${parent.name}.${field}`)
    if (!length) return 1
    return subject === 'each' ? length.average : length.maximum
  }

  /** The values that a field adds to the response, without those below. Resolving lists and their items takes twice as long. */
  valuesOf(node: FieldNode, field: GraphQLField<unknown, unknown> | undefined, items: number): number {
    if (!node.selectionSet) return 1
    return (field && isListType(getNullableType(field.type)) ? 2 : 1) * (1 + items)
  }
}

/** What the selection of a field applies to. */
export function subjectOf(field: string, type: GraphQLNamedType | undefined, subject: Subject): Subject {
  if (field === '__schema') return 'each'
  if (field === 'types' || type?.name !== '__Type') return subject
  if (field === 'ofType') return subject === 'each' ? namedType : subject + 1
  return field === 'type' ? 0 : namedType
}

function lengthOf(lists: readonly (readonly unknown[])[]): Length {
  const lengths = lists.map((list) => list.length)
  const sum = lengths.reduce((total, length) => total + length, 0)
  return { average: sum / Math.max(1, lengths.length), maximum: Math.max(0, ...lengths) }
}

function hasFields(type: GraphQLNamedType) {
  return isObjectType(type) || isInterfaceType(type)
}

function fieldsOf(type: GraphQLNamedType): GraphQLField<unknown, unknown>[] {
  return hasFields(type) ? Object.values(type.getFields()) : []
}

function inputFieldsOf(type: GraphQLNamedType): { type: GraphQLType }[] {
  return isInputObjectType(type) ? Object.values(type.getFields()) : []
}

/** The largest shares of one of the kinds, because a document may select only one. */
function wrappedShares(kinds: readonly (readonly { type: GraphQLType }[])[]): number[] {
  const wrappers = kinds.map((references) => references.map(({ type }) => wrappersOf(type)))
  const share = (of: readonly number[], level: number) =>
    of.filter((each) => each > level).length / Math.max(1, of.filter((each) => each >= level).length)
  const levels = Array.from({ length: Math.max(0, ...wrappers.flat()) }, (_, level) => level)
  return levels.map((level) => Math.max(...wrappers.map((of) => share(of, level))))
}

function wrappersOf(type: GraphQLType): number {
  return isWrappingType(type) ? 1 + wrappersOf(type.ofType) : 0
}
