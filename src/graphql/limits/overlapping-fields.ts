import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'

/** A field of a document, and the type that it is selected on. */
interface Selected {
  node: FieldNode
  parent: GraphQLNamedType
  /** Undefined for __typename, __schema and __type. */
  field: GraphQLField<unknown, unknown> | undefined
}

/** Selections on one object of the response. */
type Selections = readonly { set: SelectionSetNode; type: GraphQLNamedType }[]

/**
 * The conflicts between fields with the same response name, as the rule "Field Selection Merging" of the GraphQL
 * specification defines them. All other rules must have accepted the document. The rule of the graphql package compares
 * these fields in pairs, which takes a time that grows with the square of their number. Here all fields with the same name
 * are compared with the first, and their selections as one. At most `maximumFields` fields are compared.
 */
export function* overlappingFields(
  schema: GraphQLSchema,
  { definitions }: DocumentNode,
  maximumFields: number,
): Generator<GraphQLError> {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const each of definitions) if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each)
  const typeOf = (name: string): GraphQLNamedType => schema.getType(name)!
  let compared = 0

  function byResponseName(selections: Selections): Map<string, Selected[]> {
    const fields = new Map<string, Selected[]>()
    const spread = new Set<string>()
    function collect(set: SelectionSetNode, parent: GraphQLNamedType): void {
      for (const node of set.selections) {
        if (node.kind === Kind.FIELD) {
          compared++
          const { value: name } = node.alias ?? node.name
          const selected = { node, parent, field: fieldOf(parent, node) }
          const others = fields.get(name)
          if (others) others.push(selected)
          else fields.set(name, [selected])
        } else if (node.kind === Kind.INLINE_FRAGMENT) {
          collect(node.selectionSet, node.typeCondition ? typeOf(node.typeCondition.name.value) : parent)
        } else if (!spread.has(node.name.value)) {
          spread.add(node.name.value)
          const { selectionSet, typeCondition } = fragments.get(node.name.value)!
          collect(selectionSet, typeOf(typeCondition.name.value))
        }
      }
    }
    for (const { set, type } of selections) collect(set, type)
    return fields
  }

  function selectionsOf(fields: readonly Selected[]): Selections {
    return fields.flatMap(({ node, parent, field }) => {
      if (!node.selectionSet) return []
      // Of the fields that are not in their type, those of introspection have selections.
      const { type } = field ?? schema.getField(parent as GraphQLObjectType, node.name.value)!
      return [{ set: node.selectionSet, type: getNamedType(type) }]
    })
  }

  /** Values of different object types never meet, so that only their shapes have to agree. */
  function* conflictsIn(selections: Selections, onlyShapes: boolean): Generator<GraphQLError> {
    if (selections.length === 0) return
    if (compared > maximumFields) return
    for (const [name, group] of byResponseName(selections)) {
      const meetings = onlyShapes ? [] : meetingFields(group)
      const conflict = differentShape(group) ?? firstOf(meetings, differentField)
      if (conflict) yield conflictOf(name, conflict)
      else if (meetings.length === 1) yield* conflictsIn(selectionsOf(group), false)
      else {
        yield* conflictsIn(selectionsOf(group), true)
        for (const fields of meetings) yield* conflictsIn(selectionsOf(fields), false)
      }
    }
  }

  for (const each of definitions) {
    if (each.kind !== Kind.OPERATION_DEFINITION) continue
    yield* conflictsIn([{ set: each.selectionSet, type: schema.getRootType(each.operation)! }], false)
  }
  if (compared > maximumFields) yield tooMany(maximumFields)
}

function fieldOf(parent: GraphQLNamedType, { name }: FieldNode): Selected['field'] {
  return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name.value] : undefined
}

/** Groups the fields that may be selected on the same object: those on the same object type, or on an abstract one. */
function meetingFields(fields: readonly Selected[]): (readonly Selected[])[] {
  if (fields.every(({ parent }) => parent === fields[0]?.parent)) return [fields]
  const types = new Set(fields.map(({ parent }) => parent).filter(isObjectType))
  if (types.size <= 1) return [fields]
  return [...types].map((type) => fields.filter(({ parent }) => parent === type || !isObjectType(parent)))
}

interface Conflict {
  reason: string
  nodes: FieldNode[]
}

function firstOf(groups: (readonly Selected[])[], find: (fields: readonly Selected[]) => Conflict | undefined) {
  for (const fields of groups) {
    const conflict = find(fields)
    if (conflict) return conflict
  }
  return undefined
}

/** Like the rule of the graphql package, this compares no field of introspection, so `__typename` agrees with any type. */
function differentShape(fields: readonly Selected[]): Conflict | undefined {
  let first: { node: FieldNode; type: GraphQLOutputType } | undefined
  for (const { node, field } of fields) {
    if (!field) continue
    first ??= { node, type: field.type }
    if (haveSameShape(first.type, field.type)) continue
    const reason = `they return conflicting types "${first.type}" and "${field.type}"`
    return { reason, nodes: [first.node, node] }
  }
  return undefined
}

function haveSameShape(one: GraphQLOutputType, other: GraphQLOutputType): boolean {
  if (one === other) return true
  if (isNonNullType(one)) return isNonNullType(other) && haveSameShape(one.ofType, other.ofType)
  if (isListType(one)) return isListType(other) && haveSameShape(one.ofType, other.ofType)
  return isCompositeType(one) && isCompositeType(other)
}

function differentField([first, ...others]: readonly Selected[]): Conflict | undefined {
  if (!first || others.length === 0) return undefined
  const name = first.node.name.value
  const sent = argumentsOf(first.node)
  for (const { node } of others) {
    const nodes = [first.node, node]
    const otherName = node.name.value
    if (otherName !== name) return { reason: `"${name}" and "${otherName}" are different fields`, nodes }
    if (argumentsOf(node) !== sent) return { reason: 'they have differing arguments', nodes }
  }
  return undefined
}

/** Equal if the arguments have the same names and values, in whatever order. */
function argumentsOf({ arguments: sent = [] }: FieldNode): string {
  return sent.length === 0 ? '' : sorted(sent)
}

function sorted(members: readonly { name: { value: string }; value: ValueNode }[]): string {
  return members
    .map(({ name, value }) => `${name.value}:${textOf(value)}`)
    .sort()
    .join(',')
}

function textOf(value: ValueNode): string {
  switch (value.kind) {
    case Kind.VARIABLE:
      return `$${value.name.value}`
    case Kind.NULL:
      return 'null'
    case Kind.LIST:
      return `[${value.values.map(textOf).join(',')}]`
    case Kind.OBJECT:
      return `{${sorted(value.fields)}}`
    case Kind.STRING:
      return `${value.block ? 'block' : ''}${JSON.stringify(value.value)}`
    default:
      return String(value.value)
  }
}

function conflictOf(name: string, { reason, nodes }: Conflict): GraphQLError {
  const advice = 'Use different aliases on the fields to fetch both if this was intentional.'
  return new GraphQLError(`Fields "${name}" conflict because ${reason}. ${advice}`, { nodes })
}

function tooMany(maximum: number): GraphQLError {
  const message = `The document has more than ${maximum} fields to compare, with fragments expanded. Select fewer fields of interfaces and unions.`
  return new GraphQLError(message, { extensions: { fields: { maximum } } })
}
