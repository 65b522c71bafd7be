import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  OverlappingFieldsCanBeMergedRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import type { Config, GraphqlLimits } from '../settings/config.ts'
import { overlappingFields } from './limits/overlapping-fields.ts'
import { Plan } from './plan/plan.ts'
import { checkLimits, type Measure, measureOperations } from './limits/query-cost.ts'
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
  operations: ReadonlyMap<string, Measure>
  plans: Map<OperationDefinitionNode, Plan>
  /** The number of fields of its plans. */
  plannedFields: number
}

/** Errors suggest names of the schema only to callers who may see the playground, and with it the schema. */
export function hidesSuggestions(config: Config): boolean {
  return !config.graphiql
}

export type DocumentCache = ReturnType<typeof documentCache>

/**
 * Parses, validates, measures and plans each document once. The memory that documents take is limited. Internal documents
 * are always cached and have no limits. If a caller sends the same text, the limits apply.
 */
export function documentCache(config: Config, internalDocuments: readonly string[]) {
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
    operations: ReadonlyMap<string, Measure>,
  ): readonly GraphQLError[] {
    const excesses = checkLimits(operations.values(), config.graphqlLimits)
    if (excesses.length > 0) return excesses.map(asValidationError)
    const errors = validate(schema, document, rules, { hideSuggestions, maxErrors })
    if (errors.length > 0) return errors.map(asValidationError)
    return overlappingFields(schema, document, maximumFields).take(maxErrors).map(asValidationError).toArray()
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

  /** The cache measures what is added to it. */
  function measureAgain(document: DocumentNode): void {
    const text = document.loc?.source.body ?? ''
    if (documents.peek(text) !== document) return
    documents.delete(text)
    documents.set(text, document)
  }

  return {
    /** Throws GRAPHQL_PARSE_FAILED. Of a document that was rejected before, only the outline is returned. */
    parse(text: string, isInternal: boolean): DocumentNode {
      const known = (isInternal ? internal.get(text) : undefined) ?? documents.get(text) ?? rejected.get(text)
      return known ?? parseWithin(config.graphqlLimits, text)
    },
    /** The errors of a document that `parse` returned. */
    validate(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
      return rejected.errorsOf(document) ?? checkOnce(schema, document).errors
    },
    /** The plan of an operation of a valid document, which is kept as long as the document. */
    planOf(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Plan {
      const entry = checkOnce(schema, document)
      let plan = entry.plans.get(operation)
      if (!plan) {
        plan = new Plan(schema, document, operation, (fields) => {
          entry.plannedFields += fields
          measureAgain(document)
        })
        entry.plans.set(operation, plan)
      }
      return plan
    },
    /** The measure of an operation of a valid document. Internal documents have none. */
    measureOf(document: DocumentNode, { name }: OperationDefinitionNode): Measure | undefined {
      return checked.get(document)?.operations.get(name?.value ?? '')
    },
    /** Whether the document is one of the service itself. */
    isInternal: (document: DocumentNode) => internalNodes.has(document),
    /** The first error of a document, without caching it; undefined if it may be executed. */
    errorOf(schema: GraphQLSchema, text: string): GraphQLError | undefined {
      try {
        return check(schema, parseWithin(config.graphqlLimits, text)).errors[0]
      } catch (error) {
        if (error instanceof GraphQLError) return error
        throw error
      }
    },
  }
}

/** `spec` makes Yoga return 200 to callers who accept application/json. */
const http = { spec: true, status: 400 }

function asValidationError(error: GraphQLError): GraphQLError {
  Object.assign(error.extensions, { code: 'GRAPHQL_VALIDATION_FAILED', http })
  return error
}

function parseWithin({ tokens }: GraphqlLimits, text: string): DocumentNode {
  try {
    return parse(text, { maxTokens: tokens })
  } catch (error) {
    // The parser is recursive, and the stack may be exhausted before the limit of tokens.
    const failure =
      error instanceof RangeError ? new GraphQLError('Syntax Error: The document is nested too deeply.') : error
    if (failure instanceof GraphQLError) Object.assign(failure.extensions, { code: 'GRAPHQL_PARSE_FAILED', http })
    throw failure
  }
}
