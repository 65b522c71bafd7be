import type { FieldDefinition } from '../../catalogue/catalogue.ts'
import { hasAtMost, isValidPostgresText } from '../../database/statements/valid-text.ts'
import type { CaseValue } from '../case.entity.ts'

/** The value to store, or undefined if it is not valid for the field. */
export function readValue(field: FieldDefinition, value: unknown, inactiveChoices: boolean): CaseValue | undefined {
  switch (field.kind) {
    case 'BOOLEAN':
      return typeof value === 'boolean' ? value : undefined
    case 'INTEGER':
      return withinBounds(field, readInteger(value))
    case 'DECIMAL':
      return withinBounds(field, readDecimal(value, field.scale ?? Infinity))
    default:
      return typeof value === 'string' && isTextOf(field, value, inactiveChoices) ? value : undefined
  }
}

/** Whether a sent value is the one that the case has. Decimals are compared by value. */
export function isSameValue({ kind }: FieldDefinition, sent: unknown, stored: CaseValue | null): boolean {
  return stored !== null && (sent === stored || (kind === 'DECIMAL' && readDecimal(sent, Infinity) === stored))
}

function isTextOf(field: FieldDefinition, text: string, inactiveChoices: boolean): boolean {
  if (field.kind === 'TEXT')
    return isValidPostgresText(text) && text !== '' && hasAtMost(field.maximumLength ?? 0, text)
  if (field.kind === 'DATE') return isDay(text)
  const choice = field.choices.find(({ value }) => value === text)
  return choice !== undefined && (choice.active || inactiveChoices)
}

/** PostgreSQL's calendar has no year 0. */
export const dayPattern = String.raw`^(?!0000)\d{4}-\d{2}-\d{2}$`
const day = new RegExp(dayPattern)

/** Whether a text is a day of the calendar, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!day.test(text)) return false
  const date = new Date(text)
  // A day that its month does not have is invalid, or read as one of the next month.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function withinBounds({ minimum, maximum }: FieldDefinition, number: number | undefined): number | undefined {
  if (number === undefined || number < (minimum ?? -Infinity) || number > (maximum ?? Infinity)) return undefined
  // Turns -0 into 0.
  return number + 0
}

function readInteger(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined
}

export const significantDigits = 15
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

const listedChoices = 20

/** What the field accepts, for a sentence after "must be". */
export function describeField(field: FieldDefinition): string {
  switch (field.kind) {
    case 'BOOLEAN':
      return 'true or false'
    case 'TEXT':
      return `a string of 1 to ${field.maximumLength} characters`
    case 'DATE':
      return 'a date in the form YYYY-MM-DD'
    case 'CHOICE':
      return describeChoices(field)
    default:
      return describeNumber(field)
  }
}

function describeChoices({ choices }: FieldDefinition): string {
  const active = choices.filter((choice) => choice.active).map(({ value }) => value)
  if (active.length === 0) return 'an active choice, but the field has none'
  const more = active.length > listedChoices ? ` and ${active.length - listedChoices} more` : ''
  return `one of: ${active.slice(0, listedChoices).join(', ')}${more}`
}

function describeNumber({ kind, minimum, maximum, scale }: FieldDefinition): string {
  const noun = kind === 'INTEGER' ? 'an integer' : 'a decimal number'
  const digits = kind === 'INTEGER' ? '' : ` with at most ${significantDigits} significant digits`
  const precision = scale === null ? digits : `${digits} and at most ${scale} decimal places`
  if (minimum !== null && maximum !== null) return `${noun} from ${minimum} to ${maximum}${precision}`
  if (minimum !== null) return `${noun} of at least ${minimum}${precision}`
  if (maximum !== null) return `${noun} of at most ${maximum}${precision}`
  return `${noun}${precision}`
}
