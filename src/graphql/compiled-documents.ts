import {
  type DocumentNode,
  type ExecutionResult,
  getOperationAST,
  GraphQLError,
  type OperationDefinitionNode,
  type Source,
  visit,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import type { Plugin } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import type { DocumentCache } from './document-cache.ts'

/** Compiling an operation takes as long as some ten executions. */
const executionsBefore = 3

/** The code of a field takes up to 10 KB. */
const maximumFields = 4_000
const maximumFieldsOfOperation = 600

type Execute = CompiledQuery['query']

interface Compilation {
  executions: number
  /** Undefined if the operation has been executed few times, or cannot be compiled. */
  execute?: Execute | undefined
}

/**
 * Compiles operations that are executed repeatedly, which makes their execution several times as fast. Whatever is not
 * compiled is executed as usual, and the results are the same.
 */
export function compiledDocuments(documents: Pick<DocumentCache, 'measureOf'>): Plugin {
  const compilations = new LRUCache<OperationDefinitionNode, Compilation>({ maxSize: maximumFields })

  function compilationOf(document: DocumentNode, name: string | null | undefined): Compilation | undefined {
    const operation = getOperationAST(document, name)
    if (!operation) return undefined
    let compilation = compilations.get(operation)
    if (!compilation) {
      // Documents of the service itself are not measured.
      const fields = documents.measureOf(document, name)?.fields ?? 0
      if (fields > maximumFieldsOfOperation || !isCompilable(document)) return undefined
      compilations.set(operation, (compilation = { executions: 0 }), { size: fields + 1 })
    }
    return compilation
  }

  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { schema, document, operationName } = args
      const compilation = compilationOf(document, operationName)
      if (!compilation || ++compilation.executions <= executionsBefore) return
      if (compilation.executions === executionsBefore + 1) {
        const compiled = compileQuery(schema, document, operationName ?? undefined)
        compilation.execute = isCompiledQuery(compiled) ? compiled.query : undefined
      }
      const { execute } = compilation
      if (!execute) return
      setExecuteFn(() => {
        const result = execute(args.rootValue, args.contextValue, args.variableValues)
        if ('then' in result) return result.then((executed) => withPlaces(executed, document))
        // Without data, the variables were rejected and nothing was executed: the executor has better messages.
        return result.data === undefined ? executeFn(args) : withPlaces(result, document)
      })
    },
  }
}

const compilable = new WeakMap<DocumentNode, boolean>()

/**
 * graphql-jit writes the literals of a document into JavaScript code, and a text could break out of it. All other
 * literals consist of letters, digits and signs of numbers. An object literal loses a member with the name __proto__.
 */
function isCompilable(document: DocumentNode): boolean {
  let isSafe = compilable.get(document)
  if (isSafe === undefined) {
    isSafe = true
    visit(document, {
      StringValue: () => void (isSafe = false),
      Name({ value }) {
        if (value === '__proto__') isSafe = false
      },
    })
    compilable.set(document, isSafe)
  }
  return isSafe
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
