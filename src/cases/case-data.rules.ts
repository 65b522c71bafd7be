import type { FieldDefinition } from '../catalogue/field-definition.ts'
import type { CaseData } from './case.entity.ts'

export interface CaseDataProblem {
  /** The field's name; null if caseData as a whole is wrong. */
  field: string | null
  message: string
}

export type CaseDataResult = { data: CaseData; problems: [] } | { data: null; problems: CaseDataProblem[] }

/** Checks a sent value. It must be an object with a valid value for every defined field, and no other fields. */
export function checkCaseData(fields: readonly FieldDefinition[], sent: unknown): CaseDataResult {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    return { data: null, problems: [{ field: null, message: 'caseData must be an object keyed by field name.' }] }
  }
  const unknown = Object.keys(sent).filter((name) => !fields.some((field) => field.name === name))
  return check(fields, sent as Record<string, unknown>, unknown)
}

/** Checks data that was stored under another type. Fields that the type does not define are dropped. */
export function fitCaseData(fields: readonly FieldDefinition[], stored: CaseData): CaseDataResult {
  return check(fields, stored, [])
}

function check(
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
    // The allowed fields are listed only once, because any number of unknown fields can be sent.
    const allowed = index === 0 ? ` Allowed fields: ${listNames(fields)}.` : ''
    problems.push({ field: name, message: `The case type does not define this field.${allowed}` })
  }
  return problems.length > 0 ? { data: null, problems } : { data: inStoredOrder(entries), problems: [] }
}

/** The order in which PostgreSQL returns the members of an object: shorter names first, and others by their bytes. */
export function inStoredOrder(entries: [string, boolean | number][]): CaseData {
  const inOrder = entries.sort(
    ([a], [b]) => Buffer.byteLength(a) - Buffer.byteLength(b) || Buffer.compare(Buffer.from(a), Buffer.from(b)),
  )
  return Object.fromEntries(inOrder)
}

/** The value to store, or undefined if it is not valid for the field. */
function readValue(field: FieldDefinition, value: unknown): boolean | number | undefined {
  if (field.kind === 'BOOLEAN') return typeof value === 'boolean' ? value : undefined
  const number = field.kind === 'INTEGER' ? readInteger(value) : readDecimal(value, field.scale ?? Infinity)
  if (number === undefined) return undefined
  if (number < (field.minimum ?? -Infinity) || number > (field.maximum ?? Infinity)) return undefined
  // Turns -0 into 0.
  return number + 0
}

function readInteger(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined
}

const significantDigits = 15
/** The smallest magnitude that a double represents with full precision. */
const smallestNormal = 2.2250738585072014e-308

/** A double represents every decimal of up to 15 digits exactly enough to print it again, so nothing is silently rounded. */
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

/** A number is read in its shortest form. A string must not have an exponent. */
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
