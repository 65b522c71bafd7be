import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  getArgumentValues,
  getVariableValues,
  type GraphQLSchema,
  Kind,
  locatedError,
  type OperationDefinitionNode,
  visit,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import { lookupFilter } from '../catalogue/lookup.graphql.ts'
import { type LookupFilter, type LookupScope, lookupScope } from '../catalogue/lookup.ts'
import type { RequestContext } from '../context.ts'
import { jsonSize } from '../response-memory/json-size.ts'
import { CachedResult } from './cached-result.ts'

export type Executed = Pick<ExecutionArgs, 'document' | 'operationName'>

const maximumBytes = 16 * 1024 * 1024
/** Bounds the number of small entries. */
const bytesPerEntry = 1024
/** Both APIs keep a body, and the encoded variants of a body rarely exceed half its length. */
const bodiesPerEntry = 1.5

/**
 * Caches the results of documents that contain only a lookup, by document, touchpoint, filter and catalogue revision.
 * The caller's session is checked on every request. A result without records is not cached: callers choose the filters,
 * and only filters with existing codes match.
 */
export function responseCache(withCost: (result: ExecutionResult, executed: Executed) => ExecutionResult): Plugin {
  const cache = new LRUCache<string, CachedResult>({
    maxSize: maximumBytes,
    sizeCalculation: ({ data }) => Math.ceil(bodiesPerEntry * JSON.stringify(data).length) + bytesPerEntry,
  })
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const lookup = lookupOf(args.document)
      const filter = lookup && filterOf(lookup, args.schema, args.variableValues ?? {})
      if (!filter) return
      setExecuteFn(async () => {
        let scope: LookupScope
        try {
          scope = await lookupScope(args.contextValue as unknown as RequestContext)
        } catch (error) {
          const errors = [locatedError(error, [lookup.field], [lookup.responseName])]
          return { data: { [lookup.responseName]: null }, errors }
        }
        const key = keyOf(lookup, filter, scope)
        const cached = cache.get(key)
        if (cached) return cached
        const result = (await executeFn(args)) as ExecutionResult
        const records = result.data?.[lookup.responseName]
        if (result.errors || !Array.isArray(records) || records.length === 0) return result
        if (jsonSize(result.data, maximumBytes) > maximumBytes) return result
        const entry = new CachedResult(withCost(result, args))
        cache.set(key, entry)
        return entry
      })
    },
  }
}

/** A document whose only field is the lookup, and whose selection does not depend on variables. */
interface LookupDocument {
  id: number
  operation: OperationDefinitionNode
  field: FieldNode
  responseName: string
}

let lastId = 0
const lookups = new WeakMap<DocumentNode, LookupDocument | null>()

function lookupOf(document: DocumentNode): LookupDocument | null {
  let lookup = lookups.get(document)
  if (lookup === undefined) lookups.set(document, (lookup = findLookup(document)))
  return lookup
}

function findLookup({ definitions }: DocumentNode): LookupDocument | null {
  const [operation, ...others] = definitions
  if (others.length > 0 || operation?.kind !== Kind.OPERATION_DEFINITION) return null
  const [field, ...fields] = operation.selectionSet.selections
  if (fields.length > 0 || field?.kind !== Kind.FIELD || field.name.value !== 'caseTypeCategories') return null
  let hasDirective = false
  visit(operation, { Directive: () => void (hasDirective = true) })
  if (hasDirective) return null
  return { id: ++lastId, operation, field, responseName: (field.alias ?? field.name).value }
}

/** The filter of the lookup; undefined if the variables are invalid: the executor reports them. */
function filterOf(
  { operation, field }: LookupDocument,
  schema: GraphQLSchema,
  values: object,
): LookupFilter | undefined {
  const { variableValues } = getVariableValues(schema, operation.variableDefinitions ?? [], { ...values })
  const definition = schema.getQueryType()?.getFields()['caseTypeCategories']
  if (!variableValues || !definition) return undefined
  return lookupFilter(getArgumentValues(definition, field, variableValues))
}

/** Codes do not contain NUL. */
function keyOf({ id }: LookupDocument, filter: LookupFilter, { touchpointCode, catalogue }: LookupScope): string {
  const { appVisibleOnly, caseTypeCode, caseCategoryCode } = filter
  const codes = [caseTypeCode, caseCategoryCode].map((code) => (code == null ? '' : `=${code}`))
  return [id, catalogue.revision, touchpointCode, appVisibleOnly, ...codes].join('\0')
}
