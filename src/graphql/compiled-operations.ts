import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  getOperationAST,
  getVariableValues,
  Kind,
  locatedError,
  type OperationDefinitionNode,
  OperationTypeNode,
  visit,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import type { Plugin } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import type { DocumentCache } from './document-cache.ts'

/** Compiling an operation takes as long as some ten executions. */
const executionsBefore = 3

/** The code of a field takes up to 10 KB. */
const maximumFields = 2_000
const maximumFieldsOfOperation = 300
const maximumVariables = 20
/** The code repeats the names of fields in every path below them. */
const maximumNameLength = 40
const maximumTextLength = 4_096

type Execute = CompiledQuery['query']

/**
 * Compiles queries that are executed repeatedly, which makes their execution several times as fast, and the operations
 * of the service itself. Whatever is not compiled is executed as usual, and the results are the same.
 */
export function compiledOperations({ measureOf, isInternal }: Pick<DocumentCache, 'measureOf' | 'isInternal'>): Plugin {
  const executions = new WeakMap<OperationDefinitionNode, number>()
  const compiled = new LRUCache<OperationDefinitionNode, Execute>({ maxSize: maximumFields })
  /** The service's own operations, and null for those that cannot be compiled. */
  const permanent = new WeakMap<OperationDefinitionNode, Execute | null>()

  function compile(operation: OperationDefinitionNode, { schema, document, operationName }: ExecutionArgs): void {
    const fields = measureOf(document, operationName)?.fields ?? Infinity
    const isOwn = isInternal(document)
    const isCompilable = isOwn || (fields <= maximumFieldsOfOperation && isSafe(operation, document))
    const query = isCompilable && compileQuery(schema, document, operationName ?? undefined)
    const execute = query && isCompiledQuery(query) ? query.query : null
    if (isOwn || !execute) permanent.set(operation, execute)
    else compiled.set(operation, execute, { size: fields + 1 })
  }

  function compiledOf(operation: OperationDefinitionNode, args: ExecutionArgs): Execute | null | undefined {
    const known = permanent.get(operation)
    if (known !== undefined) return known
    const execute = compiled.get(operation)
    if (execute) return execute
    const count = (executions.get(operation) ?? 0) + 1
    executions.set(operation, count)
    if (count <= executionsBefore) return undefined
    // An operation that is dropped is counted anew.
    executions.delete(operation)
    compile(operation, args)
    return permanent.get(operation) ?? compiled.get(operation)
  }

  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const operation = getOperationAST(args.document, args.operationName)
      const execute = operation && compiledOf(operation, args)
      if (!execute) return
      const isOwn = isInternal(args.document)
      const executeAsUsual = async () => (await executeFn(args)) as ExecutionResult
      setExecuteFn(async () => {
        if (!isOwn && !hasValidVariables(operation, args)) return executeAsUsual()
        const result = await execute(args.rootValue, args.contextValue, args.variableValues)
        // The variables of the service were rejected, so that nothing was executed.
        if (result.data === undefined) return executeAsUsual()
        if (isOwn || !result.errors) return result
        // Queries change nothing. The executor reports errors in its own words and order, each with its place.
        return withPlace(result, operation) ?? executeAsUsual()
      })
    },
  }
}

/** The result with its error as the executor reports it, if it has one error, that of a root field. */
function withPlace(
  { data, errors = [] }: ExecutionResult,
  { selectionSet: { selections: fields } }: OperationDefinitionNode,
): ExecutionResult | undefined {
  const [error, ...others] = errors
  if (others.length > 0 || error?.path?.length !== 1 || !error.originalError) return undefined
  if (!fields.every((field) => field.kind === Kind.FIELD)) return undefined
  const nodes = fields.filter(({ alias, name }) => (alias ?? name).value === error.path?.[0])
  return { errors: [locatedError(error.originalError, nodes, error.path)], data: data ?? null }
}

/** Compiled code takes some values that the executor rejects. */
function hasValidVariables(
  { variableDefinitions: definitions = [] }: OperationDefinitionNode,
  { schema, variableValues }: ExecutionArgs,
): boolean {
  return definitions.length === 0 || !getVariableValues(schema, definitions, variableValues ?? {}).errors
}

/**
 * Whether graphql-jit executes a caller's operation as the executor does. It writes literals into JavaScript code, some
 * of which then are something else, so that only integers and Boolean values are allowed. It loses track of conditions
 * within fragments, of mutations whose arguments are invalid, and of the defaults of introspection.
 */
function isSafe({ operation, variableDefinitions = [] }: OperationDefinitionNode, document: DocumentNode): boolean {
  const length = document.loc?.source.body.length ?? Infinity
  if (operation !== OperationTypeNode.QUERY || length > maximumTextLength) return false
  if (variableDefinitions.length > maximumVariables) return false
  let isSafe = true
  const exclude = () => void (isSafe = false)
  visit(document, {
    Name({ value }) {
      const isReserved = value.startsWith('__') && value !== '__typename'
      if (isReserved || value.length > maximumNameLength) exclude()
    },
    Directive: exclude,
    EnumValue: exclude,
    FloatValue: exclude,
    ListValue: exclude,
    NullValue: exclude,
    ObjectValue: exclude,
    StringValue: exclude,
  })
  return isSafe
}
