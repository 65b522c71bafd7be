import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  Kind,
  locatedError,
  type OperationDefinitionNode,
  visit,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import type { RequestContext } from '../context.ts'
import { CachedResult } from '../graphql/result-text.ts'
import { jsonSize } from '../response-memory/json-size.ts'
import { lookupScope } from './lookup.ts'

export type Executed = Pick<ExecutionArgs, 'document' | 'operationName'>

type Variables = Readonly<Record<string, unknown>> | null | undefined

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
export class LookupCache {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: maximumBytes,
    sizeCalculation: ({ result: { data } }) => Math.ceil(bodiesPerEntry * JSON.stringify(data).length) + bytesPerEntry,
  })
  readonly #withCost: (result: ExecutionResult, executed: Executed) => ExecutionResult

  constructor(withCost: (result: ExecutionResult, executed: Executed) => ExecutionResult) {
    this.#withCost = withCost
  }

  /** Answers a request that was answered before without executing it. Undefined if it has to be executed. */
  repeat(
    { document, operationName }: Executed,
    variables: Variables,
    context: RequestContext,
  ): Promise<ExecutionResult | undefined> | undefined {
    const lookup = lookupOf(document)
    if (!lookup || (operationName != null && operationName !== lookup.operation.name?.value)) return undefined
    const key = keyOf(lookup, variables, context)
    const entry = key === undefined ? undefined : this.#entries.get(key)
    if (!entry) return undefined
    context.telemetry.operation ??= lookup.field.name.value
    return this.#answer(lookup, entry, context, () => undefined)
  }

  /** Keeps the results of lookups. */
  plugin(): Plugin {
    return {
      onExecute: ({ args, executeFn, setExecuteFn }) => {
        const lookup = lookupOf(args.document)
        if (!lookup) return
        const context = args.contextValue as unknown as RequestContext
        const key = keyOf(lookup, args.variableValues, context)
        const entry = key === undefined ? undefined : this.#entries.get(key)
        setExecuteFn(() =>
          this.#answer(lookup, entry, context, async (revision) => {
            const result = (await executeFn(args)) as ExecutionResult
            const records = result.data?.[lookup.responseName]
            if (key === undefined || result.errors || !Array.isArray(records) || records.length === 0) return result
            if (jsonSize(result.data, maximumBytes) > maximumBytes) return result
            const kept = new CachedResult(this.#withCost(result, args))
            this.#entries.set(key, { revision, result: kept })
            return kept
          }),
        )
      },
    }
  }

  /** Authenticates the caller. Returns the entry if it has the current revision of the catalogue. */
  async #answer<Result>(
    { field, responseName }: LookupDocument,
    entry: Entry | undefined,
    context: RequestContext,
    execute: (revision: string) => Result,
  ) {
    let revision: string
    try {
      revision = (await lookupScope(context)).catalogue.revision
    } catch (error) {
      // As the executor reports it.
      return { data: { [responseName]: null }, errors: [locatedError(error, [field], [responseName])] }
    }
    return entry?.revision === revision ? entry.result : execute(revision)
  }
}

/** A document whose only field is the lookup, and whose selection does not depend on variables. */
interface LookupDocument {
  id: number
  operation: OperationDefinitionNode
  field: FieldNode
  responseName: string
  /** The names of its variables. */
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
  return { id: ++lastId, operation, field, responseName: (field.alias ?? field.name).value, variables }
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
