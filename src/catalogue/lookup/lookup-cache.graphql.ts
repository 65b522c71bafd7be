import { type DocumentNode, type ExecutionResult, Kind, visit } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { RequestContext } from '../../context.ts'
import { CachedResult, dataBytes, type ResultCache, type Variables } from '../../graphql/result-text.ts'
import { lookupScope } from './lookup.ts'

const maximumBytes = 16 * 1024 * 1024
/** Bounds the number of small entries. */
const bytesPerEntry = 1024
/** Both APIs keep a body, and the encoded variants of a body rarely exceed half its length. */
const bodiesPerEntry = 1.5

interface Entry {
  revision: string
  result: CachedResult
}

/**
 * Caches the results of documents that contain only a lookup, by document, touchpoint and variables as they were sent. The
 * caller's session and the revision of the catalogue are checked on every request. A result without records is not cached:
 * callers choose the filters, and only filters with existing codes match.
 */
export class LookupCache implements ResultCache {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: maximumBytes,
    sizeCalculation: ({ result: { data } }) => Math.ceil(bodiesPerEntry * JSON.stringify(data).length) + bytesPerEntry,
  })

  /** Returns the result of a repeated request, or executes it and keeps its result if it is that of a lookup. */
  execute(
    document: DocumentNode,
    sent: Variables,
    context: RequestContext,
    execute: () => Promise<ExecutionResult>,
  ): Promise<ExecutionResult> {
    const lookup = lookupOf(document)
    const key = lookup && keyOf(lookup, sent, context)
    return key ? this.#lookUp(key, lookup, context, execute) : execute()
  }

  async #lookUp(
    key: string,
    { responseName }: LookupDocument,
    context: RequestContext,
    execute: () => Promise<ExecutionResult>,
  ): Promise<ExecutionResult> {
    // The execution reports why a caller is rejected.
    const scope = await lookupScope(context).catch(() => undefined)
    if (!scope) return execute()
    const { revision } = scope.catalogue
    const entry = this.#entries.get(key)
    if (entry?.revision === revision) return entry.result
    const result = await execute()
    const records = result.data?.[responseName]
    if (result.errors || !Array.isArray(records) || records.length === 0) return result
    if (dataBytes(result, maximumBytes) > maximumBytes) return result
    const kept = new CachedResult(result)
    this.#entries.set(key, { revision, result: kept })
    return kept
  }
}

/** A document whose only field is the lookup, and whose selection does not depend on variables. */
interface LookupDocument {
  id: number
  responseName: string
  variables: readonly string[]
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
  const variables = (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
  return { id: ++lastId, responseName: (field.alias ?? field.name).value, variables }
}

/** What was sent, without variables that the document does not have. Undefined if the request cannot be repeated. */
function keyOf({ id, variables: names }: LookupDocument, sent: Variables, { credentials }: RequestContext) {
  if (!credentials) return undefined
  // The names of touchpoints and codes do not contain NUL.
  let key = `${id}\0${credentials.touchpoint}`
  for (const name of names) {
    const value = sent?.[name]
    if (typeof value === 'string') key += `\0=${value}`
    else if (value === undefined || value === null) key += `\0${value}`
    else return undefined
  }
  return key
}
