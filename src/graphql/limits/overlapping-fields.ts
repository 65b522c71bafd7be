import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  GraphQLError,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type NameNode,
  print,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'
import { fragmentsByName } from '../fragments.ts'

interface Selected {
  node: FieldNode
  parent: GraphQLCompositeType
  type: GraphQLOutputType
}

/**
 * The conflicts between fields with the same response name, as the rule "Field Selection Merging" of the GraphQL
 * specification defines them. All other rules must have accepted the document. The rule of the graphql package compares
 * these fields in pairs, which takes a time that grows with the square of their number. Here all fields with the same name
 * are compared with the first, and their selections as one. At most `maximumFields` fields are compared.
 */
export function* overlappingFields(
  schema: GraphQLSchema,
  document: DocumentNode,
  maximumFields: number,
): Generator<GraphQLError> {
  const fragments = fragmentsByName(document)
  let compared = 0

  /** Adds the fields of a selection. Each fragment is spread once. */
  function collect(set: SelectionSetNode, parent: GraphQLCompositeType, fields: Selected[], spread: Set<string>): void {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        compared++
        fields.push({ node, parent, type: schema.getField(parent, node.name.value)!.type })
        continue
      }
      if (node.kind === Kind.FRAGMENT_SPREAD && spread.has(node.name.value)) continue
      if (node.kind === Kind.FRAGMENT_SPREAD) spread.add(node.name.value)
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value)! : node
      const condition = fragment.typeCondition && schema.getType(fragment.typeCondition.name.value)
      collect(fragment.selectionSet, isCompositeType(condition) ? condition : parent, fields, spread)
    }
  }

  /** What is selected below fields that are on one object of the response. */
  function below(fields: readonly Selected[]): Selected[] {
    const found: Selected[] = []
    const spread = new Set<string>()
    for (const { node, type } of fields) {
      const named = getNamedType(type)
      if (node.selectionSet && isCompositeType(named)) collect(node.selectionSet, named, found, spread)
    }
    return found
  }

  /** Values of different object types never meet, so that only their shapes have to agree. */
  function* conflictsIn(fields: readonly Selected[], onlyShapes: boolean): Generator<GraphQLError> {
    if (compared > maximumFields) return
    for (const [name, group] of Map.groupBy(fields, ({ node }) => (node.alias ?? node.name).value)) {
      const meetings = onlyShapes ? [] : meetingFields(group)
      const conflict = differentShape(group) ?? meetings.map(differentField).find((each) => each !== undefined)
      if (conflict) yield conflictOf(name, conflict)
      else {
        if (meetings.length !== 1) yield* conflictsIn(below(group), true)
        for (const meeting of meetings) yield* conflictsIn(below(meeting), false)
      }
    }
  }

  for (const each of document.definitions) {
    if (each.kind !== Kind.OPERATION_DEFINITION) continue
    const fields: Selected[] = []
    collect(each.selectionSet, schema.getRootType(each.operation)!, fields, new Set())
    yield* conflictsIn(fields, false)
  }
  if (compared > maximumFields) yield tooMany(maximumFields)
}

/** Groups the fields that may be selected on the same object: those on the same object type, or on an abstract one. */
function meetingFields(fields: readonly Selected[]): (readonly Selected[])[] {
  const types = new Set(fields.map(({ parent }) => parent).filter(isObjectType))
  if (types.size <= 1) return [fields]
  return [...types].map((type) => fields.filter(({ parent }) => parent === type || !isObjectType(parent)))
}

interface Conflict {
  reason: string
  nodes: FieldNode[]
}

/** Like the rule of the graphql package, this compares no field of introspection, so `__typename` agrees with any type. */
function differentShape(fields: readonly Selected[]): Conflict | undefined {
  const [first, ...others] = fields.filter(({ node }) => !node.name.value.startsWith('__'))
  const other = first && others.find(({ type }) => !haveSameShape(first.type, type))
  if (!other) return undefined
  const reason = `they return conflicting types "${first.type}" and "${other.type}"`
  return { reason, nodes: [first.node, other.node] }
}

function haveSameShape(one: GraphQLOutputType, other: GraphQLOutputType): boolean {
  if (one === other) return true
  if (isNonNullType(one)) return isNonNullType(other) && haveSameShape(one.ofType, other.ofType)
  if (isListType(one)) return isListType(other) && haveSameShape(one.ofType, other.ofType)
  return isCompositeType(one) && isCompositeType(other)
}

function differentField(fields: readonly Selected[]): Conflict | undefined {
  const [first, ...others] = fields.map(({ node }) => node)
  if (!first || others.length === 0) return undefined
  const text = withArguments(first)
  const other = others.find((node) => withArguments(node) !== text)
  if (!other) return undefined
  const [name, otherName] = [first.name.value, other.name.value]
  const differ =
    name === otherName ? 'they have differing arguments' : `"${name}" and "${otherName}" are different fields`
  return { reason: differ, nodes: [first, other] }
}

/** Equal if the field is the same, and the arguments have the same names and values, in whatever order. */
function withArguments({ name, arguments: sent = [] }: FieldNode): string {
  return sent.length === 0 ? name.value : `${name.value} ${inOrder(sent)}`
}

function inOrder(members: readonly { name: NameNode; value: ValueNode }[]): string {
  return String(members.map(({ name, value }) => `${name.value}:${textOf(value)}`).sort())
}

function textOf(value: ValueNode): string {
  if (value.kind === Kind.LIST) return `[${value.values.map(textOf)}]`
  return value.kind === Kind.OBJECT ? `{${inOrder(value.fields)}}` : print(value)
}

function conflictOf(name: string, { reason, nodes }: Conflict): GraphQLError {
  const advice = 'Use different aliases on the fields to fetch both if this was intentional.'
  return new GraphQLError(`Fields "${name}" conflict because ${reason}. ${advice}`, { nodes })
}

function tooMany(maximum: number): GraphQLError {
  const message = `The document has more than ${maximum} fields to compare, with fragments expanded. Select fewer fields of interfaces and unions.`
  return new GraphQLError(message, { extensions: { fields: { maximum } } })
}
