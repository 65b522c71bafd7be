import { isDeepStrictEqual } from 'node:util'
import { breaking, type Change, isOver } from './change.ts'
import { type Comparison, type JsonSchema, schemaChanges } from './json-schema-changes.ts'

interface OpenApi {
  paths?: Record<string, Record<string, Operation>>
  security?: object[]
  components?: { securitySchemes?: Record<string, object> }
}

interface Operation {
  parameters?: (Parameter | Reference)[]
  requestBody?: Body | Reference
  responses?: Record<string, Answer | Reference>
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
interface Answer {
  headers?: Record<string, unknown>
  content?: Content
}
interface Reference {
  $ref: string
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])

/** Both descriptions, each of which resolves its own references. */
interface Both {
  released: Resolver
  present: Resolver
  today: string
}
type Resolver = <Value extends object>(value: Value | Reference) => Value

/** What breaks, or may surprise, those who were written for the released REST API. */
export function openapiChanges(released: string, present: string, today: string): Change[] {
  const [before, after] = [JSON.parse(released) as OpenApi, JSON.parse(present) as OpenApi]
  const both: Both = { released: resolverOf(before), present: resolverOf(after), today }
  return [...securitySchemeChanges(before, after), ...pathChanges(before, after, both)].map(({ level, text }) => ({
    level,
    text: `openapi.json: ${text}`,
  }))
}

/** An operation is gone in time where it was to go on a day that is over: `x-sunset`, beside `deprecated`. */
function pathChanges(before: OpenApi, after: OpenApi, both: Both): Change[] {
  return Object.entries(before.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      if (!methods.has(method)) return []
      const place = `${method.toUpperCase()} ${path}`
      const other = after.paths?.[path]?.[method]
      if (!other) return isOver(operation['x-sunset'], both.today) ? [] : [breaking(`${place} is gone.`)]
      return [
        ...securityChanges(place, operation.security ?? before.security, other.security ?? after.security),
        ...parameterChanges(place, operation, other, both),
        ...bodyChanges(place, operation, other, both),
        ...answerChanges(place, operation, other, both),
      ]
    }),
  )
}

function securityChanges(place: string, before: object[] = [], after: object[] = []): Change[] {
  if (after.length === 0 || after.some((way) => Object.keys(way).length === 0)) return []
  if (before.length === 0) return [breaking(`${place} asks for credentials, and did not.`)]
  const gone = before.filter((way) => !after.some((other) => isDeepStrictEqual(way, other)))
  return gone.map((way) =>
    breaking(`${place} no longer takes ${Object.keys(way).join(' with ') || 'requests without credentials'}.`),
  )
}

function securitySchemeChanges(before: OpenApi, after: OpenApi): Change[] {
  const bare = (scheme: object | undefined) => scheme && { ...scheme, description: undefined }
  return Object.entries(before.components?.securitySchemes ?? {})
    .filter(([name, scheme]) => !isDeepStrictEqual(bare(scheme), bare(after.components?.securitySchemes?.[name])))
    .map(([name]) => breaking(`the credential ${name} is not what it was.`))
}

function parameterChanges(place: string, before: Operation, after: Operation, both: Both): Change[] {
  const old = (before.parameters ?? []).map((parameter) => both.released<Parameter>(parameter))
  const now = (after.parameters ?? []).map((parameter) => both.present<Parameter>(parameter))
  const same = (a: Parameter) => (b: Parameter) => a.in === b.in && a.name === b.name
  const gone = old.filter((each) => !now.some(same(each)) && !isOver(each['x-sunset'], both.today))
  return [
    ...gone.map(({ name }) => breaking(`${place}: the parameter ${name} is gone.`)),
    ...now.flatMap((parameter) => {
      const known = old.find(same(parameter))
      const at = `${place}: the parameter ${parameter.name}`
      if (parameter.required && !known?.required) return [breaking(`${at} must be sent, and did not have to be.`)]
      return known ? schemaChanges(at, known.schema ?? {}, parameter.schema ?? {}, comparison('sent', both)) : []
    }),
  ]
}

function bodyChanges(place: string, before: Operation, after: Operation, both: Both): Change[] {
  const old = before.requestBody && both.released<Body>(before.requestBody)
  const now = after.requestBody && both.present<Body>(after.requestBody)
  const at = `${place}: the body`
  if (now?.required && !old?.required) return [breaking(`${at} must be sent, and did not have to be.`)]
  return contentChanges(at, old?.content, now?.content, comparison('sent', both))
}

function answerChanges(place: string, before: Operation, after: Operation, both: Both): Change[] {
  return Object.entries(before.responses ?? {}).flatMap(([status, reference]) => {
    const found = after.responses?.[status]
    if (!found) return [breaking(`${place}: ${status} is no longer answered.`)]
    const [old, now] = [both.released<Answer>(reference), both.present<Answer>(found)]
    const at = `${place}: ${status}`
    const gone = Object.keys(old.headers ?? {}).filter((name) => !(name in (now.headers ?? {})))
    return [
      ...gone.map((name) => breaking(`${at} has no header ${name} any more.`)),
      ...contentChanges(at, old.content, now.content, comparison('answered', both)),
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

function comparison(direction: Comparison['direction'], { released, present, today }: Both): Comparison {
  return { direction, released, present, today }
}

function resolverOf(document: OpenApi): Resolver {
  const resolve = <Value extends object>(value: Value | Reference): Value => {
    if (!('$ref' in value) || typeof value.$ref !== 'string') return value as Value
    const steps = value.$ref
      .replace(/^#\//, '')
      .split('/')
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    const found = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document)
    if (typeof found !== 'object' || found === null)
      throw new Error(`openapi.json refers to ${value.$ref}, which is not there.`)
    return resolve(found as Value | Reference)
  }
  return resolve
}
