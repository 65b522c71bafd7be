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

interface CheckedDocument {
  errors: readonly GraphQLError[]
  operations: ReadonlyMap<string, Measure>
  plans: Map<OperationDefinitionNode, Plan>
  plannedFields: number
}

/** Errors suggest names of the schema only to callers who may see the playground, and with it the schema. */
export function hidesSuggestions(config: Config): boolean {
  return !config.graphiql
}

export type DocumentCache = ReturnType<typeof documentCache>

/**
 * Parses, validates, measures and plans each valid document once. The memory that documents take is limited. Internal documents
 * are always cached and have no limits. If a caller sends the same text, the limits apply.
 */
export function documentCache(config: Config, internalDocuments: readonly string[]) {
  const errorsIn = documentErrors(config)
  const internal = new Map(internalDocuments.map((text) => [text, parse(text, { noLocation: true })]))
  const internalNodes = new Set(internal.values())
  const documents = new LRUCache<string, DocumentNode>({ maxSize: maximumBytes })
  const checked = new WeakMap<DocumentNode, CheckedDocument>()

  function checkOnce(schema: GraphQLSchema, document: DocumentNode): CheckedDocument {
    const known = checked.get(document)
    if (known) return known
    const isInternal = internalNodes.has(document)
    const operations: ReadonlyMap<string, Measure> = isInternal ? new Map() : measureOperations(schema, document)
    const errors = errorsIn(schema, document, operations)
    const result: CheckedDocument = { operations, errors, plans: new Map(), plannedFields: 0 }
    checked.set(document, result)
    if (errors.length === 0 && !isInternal) keep(document, result)
    return result
  }

  function keep(document: DocumentNode, { plannedFields }: CheckedDocument): void {
    const text = textOf(document)
    const ofDocument = (document.tokenCount ?? 0) * bytesPerToken + text.length * bytesPerCharacter
    // The cache changes the size only of what is new.
    documents.delete(text)
    documents.set(text, document, { size: ofDocument + plannedFields * bytesPerField + 1 })
  }

  return {
    parse(text: string, isInternal: boolean): DocumentNode {
      const known = (isInternal ? internal.get(text) : undefined) ?? documents.get(text)
      return known ?? parseWithin(config.graphqlLimits, text)
    },
    /** The errors of a document that `parse` returned. */
    validate: (schema: GraphQLSchema, document: DocumentNode) => checkOnce(schema, document).errors,
    /** The plan of an operation of a valid document, which is kept as long as the document. */
    planOf(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Plan {
      const entry = checkOnce(schema, document)
      let plan = entry.plans.get(operation)
      if (!plan) {
        plan = new Plan(schema, document, operation, (fields) => {
          entry.plannedFields += fields
          if (documents.peek(textOf(document)) === document) keep(document, entry)
        })
        entry.plans.set(operation, plan)
      }
      return plan
    },
    /** The measure of an operation of a valid document. Internal documents have none. */
    measureOf(document: DocumentNode, { name }: OperationDefinitionNode): Measure | undefined {
      return checked.get(document)?.operations.get(name?.value ?? '')
    },
    isInternal: (document: DocumentNode) => internalNodes.has(document),
    /** The first error of a document; undefined if it may be executed. */
    errorOf(schema: GraphQLSchema, text: string): GraphQLError | undefined {
      try {
        return checkOnce(schema, parseWithin(config.graphqlLimits, text)).errors[0]
      } catch (error) {
        if (error instanceof GraphQLError) return error
        throw error
      }
    },
  }
}

function textOf({ loc }: DocumentNode): string {
  return loc?.source.body ?? ''
}

/** Returns a function that finds the errors of a document. The cheaper checks come first, and the later ones rely on them. */
function documentErrors(config: Config) {
  const rules = config.introspection ? rulesOfDocuments : [...rulesOfDocuments, NoSchemaIntrospectionCustomRule]
  const options = { hideSuggestions: hidesSuggestions(config), maxErrors }
  const { graphqlLimits: limits } = config

  return (schema: GraphQLSchema, document: DocumentNode, operations: ReadonlyMap<string, Measure>): GraphQLError[] => {
    let errors = checkLimits(operations.values(), limits)
    if (errors.length === 0) errors = [...validate(schema, document, rules, options)]
    if (errors.length === 0) errors = [...overlappingFields(schema, document, limits.fields).take(maxErrors)]
    for (const { extensions } of errors) Object.assign(extensions, { code: 'GRAPHQL_VALIDATION_FAILED', http })
    return errors
  }
}

/** `spec` makes Yoga return 200 to callers who accept application/json. */
const http = { spec: true, status: 400 }

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
