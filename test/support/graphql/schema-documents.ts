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
import { schema } from '../../../src/schema.ts'

/** Limits with which documents that select everything are executed. */
export const highLimits = {
  graphqlLimits: { tokens: 100_000, cost: 10_000_000, depth: 100, aliases: 100, directives: 50, fields: 5_000 },
  responseLimits: { timeoutMs: 60_000, size: 2 ** 30, memory: 100 * 2 ** 30 },
}

/** A document that selects one leaf of the schema. New fields of the schema are included automatically. */
export interface SchemaDocument {
  /** For example, Query.case.party.email. */
  leaf: string
  kind: 'query' | 'mutation'
  /** The name of the root field. */
  operation: string
  /** The login kinds that the description of the root field allows. */
  logins: string[]
  /** Whether the root field takes a case id. */
  takesCase: boolean
  /** The text for a case. `pageArguments` are the arguments of connections below the root, by field name. */
  text(caseId: string, pageArguments?: Record<string, string>): string
}

/** The root fields whose IDs are those of sessions, persons, files and webhooks, or conditions of a list. */
const takeOtherIds =
  /^(?:caseEvents|cases|createCase|createInvitation|deleteAttachment|erasePerson|(?:remove|rename)Passkey|revoke\w+|\w+WebhookEndpoint|webhookEndpoint|retryWebhookDelivery|rotateWebhookSecret)$/

interface LeafDocument extends SchemaDocument {
  /** The fields and type conditions from the root field to the leaf. */
  trail: string[]
  /** The text with another selection of the root field. */
  textOf(caseId: string, selected: string): string
}

/** Values of arguments and input fields by name. Other required ones get a value of their type. */
export type KnownValues = Record<string, string>

export function schemaDocuments(known: KnownValues): LeafDocument[] {
  return (['query', 'mutation'] as const).flatMap((kind) => {
    const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType()
    return Object.values(root?.getFields() ?? {}).flatMap((field) => {
      const logins =
        /\bLogin: ([\w ,]+)\.$/
          .exec(field.description ?? '')?.[1]
          ?.toUpperCase()
          .match(/[A-Z]{3,}/g) ?? []
      const takesCase = !takeOtherIds.test(field.name) && field.args.some(({ type }) => mentions(type, {}))
      const textOf = (caseId: string, selected: string) =>
        `${kind} { ${field.name}${argumentsOf(field, known, caseId)} ${selected} }`
      return trailsOf(field).map((trail) => ({
        leaf: [root?.name, field.name, ...trail.filter((step) => !step.startsWith('...'))].join('.'),
        kind,
        operation: field.name,
        logins,
        takesCase,
        trail,
        textOf,
        text: (caseId: string, pageArguments: Record<string, string> = {}) =>
          textOf(caseId, selection([trail], pageArguments)),
      }))
    })
  })
}

/** There are thousands, and they do not depend on the known values. */
const trailsByField = new Map<object, string[][]>()

function trailsOf(field: GraphQLField<unknown, unknown>): string[][] {
  const trails = trailsByField.get(field) ?? leavesOf(field.type, [])
  trailsByField.set(field, trails)
  return trails
}

/** Returns a document for each root field, with all of its leaves, or only those up to this depth. */
export function wholeDocuments(known: KnownValues, maximumDepth = Infinity): SchemaDocument[] {
  const documents = schemaDocuments(known).filter(({ trail }) => trail.length <= maximumDepth)
  const byOperation = Map.groupBy(documents, ({ operation }) => operation)
  return [...byOperation].map(([operation, documents]) => {
    const [first] = documents
    const trails = documents.map(({ trail }) => trail)
    return {
      ...first!,
      leaf: `all of ${operation}`,
      text: (caseId, pageArguments = {}) => first!.textOf(caseId, selection(trails, pageArguments)),
    }
  })
}

/** Returns the paths of all text inputs of the root fields. */
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

/** Returns the path to each leaf. Recursive types are entered once per path. */
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

/** The selection of all trails, each field once. */
function selection(trails: string[][], pageArguments: Record<string, string>, parent = ''): string {
  const byStep = Map.groupBy(
    trails.filter((trail) => trail.length > 0),
    ([step]) => step!,
  )
  if (byStep.size === 0) return ''
  const fields = [...byStep].map(([step, below]) => {
    const rest = below.map(([, ...trail]) => trail)
    const isConnection = rest.some(([next]) => next === 'edges')
    const alias = aliasOf(step, rest, parent)
    return `${alias}${step}${isConnection ? (pageArguments[step] ?? '') : ''} ${selection(rest, pageArguments, step)}`
  })
  return `{ ${fields.join(' ')} }`
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

/** Whether a value of this type contains a case id or an input with a known name. */
function mentions(type: GraphQLInputType, known: KnownValues): boolean {
  const named = getNamedType(type)
  if (!isInputObjectType(named)) return named.name === 'ID'
  return Object.values(named.getFields()).some((field) => field.name in known || mentions(field.type, known))
}

function literal(name: string, type: GraphQLInputType, known: KnownValues, caseId: string): string {
  const nullable = getNullableType(type)
  // Files that are part of no comment are not there.
  if (name === 'attachmentIds') return '[]'
  if (isListType(nullable)) return `[${literal(name, nullable.ofType, known, caseId)}]`
  const named = getNamedType(type)
  if (isInputObjectType(named)) {
    const sent = Object.values(named.getFields()).filter((field) => isSent(field, known))
    return `{ ${sent.map((field) => `${field.name}: ${literal(field.name, field.type, known, caseId)}`).join(', ')} }`
  }
  if (name in known) return JSON.stringify(known[name])
  if (name === 'commentId') return JSON.stringify(`comment:${caseId}:1:1`)
  if (isEnumType(named)) return named.getValues()[0]?.name ?? ''
  const values: Record<string, string> = { ID: JSON.stringify(caseId), Int: '1', Float: '1', Boolean: 'false' }
  return values[named.name] ?? '"x"'
}

/** Fields of one name that have different types in different objects cannot be merged. */
function aliasOf(step: string, rest: readonly string[][], parent: string | undefined): string {
  // A comment has the code of its touchpoint, and a session has the touchpoint itself.
  if (step === 'touchpoint' && rest.some((trail) => trail.length > 0)) return 'touchpointObject: '
  // An event has all its comments, a case pages.
  const isPage = rest.some(([next]) => ['edges', 'nodes', 'pageInfo', 'totalCount'].includes(next!))
  if ((step === 'comments' || step === 'attachments') && !isPage) return `${step.slice(0, -1)}List: `
  // The status of a case is a text, and that of a delivery an enum.
  return step === 'status' && parent === '... on WebhookDelivery' ? 'deliveryStatus: ' : ''
}
