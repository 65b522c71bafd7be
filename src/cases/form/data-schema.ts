import type { CaseType, FieldDefinition } from '../../catalogue/catalogue.ts'
import { dayPattern, significantDigits } from '../values/field-value.rules.ts'

type JsonSchema = Record<string, unknown>

/** The case data that changes accept for a type, as JSON Schema 2020-12. Descriptions say what it cannot express. */
export function dataSchema({ name, fields }: Pick<CaseType, 'name' | 'fields'>): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    required: fields.map((field) => field.name),
    additionalProperties: false,
  }
}

function fieldSchema(field: FieldDefinition): JsonSchema {
  const notes = [
    ...notesOf(field),
    ...(field.required === 'WHEN_CLOSED' ? ['Must not be null if the status of the case counts as closed.'] : []),
  ]
  return {
    title: field.label,
    ...(notes.length > 0 && { description: notes.join(' ') }),
    ...valueSchema(field),
    // Forms begin with the default. Without it, a form that is left empty lacks the members that can be null.
    ...(field.required !== 'ALWAYS' && { default: null }),
  }
}

function valueSchema(field: FieldDefinition): JsonSchema {
  const { kind, minimum, maximum, maximumLength, required } = field
  const orNull = required === 'ALWAYS' ? [] : ['null']
  const typed = (type: string) => ({ type: orNull.length > 0 ? [type, ...orNull] : type })
  switch (kind) {
    case 'BOOLEAN':
      return typed('boolean')
    case 'INTEGER':
      return {
        ...typed('integer'),
        minimum: minimum ?? Number.MIN_SAFE_INTEGER,
        maximum: maximum ?? Number.MAX_SAFE_INTEGER,
      }
    case 'DECIMAL':
      return { anyOf: [...decimalSchemas(field), ...orNull.map((type) => ({ type }))] }
    case 'TEXT':
      return { ...typed('string'), minLength: 1, maxLength: maximumLength, pattern: String.raw`^[^\u0000]*$` }
    case 'DATE':
      return { ...typed('string'), format: 'date', pattern: dayPattern }
    case 'CHOICE': {
      const active = field.choices.filter((choice) => choice.active).map(({ value }) => value)
      const values = [...active, ...orNull.map(() => null)]
      // An enumeration must not be empty.
      return values.length > 0 ? { enum: values } : { not: {} }
    }
  }
}

/** Without `multipleOf`: many validators divide binary numbers, and would reject 19.9 as a multiple of 0.01, and 1e21 as one of 1. */
function decimalSchemas({ minimum, maximum, scale }: FieldDefinition): JsonSchema[] {
  const type = scale === 0 ? 'integer' : 'number'
  const number = { type, ...(minimum !== null && { minimum }), ...(maximum !== null && { maximum }) }
  return [number, { type: 'string', pattern: String.raw`^-?\d+${decimalsPattern(scale)}$` }]
}

/** Zeros may follow the last place. */
function decimalsPattern(scale: number | null): string {
  if (scale === null) return String.raw`(\.\d+)?`
  return scale === 0 ? String.raw`(\.0+)?` : String.raw`(\.\d{1,${scale}}0*)?`
}

/** What the schema of a value cannot express. */
function notesOf({ kind, scale }: FieldDefinition): string[] {
  if (kind === 'TEXT') return ['Must be valid Unicode.']
  if (kind === 'CHOICE') return ['A case keeps a value that is no longer listed, if the value does not change.']
  if (kind !== 'DECIMAL') return []
  const places = scale === null || scale === 0 ? '' : ` and at most ${scale} decimal places`
  return [`Must have at most ${significantDigits} significant digits${places}. The bounds also apply to strings.`]
}
