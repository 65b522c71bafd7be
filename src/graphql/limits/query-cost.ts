import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  getNullableType,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  type SelectionSetNode,
} from 'graphql'
import type { GraphqlLimits } from '../../config.ts'
import { maximumPageSize } from '../../database/page.ts'
import { defaultPageSize } from '../connection.ts'
import { IntrospectionSize, type Subject, subjectOf, wholeSchemaQuery } from './introspection-size.ts'

/**
 * The size of an operation. The cost is the number of values that a response may have; reads and changes count more. The
 * bytes are those of values that may be long, at their longest: `bytes` in the extensions of their fields, or
 * `maximumBytes` of a field above if that is less. The fields are those of the document with its fragments expanded.
 */
export type Measure = Record<'depth' | 'aliases' | 'directives' | 'fields' | 'cost' | 'bytes', number>

export interface OperationMeasure extends Measure {
  isMutation: boolean
}

const nothing: Measure = { depth: 0, aliases: 0, directives: 0, fields: 0, cost: 0, bytes: 0 }
/** The assumed length of a list whose field does not set `items` in its extensions. */
const defaultItems = 10
/** The cost of reading the whole schema. Two such reads exceed the default limit, however large the schema is. */
const wholeSchemaCost = 5_500

interface Introspection {
  size: IntrospectionSize
  /** The cost of a value. */
  cost: number
}

const introspections = new WeakMap<GraphQLSchema, Introspection>()

function introspectionOf(schema: GraphQLSchema): Introspection {
  const known = introspections.get(schema)
  if (known) return known
  const size = new IntrospectionSize(schema)
  let values = 0
  for (const { cost } of measureBy(schema, parse(wholeSchemaQuery), { size, cost: 1 }).values()) values += cost
  const introspection = { size, cost: wholeSchemaCost / values }
  introspections.set(schema, introspection)
  return introspection
}

/** What surrounds a selection: the size of its page, or what it introspects. */
interface Surroundings {
  pageSize: number
  subject: Subject
}

/** Measures every operation of a document, which need not be valid. The values of variables do not matter. */
export function measureOperations(schema: GraphQLSchema, document: DocumentNode): Map<string, OperationMeasure> {
  return measureBy(schema, document, introspectionOf(schema))
}

function measureBy(
  schema: GraphQLSchema,
  document: DocumentNode,
  introspection: Introspection,
): Map<string, OperationMeasure> {
  const fragments = new Map<string, SelectionSetNode>()
  const types = new Map<string, GraphQLNamedType | undefined>()
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue
    fragments.set(definition.name.value, definition.selectionSet)
    types.set(definition.name.value, schema.getType(definition.typeCondition.name.value))
  }
  // Each fragment is measured once for each of its surroundings, because spreads may double at every level.
  const measured = new Map<string, Measure>()

  function measureSpread(name: string, around: Surroundings): Measure {
    const key = `${around.pageSize} ${around.subject} ${name}`
    const known = measured.get(key)
    if (known) return known
    // Validation rejects a fragment that spreads itself.
    measured.set(key, nothing)
    const selectionSet = fragments.get(name)
    const measure = selectionSet ? measureSelections(selectionSet, types.get(name), around) : nothing
    measured.set(key, measure)
    return measure
  }

  function measureSelections(set: SelectionSetNode, type: GraphQLNamedType | undefined, around: Surroundings): Measure {
    const sum = { ...nothing }
    for (const selection of set.selections) {
      const directives = selection.directives?.length ?? 0
      switch (selection.kind) {
        case Kind.FIELD:
          add(sum, measureField(selection, type, around), directives)
          break
        case Kind.INLINE_FRAGMENT: {
          const condition = selection.typeCondition?.name.value
          add(
            sum,
            measureSelections(selection.selectionSet, condition ? schema.getType(condition) : type, around),
            directives,
          )
          break
        }
        case Kind.FRAGMENT_SPREAD:
          add(sum, measureSpread(selection.name.value, around), directives)
      }
    }
    return sum
  }

  function measureField(node: FieldNode, parent: GraphQLNamedType | undefined, around: Surroundings): Measure {
    const name = node.name.value
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined
    const metaTypes: Record<string, string> = { __schema: '__Schema', __type: '__Type' }
    const type = field ? getNamedType(field.type) : schema.getType(metaTypes[name] ?? '')
    const within = { pageSize: pageSizeOf(node, type), subject: subjectOf(name, type, around.subject) }
    const below = node.selectionSet ? measureSelections(node.selectionSet, type, within) : nothing
    const introspected = parent?.name.startsWith('__') ? parent : undefined
    const items = introspected
      ? introspection.size.itemsOf(introspected, name, around.subject)
      : itemsOf(field, parent, around.pageSize)
    const own = introspected
      ? introspection.cost * introspection.size.valuesOf(node, field, items)
      : costOf(field, node, parent)
    const bytes = Number(field?.extensions['bytes'] ?? 0) + items * below.bytes
    return {
      // A validation rule limits the depth of introspection.
      depth: name in metaTypes ? 1 : 1 + below.depth,
      aliases: (node.alias ? 1 : 0) + below.aliases,
      directives: below.directives,
      fields: 1 + below.fields,
      cost: own + items * below.cost,
      bytes: Math.min(bytes, Number(field?.extensions['maximumBytes'] ?? Infinity)),
    }
  }

  const operations = document.definitions.filter(
    (each): each is OperationDefinitionNode => each.kind === Kind.OPERATION_DEFINITION,
  )
  return new Map(
    operations.map((operation) => {
      const measure = measureSelections(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined, {
        pageSize: 0,
        subject: 0,
      })
      measure.cost = Math.ceil(measure.cost)
      const ofVariables = (operation.variableDefinitions ?? []).flatMap(({ directives }) => directives ?? [])
      measure.directives += (operation.directives?.length ?? 0) + ofVariables.length
      const isMutation = operation.operation === OperationTypeNode.MUTATION
      return [operation.name?.value ?? '', { ...measure, isMutation }]
    }),
  )
}

