import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type InlineFragmentNode,
  isCompositeType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import type { GraphqlLimits } from '../../settings/config.ts'
import { maximumPageSize } from '../../database/statements/page.ts'
import { defaultPageSize } from '../schema/connection.ts'
import { fragmentsByName } from '../fragments.ts'

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
  types: 320,
  fields: 3,
  args: 0.25,
  inputFields: 1,
  enumValues: 1,
  interfaces: 1,
  possibleTypes: 7,
  ofType: 0.35,
}
/** The cost of a value of an introspection. Reading the whole schema twice exceeds the default limit. */
const introspectedCost = 0.22

/** The size of the page whose list is measured. */
type PageSize = number | undefined

/** Measures every operation of a document, which need not be valid. The values of variables do not matter. */
export function measureOperations(schema: GraphQLSchema, document: DocumentNode): Map<string, Measure> {
  const fragments = fragmentsByName(document)
  /** Each fragment is measured once for each page size, because spreads may double at every level. */
  const measured = new Map<string, Measure>()

  function ofOperation({ operation, selectionSet, directives, variableDefinitions = [] }: OperationDefinitionNode) {
    const measure = ofSelections(selectionSet, schema.getRootType(operation) ?? undefined, undefined)
    measure.cost = Math.ceil(measure.cost)
    for (const each of [{ directives }, ...variableDefinitions]) measure.directives += each.directives?.length ?? 0
    return measure
  }

  function ofSelections({ selections }: SelectionSetNode, type: GraphQLNamedType | undefined, pageSize: PageSize) {
    const sum = { ...nothing }
    for (const selection of selections) {
      const part =
        selection.kind === Kind.FIELD
          ? ofField(selection, type, pageSize)
          : selection.kind === Kind.FRAGMENT_SPREAD
            ? ofSpread(selection.name.value, pageSize)
            : ofFragment(selection, type, pageSize)
      add(sum, part, selection.directives?.length ?? 0)
    }
    return sum
  }

  function ofSpread(name: string, pageSize: PageSize): Measure {
    const key = `${pageSize} ${name}`
    const known = measured.get(key)
    if (known) return known
    // Validation rejects a fragment that spreads itself.
    measured.set(key, nothing)
    const fragment = fragments.get(name)
    const measure = fragment ? ofFragment(fragment, undefined, pageSize) : nothing
    measured.set(key, measure)
    return measure
  }

  function ofFragment(
    { typeCondition, selectionSet }: InlineFragmentNode | FragmentDefinitionNode,
    parent: GraphQLNamedType | undefined,
    pageSize: PageSize,
  ): Measure {
    const type = typeCondition ? schema.getType(typeCondition.name.value) : parent
    return ofSelections(selectionSet, type, pageSize)
  }

  function ofField(node: FieldNode, parent: GraphQLNamedType | undefined, pageSize: PageSize): Measure {
    const name = node.name.value
    const field = isCompositeType(parent) ? schema.getField(parent, name) : undefined
    const type = field && getNamedType(field.type)
    const below = node.selectionSet ? ofSelections(node.selectionSet, type, pageSizeOf(node, field, type)) : nothing
    const isIntrospected = parent?.name.startsWith('__')
    const items = isIntrospected ? (introspectedItems[name] ?? 1) : itemsOf(field, pageSize)
    const own = isIntrospected ? introspectedCost * (node.selectionSet ? 1 + items : 1) : costOf(field, node, parent)
    const bytes = Number(field?.extensions['bytes'] ?? 0) + items * below.bytes
    return {
      // A validation rule limits the depth of introspection.
      depth: !isIntrospected && type?.name.startsWith('__') ? 1 : 1 + below.depth,
      aliases: (node.alias ? 1 : 0) + below.aliases,
      directives: below.directives,
      fields: 1 + below.fields,
      cost: own + items * below.cost,
      bytes: Math.min(bytes, Number(field?.extensions['maximumBytes'] ?? Infinity)),
    }
  }

  const operations = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION)
  return new Map(operations.map((each) => [each.name?.value ?? '', ofOperation(each)]))
}

function add(sum: Measure, part: Measure, directives: number): void {
  sum.depth = Math.max(sum.depth, part.depth)
  sum.directives += directives
  for (const name of ['aliases', 'directives', 'fields', 'cost', 'bytes'] as const) sum[name] += part[name]
}

type Field = GraphQLField<unknown, unknown> | undefined

/** The cost that the field declares, for itself and for each item of its page, or that its connection declares for counting it. */
function costOf(field: Field, node: FieldNode, parent: GraphQLNamedType | undefined): number {
  const searchCost = isSearch(node) ? Number(field?.extensions['searchCost'] ?? 0) : 0
  const countCost = node.name.value === 'totalCount' ? parent?.extensions['countCost'] : undefined
  const perItem = Number(field?.extensions['pageCost'] ?? 0)
  const pageCost = perItem && perItem * pageSizeOf(node, field, undefined)!
  return Number(countCost ?? field?.extensions['cost'] ?? 1) + searchCost + pageCost
}

const searches = new Set(['text', 'search'])

/** Whether the filter contains a text. One that is a variable counts as one that does, so that a document is measured once. */
function isSearch({ arguments: sent = [] }: FieldNode): boolean {
  const filter = sent.find(({ name }) => name.value === 'filter')?.value
  if (filter?.kind !== Kind.OBJECT) return filter?.kind === Kind.VARIABLE
  return filter.fields.some(({ name, value }) => searches.has(name.value) && value.kind !== Kind.NULL)
}

/** The assumed number of items that a field returns. The lists of a page have its size. */
function itemsOf(field: Field, pageSize: PageSize): number {
  if (!field || !isListType(getNullableType(field.type))) return 1
  return pageSize ?? Number(field.extensions['items'] ?? defaultItems)
}

const connectionSize = { byDefault: defaultPageSize, maximum: maximumPageSize }

/** A page whose size is a variable counts as the largest, so that a document is measured once. Undefined if the field returns no page. */
function pageSizeOf({ arguments: sent = [] }: FieldNode, field: Field, type: GraphQLNamedType | undefined): PageSize {
  const own = field?.extensions['pageSize'] as typeof connectionSize | undefined
  const size = own ?? (isConnection(type) ? connectionSize : undefined)
  if (!size) return undefined
  const sizes = sent.filter(({ name }) => name.value === 'first' || name.value === 'last').map(({ value }) => value)
  const literals = sizes.map((value) =>
    value.kind === Kind.NULL ? size.byDefault : Number('value' in value ? value.value : NaN),
  )
  // Execution rejects an invalid page size. Until then it must not make the rest of the document cheaper.
  if (!literals.every((each) => each >= 0 && each <= size.maximum)) return size.maximum
  return literals.length > 0 ? Math.max(...literals) : size.byDefault
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

/**
 * One error for each limit that an operation of the document exceeds. Only one operation is executed, but all of them are
 * validated, so that their fields are counted together.
 */
export function checkLimits(measures: Iterable<Measure>, limits: GraphqlLimits): GraphQLError[] {
  const all = [...measures]
  return (Object.keys(units) as (keyof typeof units)[]).flatMap((name) => {
    const values = all.map((measure) => measure[name])
    const sum = name === 'fields' ? values.reduce((total, value) => total + value, 0) : Math.max(0, ...values)
    const requested = Math.min(sum, Number.MAX_SAFE_INTEGER)
    const maximum = limits[name]
    if (requested <= maximum) return []
    const message = `The document has ${requested} ${units[name]}. At most ${maximum} are allowed.`
    return [new GraphQLError(message, { extensions: { [name]: { requested, maximum } } })]
  })
}
