import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { schema } from '../../src/schema.ts'

/** A document for one leaf of the schema: whatever is added to the schema later is among them too. */
export interface SchemaDocument {
  /** For example Query.case.party.email. */
  leaf: string
  kind: 'query' | 'mutation'
  /** The root field. */
  operation: string
  /** The login kinds that the root field's description allows. */
  logins: string[]
  /** Whether the root field is about one case. */
  takesCase: boolean
  /** The document's text, about this case and with these arguments of fields below the root. */
  text(caseId: string, fieldArguments?: Record<string, string>): string
}

/** Values for arguments and input fields by their name; another one that is required gets a value of its type. */
export type KnownValues = Record<string, string>

export function schemaDocuments(known: KnownValues): SchemaDocument[] {
  return (['query', 'mutation'] as const).flatMap((kind) => {
    const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType()
    return Object.values(root?.getFields() ?? {}).flatMap((field) => {
      const logins =
        /\bLogin: ([\w ,]+)\.$/
          .exec(field.description ?? '')?.[1]
          ?.toUpperCase()
          .match(/[A-Z]{3,}/g) ?? []
      const takesCase = field.args.some((argument) => mentions(argument.type, {}))
      return leavesOf(field.type, []).map((trail) => ({
        leaf: [root?.name, field.name, ...trail.filter((step) => !step.startsWith('...'))].join('.'),
        kind,
        operation: field.name,
        logins,
        takesCase,
        text: (caseId: string, fieldArguments: Record<string, string> = {}) =>
          `${kind} { ${field.name}${argumentsOf(field, known, caseId)} ${nest(trail, fieldArguments)} }`,
      }))
    })
  })
}

/** One document for each root field that has all of its leaves. */
export function wholeDocuments(known: KnownValues): SchemaDocument[] {
  const byOperation = Map.groupBy(schemaDocuments(known), ({ operation }) => operation)
  return [...byOperation].map(([operation, documents]) => ({
    ...documents[0]!,
    leaf: `all of ${operation}`,
    text: (caseId, fieldArguments) => {
      const texts = documents.map((document) => document.text(caseId, fieldArguments))
      // One root field each, which GraphQL merges within one operation.
      const fields = texts.map((text) => text.replace(/^\w+ \{ (.*) \}$/s, '$1'))
      return `${documents[0]!.kind} { ${fields.join('\n')} }`
    },
  }))
}

/** The root field's inputs that take a text, as paths of names. */
export function textInputs(): { operation: string; path: string[] }[] {
  return [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}).flatMap((field) =>
      field.args.flatMap((argument) =>
        textsOf(argument.type, [argument.name]).map((path) => ({ operation: field.name, path })),
      ),
    ),
  )
}

function textsOf(type: GraphQLInputType, path: string[]): string[][] {
  const named = getNamedType(type)
  if (isInputObjectType(named)) {
    return Object.values(named.getFields()).flatMap((field) => textsOf(field.type, [...path, field.name]))
  }
  return named.name === 'String' || named.name === 'ID' || named.name === 'JSON' ? [path] : []
}

/** The way to each leaf; a type that comes again on the way is not entered again. */
function leavesOf(type: GraphQLOutputType, seen: string[]): string[][] {
  const named = getNamedType(type)
  if (seen.includes(named.name)) return []
  const inside = [...seen, named.name]
  if (isAbstractType(named)) {
    return schema
      .getPossibleTypes(named)
      .flatMap((possible) => leavesOf(possible, inside).map((trail) => [`... on ${possible.name}`, ...trail]))
  }
  if (!isObjectType(named)) return [[]]
  return Object.values(named.getFields()).flatMap((field) =>
    leavesOf(field.type, inside).map((trail) => [field.name, ...trail]),
  )
}

function nest([step, ...trail]: string[], fieldArguments: Record<string, string>): string {
  return step === undefined ? '' : `{ ${step}${fieldArguments[step] ?? ''} ${nest(trail, fieldArguments)} }`
}

function argumentsOf(field: GraphQLField<unknown, unknown>, known: KnownValues, caseId: string): string {
  const sent = field.args.filter((argument) => isSent(argument, known))
  if (sent.length === 0) return ''
  return `(${sent.map(({ name, type }) => `${name}: ${literal(name, type, known, caseId)}`).join(', ')})`
}

function isSent(input: GraphQLArgument | GraphQLInputField, known: KnownValues): boolean {
  const isRequired = isNonNullType(input.type) && input.default === undefined
  return isRequired || input.name in known || mentions(input.type, known)
}

/** Whether somewhere in such a value stands a case's id, or an input of a known name. */
function mentions(type: GraphQLInputType, known: KnownValues): boolean {
  const named = getNamedType(type)
  if (!isInputObjectType(named)) return named.name === 'ID'
  return Object.values(named.getFields()).some((field) => field.name in known || mentions(field.type, known))
}

function literal(name: string, type: GraphQLInputType, known: KnownValues, caseId: string): string {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return `[${literal(name, nullable.ofType, known, caseId)}]`
  const named = getNamedType(type)
  if (isInputObjectType(named)) {
    const sent = Object.values(named.getFields()).filter((field) => isSent(field, known))
    return `{ ${sent.map((field) => `${field.name}: ${literal(field.name, field.type, known, caseId)}`).join(', ')} }`
  }
  if (name in known) return JSON.stringify(known[name])
  if (isEnumType(named)) return named.getValues()[0]?.name ?? ''
  const values: Record<string, string> = { ID: JSON.stringify(caseId), Int: '1', Float: '1', Boolean: 'false' }
  return values[named.name] ?? '"x"'
}
