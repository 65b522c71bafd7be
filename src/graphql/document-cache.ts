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
import { checkLimits, type Measure, measureOperations } from './query-cost.ts'

const maximumBytes = 64 * 1024 * 1024
/** What a parsed document takes, measured: comments are no tokens, but are kept as well. */
const bytesPerToken = 350
const bytesPerCharacter = 64

/** Each may quote the whole document. */
const maxErrors = 3

/** What is known of a document: what is wrong with it, and what its operations ask for, by their names. */
interface KnownDocument {
  errors: readonly GraphQLError[]
  operations: ReadonlyMap<string, Measure>
}

/** Errors suggest names that the schema has; who may see the playground may see the schema. */
export function hidesSuggestions(config: Config): boolean {
  return !config.graphiql
}

/** Knows a document once it has come: what it says, whether it may be executed, and what it costs. */
export interface DocumentCache extends Plugin {
  /** What an operation of a document that has been validated costs. */
  costOf(document: DocumentNode, operationName: string | null | undefined): number
  /** What is wrong with a document that has not come yet; undefined where it may be executed. */
  errorOf(schema: GraphQLSchema, text: string): GraphQLError | undefined
}

/**
 * Parses, measures and validates a document once. Yoga's own cache counts documents, and callers choose how long
 * theirs are: this one counts what they take. One that is refused is not kept: its errors take far more than itself, and
 * who sends it need not say who it is. The service's own documents are always known, and have no limits.
 */
export function documentCache(config: Config, ownDocuments: readonly string[]): DocumentCache {
  const own = new Map(ownDocuments.map((text) => [text, parse(text)]))
  const ownNodes = new Set(own.values())
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: maximumBytes,
    sizeCalculation: ({ tokenCount = 0 }, text) => tokenCount * bytesPerToken + text.length * bytesPerCharacter + 1,
  })
  const known = new WeakMap<DocumentNode, KnownDocument>()
  const rules = config.introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule]
  const hideSuggestions = hidesSuggestions(config)

  function check(schema: GraphQLSchema, document: DocumentNode): KnownDocument {
    const operations = measureOperations(schema, document)
    // Before it is validated, which takes the square of the document's length.
    const excesses = ownNodes.has(document) ? [] : checkLimits(operations.values(), config.graphqlLimits)
    return {
      operations,
      errors: excesses.length > 0 ? excesses : validate(schema, document, rules, { hideSuggestions, maxErrors }),
    }
  }

  return {
    onParse({ params, setParsedDocument, setParseFn }) {
      const text = String(params.source)
      const document = own.get(text) ?? documents.get(text)
      if (document) return setParsedDocument(document)
      setParseFn((source) => parseWithin(config.graphqlLimits, source))
    },
    onValidate({ params: { schema, documentAST }, setResult, extendContext }) {
      extendContext({ document: documentAST } as object)
      let document = known.get(documentAST)
      if (!document) {
        known.set(documentAST, (document = check(schema, documentAST)))
        if (document.errors.length === 0) documents.set(documentAST.loc?.source.body ?? '', documentAST)
      }
      setResult(document.errors)
    },
    costOf(document, operationName) {
      const operations = known.get(document)?.operations
      const measure = operationName ? operations?.get(operationName) : operations?.values().next().value
      return measure?.cost ?? 0
    },
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
    // The parser calls itself for what is nested, and the stack may end before the tokens do.
    if (error instanceof RangeError) throw new GraphQLError('Syntax Error: The document is nested too deeply.')
    throw error
  }
}
