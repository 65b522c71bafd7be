import { type DocumentNode, type ExecutionResult, GraphQLError, type GraphQLSchema, type Source, visit } from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import type { Plugin } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'

/** Compiling an operation takes as long as some ten executions. */
const executionsBefore = 3

/** A compiled token takes about 3 KB. */
const maximumTokens = 10_000
const maximumTokensOfDocument = 1_000

type Execute = CompiledQuery['query']

/** An operation of a document. It is not compiled if it has been executed few times, or if it cannot be. */
interface Operation {
  executions: number
  compiled?: Execute | undefined
}

/**
 * Compiles operations that are executed repeatedly, which makes their execution several times as fast. Whatever is not
 * compiled is executed as usual, and the results are the same.
 */
export function compiledDocuments(): Plugin {
  const documents = new LRUCache<DocumentNode, Map<string, Operation>>({
    maxSize: maximumTokens,
    sizeCalculation: (_operations, { tokenCount = 0 }) => tokenCount + 1,
  })

  function operationOf(document: DocumentNode, name: string): Operation | undefined {
    let operations = documents.get(document)
    if (!operations) {
      if (!isCompilable(document)) return undefined
      documents.set(document, (operations = new Map()))
    }
    let operation = operations.get(name)
    if (!operation) operations.set(name, (operation = { executions: 0 }))
    return operation
  }

  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { schema, document, operationName } = args
      const operation = operationOf(document, operationName ?? '')
      if (!operation || ++operation.executions <= executionsBefore) return
      if (operation.executions === executionsBefore + 1) operation.compiled = compile(schema, document, operationName)
      const { compiled } = operation
      if (!compiled) return
      setExecuteFn(() => {
        const result = compiled(args.rootValue, args.contextValue, args.variableValues)
        if ('then' in result) return result.then((executed) => withPlaces(executed, document))
        // Without data, the variables were rejected and nothing was executed: the executor has better messages.
        return result.data === undefined ? executeFn(args) : withPlaces(result, document)
      })
    },
  }
}

const isWithoutTexts = new WeakMap<DocumentNode, boolean>()

/**
 * graphql-jit writes the literals of a document into JavaScript code, and a text could break out of it. All other
 * literals consist of letters, digits and signs of numbers.
 */
function isCompilable(document: DocumentNode): boolean {
  if ((document.tokenCount ?? Infinity) > maximumTokensOfDocument) return false
  let isWithout = isWithoutTexts.get(document)
  if (isWithout === undefined) {
    isWithout = true
    visit(document, { StringValue: () => void (isWithout = false) })
    isWithoutTexts.set(document, isWithout)
  }
  return isWithout
}

function compile(schema: GraphQLSchema, document: DocumentNode, operationName?: string | null): Execute | undefined {
  const compiled = compileQuery(schema, document, operationName ?? undefined)
  return isCompiledQuery(compiled) ? compiled.query : undefined
}

/** The errors of compiled operations have locations only, which do not survive a copy of the error. */
function withPlaces(result: ExecutionResult, { loc }: DocumentNode): ExecutionResult {
  if (!result.errors || !loc) return result
  const { source } = loc
  const errors = result.errors.map(({ message, locations, path, originalError }) => {
    const positions = locations?.map(({ line, column }) => startOfLine(source, line) + column - 1)
    return new GraphQLError(message, { source, positions, path, originalError })
  })
  return { ...result, errors }
}

function startOfLine({ body }: Source, line: number): number {
  const breaks = [...body.matchAll(/\r\n|[\n\r]/g)]
  const lineBreak = breaks[line - 2]
  return lineBreak ? lineBreak.index + lineBreak[0].length : 0
}