function add(sum: Measure, part: Measure, directives: number): void {
  sum.depth = Math.max(sum.depth, part.depth)
  sum.aliases += part.aliases
  sum.directives += part.directives + directives
  sum.fields += part.fields
  sum.cost += part.cost
  sum.bytes += part.bytes
}

/** The cost that the field declares, or that its connection declares for counting it. */
function costOf(
  field: GraphQLField<unknown, unknown> | undefined,
  node: FieldNode,
  parent: GraphQLNamedType | undefined,
): number {
  const searchCost = isSearch(node) ? Number(field?.extensions['searchCost'] ?? 0) : 0
  const countCost = node.name.value === 'totalCount' ? parent?.extensions['countCost'] : undefined
  return Number(countCost ?? field?.extensions['cost'] ?? 1) + searchCost
}

/** Whether the filter contains a text. One that is a variable counts as one that does, so that a document is measured once. */
function isSearch({ arguments: sent = [] }: FieldNode): boolean {
  const filter = sent.find(({ name }) => name.value === 'filter')?.value
  if (filter?.kind !== Kind.OBJECT) return filter?.kind === Kind.VARIABLE
  return filter.fields.some(({ name, value }) => name.value === 'text' && value.kind !== Kind.NULL)
}

/** The assumed number of items that a field returns. */
function itemsOf(
  field: GraphQLField<unknown, unknown> | undefined,
  parent: GraphQLNamedType | undefined,
  pageSize: number,
): number {
  if (!field || !isListType(getNullableType(field.type))) return 1
  if (isConnection(parent)) return pageSize
  return Number(field.extensions['items'] ?? defaultItems)
}

/** A page whose size is a variable counts as the largest, so that a document is measured once. */
function pageSizeOf({ arguments: sent = [] }: FieldNode, type: GraphQLNamedType | undefined): number {
  if (!isConnection(type)) return 0
  const sizes = sent.filter(({ name }) => name.value === 'first' || name.value === 'last').map(({ value }) => value)
  const literals = sizes.map((value) =>
    value.kind === Kind.NULL ? defaultPageSize : Number('value' in value ? value.value : NaN),
  )
  // Execution rejects an invalid page size. Until then it must not make the rest of the document cheaper.
  if (!literals.every((size) => size >= 0 && size <= maximumPageSize)) return maximumPageSize
  return literals.length > 0 ? Math.max(...literals) : defaultPageSize
}

function isConnection(type: GraphQLNamedType | undefined): boolean {
  return isCompositeType(type) && type.name.endsWith('Connection')
}

const units = {
  depth: 'levels of fields',
  aliases: 'aliases',
  directives: 'directives',
  fields: 'fields in all operations together, with fragments expanded',
  cost: 'cost points (about one per value in the response; a page size passed as a variable counts as the maximum)',
} as const

/** Each operation has the other limits, because only one is executed. All of them are validated. */
function requestedOf(name: keyof typeof units, values: readonly number[]): number {
  const requested = name === 'fields' ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values)
  return Math.min(requested, Number.MAX_SAFE_INTEGER)
}

/** One error for each limit that an operation of the document exceeds. */
export function checkLimits(measures: Iterable<Measure>, limits: GraphqlLimits): GraphQLError[] {
  const all = [...measures]
  return (Object.keys(units) as (keyof typeof units)[]).flatMap((name) => {
    const requested = requestedOf(
      name,
      all.map((measure) => measure[name]),
    )
    const maximum = limits[name]
    if (requested <= maximum) return []
    const message = `The document has ${requested} ${units[name]}. At most ${maximum} are allowed.`
    return [new GraphQLError(message, { extensions: { [name]: { requested, maximum } } })]
  })
}
