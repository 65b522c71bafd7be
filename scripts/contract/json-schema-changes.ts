import { isDeepStrictEqual } from 'node:util'
import { breaking, type Change, isPast, risky } from './change.ts'

/** The JSON Schema keywords that openapi.json uses. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: boolean | JsonSchema
  oneOf?: JsonSchema[]
  deprecated?: boolean
  'x-sunset'?: string
  [keyword: string]: unknown
}

/** How to compare two versions of a schema. */
export interface Comparison {
  /** Whether clients send the value or receive it. */
  direction: 'sent' | 'received'
  /** Resolve a $ref in the released document and in the current one. */
  released: (schema: JsonSchema) => JsonSchema
  current: (schema: JsonSchema) => JsonSchema
  today: string
}

/** Keywords that do not restrict values. */
const annotations = new Set([
  'title',
  'description',
  'example',
  'examples',
  'deprecated',
  'x-sunset',
  'default',
  '$comment',
])
/** Keywords that are compared individually. */
const compared = new Set(['type', 'enum', 'const', 'properties', 'required', 'items'])
/** Keywords that set an upper and a lower bound. */
const upper = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'])
const lower = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'])

/** The changes that affect clients. `place` locates the value in messages. */
export function schemaChanges(place: string, before: JsonSchema, after: JsonSchema, comparison: Comparison): Change[] {
  return compare(place, before, after, comparison, new Set())
}

function compare(place: string, old: JsonSchema, now: JsonSchema, comparison: Comparison, seen: Set<string>): Change[] {
  const key = `${old.$ref} ${now.$ref}`
  // The type is recursive.
  if (old.$ref !== undefined && seen.has(key)) return []
  const inside = old.$ref === undefined ? seen : new Set([...seen, key])
  const [before, after] = [comparison.released(old), comparison.current(now)]
  const deeper = (step: string, a: JsonSchema, b: JsonSchema) => compare(`${place}${step}`, a, b, comparison, inside)
  const { items } = before
  const others = [othersOf(before), othersOf(after)]
  return [
    ...typeChanges(place, before, after, comparison),
    ...valueChanges(place, before, after, comparison),
    ...memberChanges(place, before, after, comparison),
    ...Object.entries(before.properties ?? {}).flatMap(([name, property]) => {
      const other = after.properties?.[name]
      return other ? deeper(`.${name}`, property, other) : []
    }),
    ...(items && after.items ? deeper('[]', items, after.items) : []),
    ...(!items !== !after.items ? [breaking(`${place}: items are described in only one of the two versions.`)] : []),
    ...(others[0] && others[1] ? deeper('.*', others[0], others[1]) : []),
    ...alternativeChanges(place, before.oneOf, after.oneOf, comparison, deeper),
    ...keywordChanges(place, before, after, comparison),
  ]
}

/** The schema of the members that `properties` does not name. */
function othersOf({ additionalProperties }: JsonSchema): JsonSchema | undefined {
  return typeof additionalProperties === 'object' ? additionalProperties : undefined
}

/** Compares the alternatives of oneOf by position. */
function alternativeChanges(
  place: string,
  old: JsonSchema[] | undefined,
  now: JsonSchema[] | undefined,
  { direction }: Comparison,
  deeper: (step: string, a: JsonSchema, b: JsonSchema) => Change[],
): Change[] {
  // If only one version has alternatives, keywordChanges reports it.
  if (!old || !now) return []
  return [
    ...old.flatMap((alternative, i) => (now[i] ? deeper(` (alternative ${i + 1})`, alternative, now[i]) : [])),
    ...(now.length < old.length && direction === 'sent'
      ? [breaking(`${place}: only ${now.length} of ${old.length} alternatives are accepted.`)]
      : []),
    ...(now.length > old.length && direction === 'received'
      ? [risky(`${place}: a new alternative may be returned.`)]
      : []),
  ]
}

