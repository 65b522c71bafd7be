import type { FieldDefinition } from '../catalogue/field-definition.ts'

export type CaseData = Record<string, boolean | number>

export interface CaseDataProblem {
  /** The field's name; null where the value as a whole is wrong. */
  field: string | null
  message: string
}

export type CaseDataResult = { data: CaseData; problems: [] } | { data: null; problems: CaseDataProblem[] }

/** Judges a sent object: it must have every defined field with a fitting value, and no other one. */
export function checkCaseData(fields: readonly FieldDefinition[], sent: unknown): CaseDataResult {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    return { data: null, problems: [{ field: null, message: 'caseData must be an object keyed by field name.' }] }
  }
  const unknown = Object.keys(sent).filter((name) => !fields.some((field) => field.name === name))
  return judge(fields, sent as Record<string, unknown>, unknown)
}

/** Takes what a type defines out of data that was stored under another type; the rest is dropped. */
export function fitCaseData(fields: readonly FieldDefinition[], stored: CaseData): CaseDataResult {
  return judge(fields, stored, [])
}

function judge(
  fields: readonly FieldDefinition[],
  values: Record<string, unknown>,
  unknown: readonly string[],
): CaseDataResult {
  const problems: CaseDataProblem[] = []
  const entries: [string, boolean | number][] = []
  for (const field of fields) {
    const value = Object.hasOwn(values, field.name) ? readValue(field, values[field.name]) : undefined
    if (value === undefined) problems.push({ field: field.name, message: `${field.name} must be ${describe(field)}.` })
    else entries.push([field.name, value])
  }
  for (const [index, name] of unknown.entries()) {
    // The fields are listed once: any number of unknown ones may be sent.
    const has = index === 0 ? ` Allowed fields: ${listNames(fields)}.` : ''
    problems.push({ field: name, message: `The case type does not define this field.${has}` })
  }
  return problems.length > 0 ? { data: null, problems } : { data: Object.fromEntries(entries), problems: [] }
}

/** The value as it is stored, or undefined where it does not fit the field. */
function readValue(field: FieldDefinition, value: unknown): boolean | number | undefined {
  if (field.kind === 'BOOLEAN') return typeof value === 'boolean' ? value : undefined
  const number = field.kind === 'INTEGER' ? readInteger(value) : readDecimal(value, field.scale ?? Infinity)
  if (number === undefined) return undefined
  if (number < (field.minimum ?? -Infinity) || number > (field.maximum ?? Infinity)) return undefined
  // Minus zero is zero.
  return number + 0
}

function readInteger(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined
}

const significantDigits = 15
/** The smallest magnitude that a double keeps with all its digits. */
const smallestNormal = 2.2250738585072014e-308

/** Fifteen digits are what a double keeps of every decimal, so that nothing is rounded without a word. */
function readDecimal(value: unknown, scale: number): number | undefined {
  const text = decimalText(value)
  const parts = text === undefined ? null : /^-?(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text)
  if (!parts) return undefined
  const [, whole = '', fraction = '', exponent = '0'] = parts
  const decimals = withoutTrailingZeros(fraction)
  const digits = (whole + decimals).replace(/^0+/, '')
  if (digits.length > significantDigits || decimals.length - Number(exponent) > scale) return undefined
  const number = Number(text)
  return digits !== '' && Math.abs(number) < smallestNormal ? undefined : number
}

/** A number counts in its shortest form, a string only without an exponent. */
function decimalText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return value.toExponential()
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? value : undefined
}

function withoutTrailingZeros(fraction: string): string {
  let end = fraction.length
  while (end > 0 && fraction[end - 1] === '0') end--
  return fraction.slice(0, end)
}

function describe({ kind, minimum, maximum, scale }: FieldDefinition): string {
  if (kind === 'BOOLEAN') return 'true or false'
  const noun = kind === 'INTEGER' ? 'an integer' : 'a decimal number'
  const digits = kind === 'INTEGER' ? '' : ` with at most ${significantDigits} significant digits`
  const precision = scale === null ? digits : `${digits} and at most ${scale} decimal places`
  if (minimum !== null && maximum !== null) return `${noun} from ${minimum} to ${maximum}${precision}`
  if (minimum !== null) return `${noun} of at least ${minimum}${precision}`
  if (maximum !== null) return `${noun} of at most ${maximum}${precision}`
  return `${noun}${precision}`
}

function listNames(fields: readonly FieldDefinition[]): string {
  return fields.length === 0 ? 'none' : fields.map(({ name }) => name).join(', ')
}
