import {
  type DocumentNode,
  type ExecutionArgs,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  OverlappingFieldsCanBeMergedRule,
  parse,
  type Source,
  specifiedRules,
  validate,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import type { Config, GraphqlLimits } from '../config.ts'
import { overlappingFields } from './limits/overlapping-fields.ts'
import { Plan } from './plan/plan.ts'
import { checkLimits, type OperationMeasure, measureOperations } from './limits/query-cost.ts'
import { RejectedDocuments } from './limits/rejected-documents.ts'

const maximumBytes = 64 * 1024 * 1024
/** The measured size of a parsed document. Comments do not count as tokens but take memory. */
const bytesPerToken = 350
const bytesPerCharacter = 64
/** The measured size of a field of a plan. */
const bytesPerField = 1_000

/** Each error may quote the whole document. */
const maxErrors = 3

/** Their time is proportional to the size of the document. `overlappingFields` replaces the one that compares pairs of fields. */
const rulesOfDocuments = specifiedRules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule)

/** The errors of a document, and the cost of its operations by name. */
interface CheckedDocument {
  errors: readonly GraphQLError[]
  operations: ReadonlyMap<string, OperationMeasure>
  plans: Map<OperationDefinitionNode, Plan>
  /** The number of fields of its plans. */
  plannedFields: number
}

/** Errors suggest names of the schema only to callers who may see the playground, and with it the schema. */
export function hidesSuggestions(config: Config): boolean {
  return !config.graphiql
}

/** Parses, validates and measures each document once, and executes its queries and mutations by plans. */
export interface DocumentCache extends Plugin {
  /** A document that was parsed and validated before. Internal ones are known only to internal requests. */
  known(text: string, isInternal: boolean): DocumentNode | undefined
  /** The measure of an operation of a validated document. Internal documents have none. */
  measureOf(document: DocumentNode, operationName: string | null | undefined): OperationMeasure | undefined
  /** Whether the document is one of the service itself. */
  isInternal(document: DocumentNode): boolean
  /** The first error of a document, without caching it; undefined if it may be executed. */
  errorOf(schema: GraphQLSchema, text: string): GraphQLError | undefined
}

/**
 * Yoga's own cache limits the number of documents, but not their length. This one limits the memory that they take.
 * Internal documents are always cached and have no limits. If a caller sends the same text, the limits apply.
 */
export function documentCache(
  config: Config,
  internalDocuments: readonly string[],
  isInternalRequest: (request: Request) => boolean = () => false,
): DocumentCache {
  const internal = new Map(internalDocuments.map((text) => [text, parse(text)]))
  const internalNodes = new Set(internal.values())
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: maximumBytes,
    sizeCalculation: (document, text) =>
      (document.tokenCount ?? 0) * bytesPerToken +
      text.length * bytesPerCharacter +
      (checked.get(document)?.plannedFields ?? 0) * bytesPerField +
      1,
  })
  const rejected = new RejectedDocuments()
  const checked = new WeakMap<DocumentNode, CheckedDocument>()
  const rules = config.introspection ? rulesOfDocuments : [...rulesOfDocuments, NoSchemaIntrospectionCustomRule]
  const hideSuggestions = hidesSuggestions(config)
  const maximumFields = config.graphqlLimits.fields

  function check(schema: GraphQLSchema, document: DocumentNode): CheckedDocument {
    const operations = internalNodes.has(document) ? new Map() : measureOperations(schema, document)
    return { operations, errors: errorsIn(schema, document, operations), plans: new Map(), plannedFields: 0 }
  }

  /** The cheaper checks come first, and the later ones rely on them. */
  function errorsIn(
    schema: GraphQLSchema,
    document: DocumentNode,
    operations: ReadonlyMap<string, OperationMeasure>,
  ): readonly GraphQLError[] {
    const excesses = checkLimits(operations.values(), config.graphqlLimits)
    if (excesses.length > 0) return excesses
    const errors = validate(schema, document, rules, { hideSuggestions, maxErrors })
    return errors.length > 0 ? errors : overlappingFields(schema, document, maximumFields).take(maxErrors).toArray()
  }

  function checkOnce(schema: GraphQLSchema, document: DocumentNode): CheckedDocument {
    const known = checked.get(document)
    if (known) return known
    const result = check(schema, document)
    checked.set(document, result)
    const text = document.loc?.source.body ?? ''
    if (result.errors.length > 0) rejected.set(text, document, result.errors)
    else if (!internalNodes.has(document)) documents.set(text, document)
    return result
  }

  /** Plans are kept as long as their document. Yoga's executor rejects a name that no operation has. */
  function planOf({ schema, document, operationName }: ExecutionArgs): Plan | undefined {
    const operation = getOperationAST(document, operationName)
    const entry = checked.get(document)
    if (!operation || !entry) return undefined
    let plan = entry.plans.get(operation)
    if (!plan) {
      plan = new Plan(schema, document, operation, (fields) => {
        entry.plannedFields += fields
        measureAgain(document)
      })
      entry.plans.set(operation, plan)
    }
    return plan
  }

  /** The cache measures what is added to it. */
  function measureAgain(document: DocumentNode): void {
    const text = document.loc?.source.body ?? ''
    if (documents.peek(text) !== document) return
    documents.delete(text)
    documents.set(text, document)
  }

  function known(text: string, isInternal: boolean): DocumentNode | undefined {
    return (isInternal ? internal.get(text) : undefined) ?? documents.get(text)
  }

  return {
    known,
    onParse({ params, context, setParsedDocument, setParseFn }) {
      const text = String(params.source)
      const document = known(text, isInternalRequest(context.request)) ?? rejected.get(text)
      if (document) return setParsedDocument(document)
      setParseFn((source) => parseWithin(config.graphqlLimits, source))
    },
    onValidate({ params: { schema, documentAST }, setResult, extendContext }) {
      extendContext({ document: documentAST } as object)
      setResult(rejected.errorsOf(documentAST) ?? checkOnce(schema, documentAST).errors)
    },
    onExecute({ args, setExecuteFn }) {
      const plan = planOf(args)
      if (plan) setExecuteFn((given) => plan.execute(given))
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
