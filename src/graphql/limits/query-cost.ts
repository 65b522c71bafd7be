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
  type SelectionSetNode,
} from 'graphql'
import type { GraphqlLimits } from '../../settings/config.ts'
import { maximumPageSize } from '../../database/page.ts'
import { defaultPageSize } from '../connection.ts'

/**
 * The size of an operation. The cost is the number of values that a response may have; reads and changes count more. The
 * bytes are those of values that may be long, at their longest: `bytes` in the extensions of their fields, or
 * `maximumBytes` of a field above if that is less. The fields are those of the document with its fragments expanded.
 */
export type Measure = Record<'depth' | 'aliases' | 'directives' | 'fields' | 'cost' | 'bytes', number>

const nothing: Measure = { depth: 0, aliases: 0, directives: 0, fields: 0, cost: 0, bytes: 0 }
/** The assumed length of a list whose field does not set `items` in its extensions. */
const defaultItems = 10
/**
 * The assumed lengths of the lists of an introspection, and the share of types that have another. They are close to those of
 * the schema. Introspection needs no credentials, so its cost bounds the time that a request without credentials takes.
 */
const introspectedItems: Record<string, number> = {
  types: 200,
  fields: 3,
  args: 0.25,
  inputFields: 1,
  enumValues: 1,
  interfaces: 1,
  possibleTypes: 3,
  ofType: 0.35,
}
/** The cost of a value of an introspection. Reading the whole schema twice exceeds the default limit. */
const introspectedCost = 0.33

/** Measures every operation of a document, which need not be valid. The values of variables do not matter. */
export function measureOperations(schema: GraphQLSchema, document: DocumentNode): Map<string, Measure> {
  const fragments = new Map<string, SelectionSetNode>()
  const types = new Map<string, GraphQLNamedType | undefined>()
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue
    fragments.set(definition.name.value, definition.selectionSet)
    types.set(definition.name.value, schema.getType(definition.typeCondition.name.value))
  }
  // Each fragment is measured once for each page size, because spreads may double at every level.
  const measured = new Map<string, Measure>()

  function measureSpread(name: string, pageSize: number): Measure {
    const key = `${pageSize} ${name}`
    const known = measured.get(key)
    if (known) return known
    // Validation rejects a fragment that spreads itself.
    measured.set(key, nothing)
    const selectionSet = fragments.get(name)
    const measure = selectionSet ? measureSelections(selectionSet, types.get(name), pageSize) : nothing
    measured.set(key, measure)
    return measure
  }

  function measureSelections(set: SelectionSetNode, type: GraphQLNamedType | undefined, pageSize: number): Measure {
    const sum = { ...nothing }
    for (const selection of set.selections) {
      const directives = selection.directives?.length ?? 0
      switch (selection.kind) {
        case Kind.FIELD:
          add(sum, measureField(selection, type, pageSize), directives)
          break
        case Kind.INLINE_FRAGMENT: {
          const condition = selection.typeCondition?.name.value
          add(
            sum,
            measureSelections(selection.selectionSet, condition ? schema.getType(condition) : type, pageSize),
            directives,
          )
          break
        }
        case Kind.FRAGMENT_SPREAD:
          add(sum, measureSpread(selection.name.value, pageSize), directives)
      }
    }
    return sum
  }

  function measureField(node: FieldNode, parent: GraphQLNamedType | undefined, pageSize: number): Measure {
    const name = node.name.value
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined
    const metaTypes: Record<string, string> = { __schema: '__Schema', __type: '__Type' }
    const type = field ? getNamedType(field.type) : schema.getType(metaTypes[name] ?? '')
    const below = node.selectionSet ? measureSelections(node.selectionSet, type, pageSizeOf(node, type)) : nothing
    const isIntrospected = parent?.name.startsWith('__')
    const items = isIntrospected ? (introspectedItems[name] ?? 1) : itemsOf(field, parent, pageSize)
    const own = isIntrospected ? introspectedCost * (node.selectionSet ? 1 + items : 1) : costOf(field, node, parent)
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
      const measure = measureSelections(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined, 0)
      measure.cost = Math.ceil(measure.cost)
      const ofVariables = (operation.variableDefinitions ?? []).flatMap(({ directives }) => directives ?? [])
      measure.directives += (operation.directives?.length ?? 0) + ofVariables.length
      return [operation.name?.value ?? '', measure]
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
