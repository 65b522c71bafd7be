import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  parse,
  type Source,
  specifiedRules,
  validate,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import type { Config, GraphqlLimits } from '../config.ts'
import { checkLimits, type OperationMeasure, measureOperations } from './query-cost.ts'

const maximumBytes = 64 * 1024 * 1024
/** The measured size of a parsed document. Comments do not count as tokens but take memory. */
const bytesPerToken = 350
const bytesPerCharacter = 64

/** Each error may quote the whole document. */
const maxErrors = 3

/** The errors of a document, and the cost of its operations by name. */
interface CheckedDocument {
  errors: readonly GraphQLError[]
  operations: ReadonlyMap<string, OperationMeasure>
}

/** Errors suggest names of the schema only to callers who may see the playground, and with it the schema. */
export function hidesSuggestions(config: Config): boolean {
  return !config.graphiql
}

/** Parses, validates and measures each document once. */
export interface DocumentCache extends Plugin {
  /** The measure of an operation of a validated document. Internal documents have none. */
  measureOf(document: DocumentNode, operationName: string | null | undefined): OperationMeasure | undefined
  /** Whether the document is one of the service itself. */
  isInternal(document: DocumentNode): boolean
  /** The first error of a document, without caching it; undefined if it may be executed. */
  errorOf(schema: GraphQLSchema, text: string): GraphQLError | undefined
}

/**
 * Yoga's own cache limits the number of documents, but not their length. This one limits the memory that they take. A
 * rejected document is not cached: its errors take more memory than the document, and anyone can send it.
 * Internal documents are always cached and have no limits.
 */
export function documentCache(config: Config, internalDocuments: readonly string[]): DocumentCache {
  const internal = new Map(internalDocuments.map((text) => [text, parse(text)]))
  const internalNodes = new Set(internal.values())
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: maximumBytes,
    sizeCalculation: ({ tokenCount = 0 }, text) => tokenCount * bytesPerToken + text.length * bytesPerCharacter + 1,
  })
  const checked = new WeakMap<DocumentNode, CheckedDocument>()
  const rules = config.introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule]
  const hideSuggestions = hidesSuggestions(config)

  function check(schema: GraphQLSchema, document: DocumentNode): CheckedDocument {
    const operations = internalNodes.has(document) ? new Map() : measureOperations(schema, document)
    // Before validation, whose time grows with the square of the document's length.
    const excesses = checkLimits(operations.values(), config.graphqlLimits)
    return {
      operations,
      errors: excesses.length > 0 ? excesses : validate(schema, document, rules, { hideSuggestions, maxErrors }),
    }
  }

  return {
    onParse({ params, setParsedDocument, setParseFn }) {
      const text = String(params.source)
      const document = internal.get(text) ?? documents.get(text)
      if (document) return setParsedDocument(document)
      setParseFn((source) => parseWithin(config.graphqlLimits, source))
    },
    onValidate({ params: { schema, documentAST }, setResult, extendContext }) {
      extendContext({ document: documentAST } as object)
      let document = checked.get(documentAST)
      if (!document) {
        checked.set(documentAST, (document = check(schema, documentAST)))
        if (document.errors.length === 0) documents.set(documentAST.loc?.source.body ?? '', documentAST)
      }
      setResult(document.errors)
    },
    measureOf(document, operationName) {
      const operations = checked.get(document)?.operations
      return operationName ? operations?.get(operationName) : operations?.values().next().value
    },
    isInternal: (document) => internalNodes.has(document),
    errorOf(schema, text) {
      try {
        return check(schema, parseWithin(config.graphqlLimits, text)).errors[0]
      } catch (error) {
        if (error instanceof GraphQLError) return error
        throw error
      }
    },
  }
}

function parseWithin({ tokens }: GraphqlLimits, source: string | Source): DocumentNode {
  try {
    return parse(source, { maxTokens: tokens })
  } catch (error) {
    // The parser is recursive, and the stack may be exhausted before the limit of tokens.
    if (error instanceof RangeError) throw new GraphQLError('Syntax Error: The document is nested too deeply.')
    throw error
  }
}