function typeChanges(place: string, before: JsonSchema, after: JsonSchema, { direction }: Comparison): Change[] {
  const [narrow, wide] = direction === 'sent' ? [before, after] : [after, before]
  if (wide.type === undefined) return []
  const allowed = [wide.type].flat()
  const excluded =
    narrow.type === undefined ? ['anything'] : [narrow.type].flat().filter((type) => !includesType(allowed, type))
  if (excluded.length === 0) return []
  const what = direction === 'sent' ? 'is no longer accepted' : 'may now be returned'
  return [breaking(`${place}: ${excluded.join(' and ')} ${what}.`)]
}

function includesType(types: string[], type: string): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'))
}

/** Clients compare received values such as error codes, so that none may be removed. Others may be added. */
function valueChanges(place: string, before: JsonSchema, after: JsonSchema, { direction }: Comparison): Change[] {
  const [old, now] = [valuesOf(before), valuesOf(after)]
  if (!old && !now) return []
  if (!now) return direction === 'sent' ? [] : [breaking(`${place}: values are no longer limited to ${list(old)}.`)]
  if (!old) return direction === 'sent' ? [breaking(`${place}: only ${list(now)} is accepted.`)] : []
  const gone = old.filter((value) => !now.some((other) => isDeepStrictEqual(value, other)))
  const added = now.filter((value) => !old.some((other) => isDeepStrictEqual(value, other)))
  const verb = direction === 'sent' ? 'accepted' : 'returned'
  return [
    ...(gone.length > 0 ? [breaking(`${place}: ${list(gone)} is no longer ${verb}.`)] : []),
    ...(added.length > 0 && direction === 'received' ? [risky(`${place}: ${list(added)} may be returned.`)] : []),
  ]
}

function valuesOf(schema: JsonSchema): unknown[] | undefined {
  return 'const' in schema ? [schema.const] : schema.enum
}

const list = (values: unknown[] = []) => values.map((value) => JSON.stringify(value)).join(', ')

function memberChanges(
  place: string,
  before: JsonSchema,
  after: JsonSchema,
  { direction, today }: Comparison,
): Change[] {
  const [old, now] = [before.properties ?? {}, after.properties ?? {}]
  const gone = Object.keys(old).filter((name) => !(name in now) && !isPast(old[name]?.['x-sunset'], today))
  const [lenient, strict] = direction === 'sent' ? [before, after] : [after, before]
  const requirements = (strict.required ?? []).filter(
    (name) => !lenient.required?.includes(name) && !gone.includes(name),
  )
  const changed = direction === 'sent' ? requirements : requirements.filter((name) => name in now)
  const how = direction === 'sent' ? 'is now required' : 'is no longer always present'
  return [
    ...gone.map((name) => breaking(`${place}.${name} was removed.`)),
    ...changed.map((name) => breaking(`${place}.${name} ${how}.`)),
  ]
}

/** Bounds of sent values may be relaxed. Any other difference counts as breaking. */
function keywordChanges(place: string, before: JsonSchema, after: JsonSchema, { direction }: Comparison): Change[] {
  const keywords = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keywords].flatMap((keyword) => {
    if (annotations.has(keyword) || compared.has(keyword) || keyword === '$ref') return []
    if (keyword === 'oneOf' && before.oneOf && after.oneOf) return []
    if (keyword === 'additionalProperties' && othersOf(before) && othersOf(after)) return []
    const [old, now] = [before[keyword], after[keyword]]
    if (isDeepStrictEqual(old, now)) return []
    const [tight, loose] = direction === 'sent' ? [old, now] : [now, old]
    if (loose === undefined) return []
    // The values say more than their format.
    if (keyword === 'format' && valuesOf(before) && valuesOf(after)) return []
    if (typeof tight === 'number' && typeof loose === 'number') {
      if (upper.has(keyword) && tight <= loose) return []
      if (lower.has(keyword) && tight >= loose) return []
    }
    return [
      breaking(
        `${place}: ${keyword} changed from ${JSON.stringify(old) ?? 'undefined'} to ${JSON.stringify(now) ?? 'undefined'}.`,
      ),
    ]
  })
}
