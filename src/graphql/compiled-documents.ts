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
export function compiledDocuments({ measureOf, isInternal }: Pick<DocumentCache, 'measureOf' | 'isInternal'>): Plugin {
  const executions = new WeakMap<OperationDefinitionNode, number>()
  const compiled = new LRUCache<OperationDefinitionNode, Execute>({ maxSize: maximumFields })
  /** The service's own operations, and null for those that cannot be compiled. */
  const permanent = new WeakMap<OperationDefinitionNode, Execute | null>()

  function isCompilable(operation: OperationDefinitionNode, { document, operationName }: ExecutionArgs): boolean {
    const fields = measureOf(document, operationName)?.fields ?? Infinity
    return fields <= maximumFieldsOfOperation && isSafe(operation, document)
  }

  function compile(operation: OperationDefinitionNode, args: ExecutionArgs): Execute | null {
    const isOwn = isInternal(args.document)
    if (!isOwn && !isCompilable(operation, args)) return null
    const query = compileQuery(args.schema, args.document, args.operationName ?? undefined)
    if (!isCompiledQuery(query)) return null
    if (isOwn) permanent.set(operation, query.query)
    else compiled.set(operation, query.query, { size: measureOf(args.document, args.operationName)!.fields + 1 })
    return query.query
  }

  function compiledOf(args: ExecutionArgs): Execute | null {
    const operation = getOperationAST(args.document, args.operationName)
    if (!operation) return null
    const known = compiled.get(operation) ?? permanent.get(operation)
    if (known !== undefined) return known
    const count = (executions.get(operation) ?? 0) + 1
    executions.set(operation, count)
    if (count <= executionsBefore) return null
    const execute = compile(operation, args)
    // An operation that is dropped is counted anew.
    if (execute) executions.delete(operation)
    else permanent.set(operation, null)
    return execute
  }

  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const execute = compiledOf(args)
      if (!execute) return
      const isOwn = isInternal(args.document)
      const executeAsUsual = async () => (await executeFn(args)) as ExecutionResult
      setExecuteFn(async () => {
        if (!isOwn && !hasValidVariables(args)) return executeAsUsual()
        const result = await execute(args.rootValue, args.contextValue, args.variableValues)
        // The variables of the service were rejected, so that nothing was executed.
        if (result.data === undefined) return executeAsUsual()
        if (isOwn || !result.errors) return result
        // Queries change nothing. The executor reports errors in its own words and order, each with its place.
        return withPlace(result, args) ?? executeAsUsual()
      })
    },
  }
}

/** The result with its error as the executor reports it, if it has one error, that of a root field. */
function withPlace({ data, errors = [] }: ExecutionResult, args: ExecutionArgs): ExecutionResult | undefined {
  const [error, ...others] = errors
  const fields = getOperationAST(args.document, args.operationName)?.selectionSet.selections ?? []
  if (others.length > 0 || error?.path?.length !== 1 || !error.originalError) return undefined
  if (!fields.every((field) => field.kind === Kind.FIELD)) return undefined
  const nodes = fields.filter(({ alias, name }) => (alias ?? name).value === error.path?.[0])
  return { errors: [locatedError(error.originalError, nodes, error.path)], data: data ?? null }
}

/** Compiled code takes some values that the executor rejects. */
function hasValidVariables({ schema, document, operationName, variableValues }: ExecutionArgs): boolean {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? []
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
