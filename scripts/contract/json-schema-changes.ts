import { isDeepStrictEqual } from 'node:util'
import { breaking, type Change, isOver, risky } from './change.ts'

/** As much of a JSON Schema as the description of the REST API has. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  oneOf?: JsonSchema[]
  deprecated?: boolean
  'x-sunset'?: string
  [keyword: string]: unknown
}

/** Two versions of a value that clients send or that they are answered. */
export interface Comparison {
  direction: 'sent' | 'answered'
  /** Follows a $ref in the released description and in the present one. */
  released: (schema: JsonSchema) => JsonSchema
  present: (schema: JsonSchema) => JsonSchema
  today: string
}

/** Keywords that say nothing of which values there are. */
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
const judged = new Set(['type', 'enum', 'const', 'properties', 'required', 'items'])
/** A keyword that bounds values from above, and one that does so from below. */
const upper = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'])
const lower = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'])

/** What of a value is no longer as clients send or expect it. */
export function schemaChanges(place: string, before: JsonSchema, after: JsonSchema, comparison: Comparison): Change[] {
  return compare(place, before, after, comparison, new Set())
}

function compare(place: string, old: JsonSchema, now: JsonSchema, comparison: Comparison, seen: Set<string>): Change[] {
  const key = `${old.$ref} ${now.$ref}`
  // A type that has itself inside.
  if (old.$ref !== undefined && seen.has(key)) return []
  const inside = old.$ref === undefined ? seen : new Set([...seen, key])
  const [before, after] = [comparison.released(old), comparison.present(now)]
  const deeper = (step: string, a: JsonSchema, b: JsonSchema) => compare(`${place}${step}`, a, b, comparison, inside)
  const { items } = before
  return [
    ...typeChanges(place, before, after, comparison),
    ...valueChanges(place, before, after, comparison),
    ...memberChanges(place, before, after, comparison),
    ...Object.entries(before.properties ?? {}).flatMap(([name, property]) => {
      const other = after.properties?.[name]
      return other ? deeper(`.${name}`, property, other) : []
    }),
    ...(items && after.items ? deeper('[]', items, after.items) : []),
    ...(!items !== !after.items ? [breaking(`${place}: what the items are is said in only one of both.`)] : []),
    ...formChanges(place, before.oneOf, after.oneOf, comparison, deeper),
    ...boundChanges(place, before, after, comparison),
  ]
}

/** The forms that a value may have, each against the one in the same place. */
function formChanges(
  place: string,
  old: JsonSchema[] | undefined,
  now: JsonSchema[] | undefined,
  { direction }: Comparison,
  deeper: (step: string, a: JsonSchema, b: JsonSchema) => Change[],
): Change[] {
  // Where only one of both has forms, boundChanges tells.
  if (!old || !now) return []
  return [
    ...old.flatMap((form, i) => (now[i] ? deeper(` (form ${i + 1})`, form, now[i]) : [])),
    ...(now.length < old.length && direction === 'sent'
      ? [breaking(`${place}: of ${old.length} forms ${now.length} are taken.`)]
      : []),
    ...(now.length > old.length && direction === 'answered'
      ? [risky(`${place}: a further form may be answered.`)]
      : []),
  ]
}

function typeChanges(place: string, before: JsonSchema, after: JsonSchema, { direction }: Comparison): Change[] {
  const [narrow, wide] = direction === 'sent' ? [before, after] : [after, before]
  if (wide.type === undefined) return []
  const allowed = [wide.type].flat()
  const others =
    narrow.type === undefined ? ['anything'] : [narrow.type].flat().filter((type) => !includesType(allowed, type))
  if (others.length === 0) return []
  const what = direction === 'sent' ? 'is no longer taken' : 'is answered, which it was not'
  return [breaking(`${place}: ${others.join(' and ')} ${what}.`)]
}

function includesType(types: string[], type: string): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'))
}

/** Clients compare answered values, codes above all: each that there was must be there, and others may be added. */
function valueChanges(place: string, before: JsonSchema, after: JsonSchema, { direction }: Comparison): Change[] {
  const [old, now] = [valuesOf(before), valuesOf(after)]
  if (!old && !now) return []
  if (!now) return direction === 'sent' ? [] : [breaking(`${place}: no longer one of ${list(old)}.`)]
  if (!old) return direction === 'sent' ? [breaking(`${place}: only ${list(now)} is taken.`)] : []
  const gone = old.filter((value) => !now.some((other) => isDeepStrictEqual(value, other)))
  const added = now.filter((value) => !old.some((other) => isDeepStrictEqual(value, other)))
  const verb = direction === 'sent' ? 'taken' : 'answered'
  return [
    ...(gone.length > 0 ? [breaking(`${place}: ${list(gone)} is no longer ${verb}.`)] : []),
    ...(added.length > 0 && direction === 'answered' ? [risky(`${place}: ${list(added)} may be answered.`)] : []),
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
  const gone = Object.keys(old).filter((name) => !(name in now) && !isOver(old[name]?.['x-sunset'], today))
  const [lax, strict] = direction === 'sent' ? [before, after] : [after, before]
  const bound = (strict.required ?? []).filter((name) => !lax.required?.includes(name) && !gone.includes(name))
  const changed = direction === 'sent' ? bound : bound.filter((name) => name in now)
  const how = direction === 'sent' ? 'must be sent, and did not have to be' : 'need not be in the answer any more'
  return [
    ...gone.map((name) => breaking(`${place}.${name} is gone.`)),
    ...changed.map((name) => breaking(`${place}.${name} ${how}.`)),
  ]
}

/** A bound on what is sent may be loosened; whatever else differs is for a person to judge. */
function boundChanges(place: string, before: JsonSchema, after: JsonSchema, { direction }: Comparison): Change[] {
  const keywords = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keywords].flatMap((keyword) => {
    if (annotations.has(keyword) || judged.has(keyword) || keyword === '$ref') return []
    if (keyword === 'oneOf' && before.oneOf && after.oneOf) return []
    const [old, now] = [before[keyword], after[keyword]]
    if (isDeepStrictEqual(old, now)) return []
    const [tight, loose] = direction === 'sent' ? [old, now] : [now, old]
    if (loose === undefined) return []
    if (typeof tight === 'number' && typeof loose === 'number') {
      if (upper.has(keyword) && tight <= loose) return []
      if (lower.has(keyword) && tight >= loose) return []
    }
    return [
      breaking(
        `${place}: ${keyword} is ${JSON.stringify(now) ?? 'gone'} and was ${JSON.stringify(old) ?? 'not there'}.`,
      ),
    ]
  })
}
