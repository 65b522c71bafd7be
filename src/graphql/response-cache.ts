import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  getArgumentValues,
  getVariableValues,
  Kind,
  locatedError,
  type OperationDefinitionNode,
  visit,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import { lookupFilter } from '../catalogue/lookup.graphql.ts'
import { caseTypeCategories, type CaseTypeCategory } from '../catalogue/lookup.ts'
import { EncodedVariants } from '../http/encoded-variants.ts'
import type { RequestContext } from '../context.ts'
import type { Executed } from './executor.ts'

/** An executed result together with its JSON, which is the same for every request that gets it. */
export interface CachedResult extends ExecutionResult {
  /** Where Yoga takes a result's JSON from. */
  stringify(): string
  readonly json: Buffer
  readonly forms: EncodedVariants
  /** How long the JSON is. */
  size: number
}

const maximumReadyBytes = 16 * 1024 * 1024
/** What an entry takes beside its JSON, or there could be very many with little of it. */
const bytesPerEntry = 1024
/** Both compressed forms together are seldom more than half as long as the JSON. */
const sizeOf = ({ size }: CachedResult) => Math.ceil(1.5 * size) + bytesPerEntry

/**
 * Keeps the results of documents that only look up pairs. Such a result follows from the document and the list of
 * records, and the list stays the same object as long as the catalogue does; who may see it is asked every time.
 */
export function responseCache(withCost: (result: ExecutionResult, executed: Executed) => ExecutionResult): Plugin {
  const ready = new LRUCache<string, CachedResult>({ maxSize: maximumReadyBytes, sizeCalculation: sizeOf })
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const lookup = lookupOf(args.document)
      if (!lookup) return
      setExecuteFn(async () => {
        let records: readonly CaseTypeCategory[]
        try {
          const filter = filterOf(lookup, args.schema, args.variableValues ?? {})
          if (!filter) return executeFn(args)
          records = await caseTypeCategories(args.contextValue as unknown as RequestContext, filter)
        } catch (error) {
          const path = [lookup.field.alias?.value ?? lookup.field.name.value]
          return { data: null, errors: [locatedError(error, [lookup.field], path)] }
        }
        const key = `${identify(args.document)} ${identify(records)}`
        const known = ready.get(key)
        if (known) return known
        const result = (await executeFn({ ...args, rootValue: { caseTypeCategories: records } })) as ExecutionResult
        if (result.errors) return result
        const made = withJson(withCost(result, args))
        ready.set(key, made)
        return made
      })
    },
  }
}

interface Lookup {
  operation: OperationDefinitionNode
  field: FieldNode
}

const lookups = new WeakMap<DocumentNode, Lookup | null>()

function lookupOf(document: DocumentNode): Lookup | null {
  let lookup = lookups.get(document)
  if (lookup === undefined) lookups.set(document, (lookup = findLookup(document)))
  return lookup
}

/** The lookup where it is all that the document does, and its selection does not depend on variables. */
function findLookup(document: DocumentNode): Lookup | null {
  const [operation, ...others] = document.definitions
  if (others.length > 0 || operation?.kind !== Kind.OPERATION_DEFINITION) return null
  const [field, ...fields] = operation.selectionSet.selections
  if (fields.length > 0 || field?.kind !== Kind.FIELD || field.name.value !== 'caseTypeCategories') return null
  let plain = true
  visit(operation, { Directive: () => void (plain = false) })
  return plain ? { operation, field } : null
}

/** The lookup's arguments; null where the variables are wrong, which the executor then says. */
function filterOf({ operation, field }: Lookup, schema: Parameters<typeof getVariableValues>[0], values: object) {
  const { variableValues } = getVariableValues(schema, operation.variableDefinitions ?? [], { ...values })
  const definition = schema.getQueryType()?.getFields()['caseTypeCategories']
  return variableValues && definition && lookupFilter(getArgumentValues(definition, field, variableValues))
}

const identities = new WeakMap<object, number>()
let lastIdentity = 0

function identify(object: object): number {
  let identity = identities.get(object)
  if (identity === undefined) identities.set(object, (identity = ++lastIdentity))
  return identity
}

function withJson(result: ExecutionResult): CachedResult {
  // REST makes its own answer out of the data, see lookup.rest.ts: its documents' JSON would be kept in vain.
  let json: Buffer | undefined
  return {
    ...result,
    get json() {
      return (json ??= Buffer.from(JSON.stringify(result)))
    },
    forms: new EncodedVariants(),
    stringify: () => JSON.stringify(result),
    size: JSON.stringify(result).length,
  }
}
