import { isSettableByAll } from '../../catalogue/available.rules.ts'
import type { FieldDefinition } from '../../catalogue/catalogue.ts'
import { maximumProblems } from '../../errors/problems.ts'
import type { CaseData, CaseValue } from '../case.entity.ts'
import { describeField, isSameValue, readValue } from './field-value.rules.ts'

interface CaseDataProblem {
  /** The field's name; null if caseData as a whole is wrong. */
  field: string | null
  message: string
}

export type CaseDataResult = { data: CaseData; problems: [] } | { data: null; problems: CaseDataProblem[] }

interface Circumstances {
  /** Whether the status of the case counts as closed after the change. */
  closed?: boolean
  /** The data of the case before the change, if it keeps its type. Its values are accepted as they are. */
  current?: CaseData
  /** For a party: the data of which the fields that only operators set stay. Empty if the case does not keep its type. */
  ofOperators?: CaseData
}

/** Checks sent data. It must be an object with a valid value for every defined field, and no other fields. */
export function checkCaseData(
  fields: readonly FieldDefinition[],
  sent: unknown,
  circumstances: Circumstances = {},
): CaseDataResult {
  return checkObject(fields, sent, { ...circumstances, absent: undefined })
}

/**
 * Checks the data of a case of an import file. It need not contain the fields that are not required, and it may contain
 * choices that are no longer active. What a field is when its case is closed is judged when the case changes.
 */
export function checkImportedData(fields: readonly FieldDefinition[], imported: unknown): CaseDataResult {
  return checkObject(fields, imported, { absent: null, inactiveChoices: true })
}

/**
 * Checks data that was stored under another type, or none. Fields that the type does not define are dropped, and so are those
 * that only operators set if a party changes the type.
 */
export function fitCaseData(
  fields: readonly FieldDefinition[],
  stored: CaseData,
  closed: boolean,
  isParty = false,
): CaseDataResult {
  const ofAll = new Set(fields.filter(isSettableByAll).map(({ name }) => name))
  const taken = isParty ? Object.fromEntries(Object.entries(stored).filter(([name]) => ofAll.has(name))) : stored
  return check(fields, taken, [], { absent: null, closed, ...(isParty && { ofOperators: {} }) })
}

/** What keeps a party from changing the type: values that only operators set, and that the case would lose. */
export function operatorValueProblems(fields: readonly FieldDefinition[], stored: CaseData): CaseDataProblem[] {
  const kept = fields.filter((field) => !isSettableByAll(field) && valueOf(stored, field.name) !== null)
  return kept.slice(0, maximumProblems).map(({ name }) => ({
    field: name,
    message: `The type must stay as it is, because ${name} has a value that only operators set.`,
  }))
}

/** Checks only what a closed case must have. The data itself stays as it is. */
export function keepCaseData(
  fields: readonly FieldDefinition[],
  stored: CaseData,
  closed: boolean,
  isParty = false,
): CaseDataResult {
  const asked = isParty ? fields.filter(isSettableByAll) : fields
  const missing = asked.filter(
    ({ name, required }) => closed && required === 'WHEN_CLOSED' && valueOf(stored, name) === null,
  )
  if (missing.length === 0) return { data: stored, problems: [] }
  return { data: null, problems: missing.map((field) => problemOf(field, closed)) }
}

/** The data as callers read it: with null for fields that need no value and have none. */
export function completeCaseData(fields: readonly FieldDefinition[], stored: CaseData): Record<string, unknown> {
  const empty = fields.filter(({ name, required }) => required !== 'ALWAYS' && valueOf(stored, name) === null)
  return empty.length === 0 ? stored : { ...stored, ...Object.fromEntries(empty.map(({ name }) => [name, null])) }
}

/** The value of a field. Null if there is none. */
export function valueOf(data: CaseData, name: string): CaseValue | null {
  return (Object.hasOwn(data, name) ? data[name] : null) ?? null
}

interface Conditions extends Circumstances {
  /** What a field counts as that is not there. Undefined is never valid. */
  absent: null | undefined
  inactiveChoices?: boolean
}

function checkObject(fields: readonly FieldDefinition[], sent: unknown, conditions: Conditions): CaseDataResult {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    return { data: null, problems: [{ field: null, message: 'caseData must be an object keyed by field name.' }] }
  }
  return check(fields, sent as Record<string, unknown>, Object.keys(sent), conditions)
}

function check(
  fields: readonly FieldDefinition[],
  values: Record<string, unknown>,
  names: readonly string[],
  { absent, closed = false, current = {}, ofOperators, inactiveChoices = false }: Conditions,
): CaseDataResult {
  const problems: CaseDataProblem[] = []
  const entries: [string, CaseValue][] = []
  for (const field of fields) {
    if (problems.length === maximumProblems) break
    const { name } = field
    const sent = Object.hasOwn(values, name) ? values[name] : absent
    if (ofOperators && !isSettableByAll(field)) {
      const kept = valueOf(ofOperators, name)
      if (sent !== undefined && sent !== kept && !isSameValue(field, sent, kept))
        problems.push(keptProblem(field, kept))
      else if (kept !== null && isStorable(field, kept, current)) entries.push([name, kept])
      continue
    }
    // Null is not stored.
    if (sent === null && mayBeNull(field, closed)) continue
    const stored = valueOf(current, name)
    const value = isSameValue(field, sent, stored) ? stored : readValue(field, sent, inactiveChoices)
    if (value == null) problems.push(problemOf(field, closed))
    else entries.push([name, value])
  }
  let allowed = ` Allowed fields: ${listNames(ofOperators ? fields.filter(isSettableByAll) : fields)}.`
  for (const name of names) {
    if (problems.length === maximumProblems) break
    if (fields.some((field) => field.name === name)) continue
    problems.push({ field: name, message: `The case type does not define this field.${allowed}` })
    // The allowed fields are listed only once.
    allowed = ''
  }
  return problems.length > 0 ? { data: null, problems } : { data: inStoredOrder(entries), problems: [] }
}

/** A value that the case has under the type is kept as it is. */
function isStorable(field: FieldDefinition, value: CaseValue, current: CaseData): boolean {
  return valueOf(current, field.name) === value || readValue(field, value, false) !== undefined
}

function keptProblem({ name }: FieldDefinition, kept: CaseValue | null): CaseDataProblem {
  return {
    field: name,
    message: `${name} must ${kept === null ? 'be null' : 'stay as it is'}, because only operators set it.`,
  }
}

function mayBeNull({ required }: FieldDefinition, closed: boolean): boolean {
  return required === 'NEVER' || (required === 'WHEN_CLOSED' && !closed)
}

function problemOf(field: FieldDefinition, closed: boolean): CaseDataProblem {
  const { name, required } = field
  const orNull = mayBeNull(field, closed) ? ', or null' : ''
  const reason = required === 'WHEN_CLOSED' && closed ? ', because the status counts as closed' : ''
  return { field: name, message: `${name} must be ${describeField(field)}${orNull}${reason}.` }
}

/** The order in which PostgreSQL returns the members of an object: shorter names first, and others by their bytes. */
export function inStoredOrder(entries: [string, CaseValue][]): CaseData {
  const inOrder = entries.sort(
    ([a], [b]) => Buffer.byteLength(a) - Buffer.byteLength(b) || Buffer.compare(Buffer.from(a), Buffer.from(b)),
  )
  return Object.fromEntries(inOrder)
}

function listNames(fields: readonly FieldDefinition[]): string {
  return fields.length === 0 ? 'none' : fields.map(({ name }) => name).join(', ')
}
