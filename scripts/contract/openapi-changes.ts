import { isDeepStrictEqual } from 'node:util'
import { breaking, type Change, isPast } from './change.ts'
import { type Comparison, type JsonSchema, schemaChanges } from './json-schema-changes.ts'

interface OpenApi {
  paths?: Record<string, Record<string, Operation>>
  security?: object[]
  components?: { securitySchemes?: Record<string, object> }
  /** Credentials that are accepted in each combination, but not listed in `security`, which clients are generated from. */
  'x-query-credentials'?: Record<string, object>
}

interface Operation {
  parameters?: (Parameter | Reference)[]
  requestBody?: Body | Reference
  responses?: Record<string, ResponseObject | Reference>
  security?: object[]
  deprecated?: boolean
  'x-sunset'?: string
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: JsonSchema
  'x-sunset'?: string
}

type Content = Record<string, { schema?: JsonSchema }>
interface Body {
  required?: boolean
  content?: Content
}
interface ResponseObject {
  headers?: Record<string, unknown>
  content?: Content
}
interface Reference {
  $ref: string
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])

/** Both documents, as functions that resolve their references. */
interface Documents {
  released: Resolve
  current: Resolve
  today: string
}
type Resolve = <Value extends object>(value: Value | Reference) => Value

/** The breaking and risky changes of the REST API since the release. */
export function openapiChanges(released: string, current: string, today: string): Change[] {
  const [before, after] = [JSON.parse(released) as OpenApi, JSON.parse(current) as OpenApi]
  const documents: Documents = { released: resolveIn(before), current: resolveIn(after), today }
  return [...securitySchemeChanges(before, after), ...pathChanges(before, after, documents)].map(({ level, text }) => ({
    level,
    text: `openapi.json: ${text}`,
  }))
}

/** An operation may be removed if it was deprecated and the date in `x-sunset` has passed. */
function pathChanges(before: OpenApi, after: OpenApi, documents: Documents): Change[] {
  return Object.entries(before.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      if (!methods.has(method)) return []
      const place = `${method.toUpperCase()} ${path}`
      const other = after.paths?.[path]?.[method]
      if (!other) return isPast(operation['x-sunset'], documents.today) ? [] : [breaking(`${place} was removed.`)]
      return [
        ...securityChanges(place, operation.security ?? before.security, other.security ?? after.security, after),
        ...parameterChanges(place, operation, other, documents),
        ...bodyChanges(place, operation, other, documents),
        ...responseChanges(place, operation, other, documents),
      ]
    }),
  )
}

function securityChanges(
  place: string,
  before: object[] = [],
  after: object[] = [],
  { 'x-query-credentials': unlisted = {} }: OpenApi,
): Change[] {
  if (after.length === 0 || after.some((way) => Object.keys(way).length === 0)) return []
  if (before.length === 0) return [breaking(`${place} now requires credentials.`)]
  const isUnlisted = (way: object) => Object.keys(way).some((name) => name in unlisted)
  const gone = before.filter((way) => !isUnlisted(way) && !after.some((other) => isDeepStrictEqual(way, other)))
  return gone.map((way) =>
    breaking(`${place} no longer accepts ${Object.keys(way).join(' with ') || 'requests without credentials'}.`),
  )
}

function securitySchemeChanges(before: OpenApi, after: OpenApi): Change[] {
  const bare = (scheme: object | undefined) => scheme && { ...scheme, description: undefined }
  const accepted: Record<string, object> = { ...after.components?.securitySchemes, ...after['x-query-credentials'] }
  return Object.entries({ ...before.components?.securitySchemes, ...before['x-query-credentials'] })
    .filter(([name, scheme]) => !isDeepStrictEqual(bare(scheme), bare(accepted[name])))
    .map(([name]) => breaking(`the credential ${name} has changed.`))
}

function parameterChanges(place: string, before: Operation, after: Operation, documents: Documents): Change[] {
  const old = (before.parameters ?? []).map((parameter) => documents.released<Parameter>(parameter))
  const now = (after.parameters ?? []).map((parameter) => documents.current<Parameter>(parameter))
  const same = (a: Parameter) => (b: Parameter) => a.in === b.in && a.name === b.name
  const gone = old.filter((each) => !now.some(same(each)) && !isPast(each['x-sunset'], documents.today))
  return [
    ...gone.map(({ name }) => breaking(`${place}: parameter ${name} was removed.`)),
    ...now.flatMap((parameter) => {
      const known = old.find(same(parameter))
      const at = `${place}: parameter ${parameter.name}`
      if (parameter.required && !known?.required) return [breaking(`${at} is now required.`)]
      return known ? schemaChanges(at, known.schema ?? {}, parameter.schema ?? {}, comparison('sent', documents)) : []
    }),
  ]
}

function bodyChanges(place: string, before: Operation, after: Operation, documents: Documents): Change[] {
  const old = before.requestBody && documents.released<Body>(before.requestBody)
  const now = after.requestBody && documents.current<Body>(after.requestBody)
  const at = `${place}: body`
  if (now?.required && !old?.required) return [breaking(`${at} is now required.`)]
  return contentChanges(at, old?.content, now?.content, comparison('sent', documents))
}

function responseChanges(place: string, before: Operation, after: Operation, documents: Documents): Change[] {
  return Object.entries(before.responses ?? {}).flatMap(([status, reference]) => {
    const found = after.responses?.[status]
    if (!found) return [breaking(`${place}: ${status} is no longer returned.`)]
    const [old, now] = [documents.released<ResponseObject>(reference), documents.current<ResponseObject>(found)]
    const at = `${place}: ${status}`
    const gone = Object.keys(old.headers ?? {}).filter((name) => !(name in (now.headers ?? {})))
    return [
      ...gone.map((name) => breaking(`${at} no longer has the header ${name}.`)),
      ...contentChanges(at, old.content, now.content, comparison('received', documents)),
    ]
  })
}

function contentChanges(place: string, before: Content = {}, after: Content = {}, how: Comparison): Change[] {
  return Object.entries(before).flatMap(([type, { schema = {} }]) => {
    const other = after[type]
    if (!other) return [breaking(`${place} is no longer ${type}.`)]
    return schemaChanges(place, schema, other.schema ?? {}, how)
  })
}

function comparison(direction: Comparison['direction'], { released, current, today }: Documents): Comparison {
  return { direction, released, current, today }
}

function resolveIn(document: OpenApi): Resolve {
  const resolve = <Value extends object>(value: Value | Reference): Value => {
    if (!('$ref' in value) || typeof value.$ref !== 'string') return value as Value
    const steps = value.$ref
      .replace(/^#\//, '')
      .split('/')
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    const found = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document)
    if (typeof found !== 'object' || found === null)
      throw new Error(`openapi.json contains the unresolvable reference ${value.$ref}.`)
    return resolve(found as Value | Reference)
  }
  return resolve
}
