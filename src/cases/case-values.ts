import { isDeepStrictEqual } from 'node:util'
import type { CaseData, ChangedValue } from './case.entity.ts'
import type { CaseRow } from './case-facts.ts'
import { valueOf } from './case-data.rules.ts'

/** A value of a case that callers set: a text, or one of a few choices. */
export interface CaseValueDefinition {
  description: string
  /** Whether updates and creations must contain it. */
  required?: true
  /** What a new case without it gets, if the rules decide it. */
  initially?: string
  /** What a new case without it gets, otherwise. Files and the first event of a case leave it out. */
  default?: string | null
  /** The values of an enum, with the name and the description of its type in GraphQL. */
  choices?: { type: string; description: string; values: Record<string, string> }
}

/**
 * The values of a case besides its case data and its assignment, in the order of problems and of the history. Inputs, bodies,
 * columns, events, earlier versions, imports and exports are derived from this table.
 */
const definitions = {
  categoryCode: { description: 'The code of the case category.', required: true },
  typeCode: { description: 'The code of the case type.', required: true },
  status: { description: 'The name of the status.', initially: 'the default status' },
  resolution: { description: 'The name of the resolution.', initially: 'the default resolution' },
} satisfies Record<string, CaseValueDefinition>

export type CaseValueName = keyof typeof definitions
export const caseValueNames = Object.keys(definitions) as CaseValueName[]
export const caseValues: Readonly<Record<CaseValueName, CaseValueDefinition>> = definitions

/** The names of the values that files may leave out. */
export type DefaultedName = {
  [Name in CaseValueName]: (typeof definitions)[Name] extends { default: unknown } ? Name : never
}[CaseValueName]

export function isCaseValueName(name: string | undefined): name is CaseValueName {
  return caseValueNames.some((each) => each === name)
}

export type SingleValues = Pick<CaseRow, CaseValueName>
/** The values that updates and creations set. */
export type SettableValues = Pick<CaseRow, CaseValueName | 'caseData'>
/** The values that changes set. */
export type CaseValues = Pick<CaseRow, keyof SettableValues | 'assigneeId' | 'groupId'>

/** The input that creations and updates share. Null is the same as absent. */
export type CaseInput = { [Name in CaseValueName]?: SingleValues[Name] | null | undefined } & { caseData?: unknown }

/** For each value, what a function returns for its name. */
export function eachCaseValue<Results extends { [Name in CaseValueName]?: unknown }>(
  resultOf: (name: CaseValueName, definition: CaseValueDefinition) => unknown,
): Results {
  return Object.fromEntries(caseValueNames.map((name) => [name, resultOf(name, caseValues[name])])) as Results
}

/** What is sent of the values, without the rest of an input. */
export function sentValues(input: CaseInput): CaseInput {
  return { ...eachCaseValue<Required<CaseInput>>((name) => input[name]), caseData: input.caseData }
}

/** The values after a change: those that are sent, and otherwise those that the case has. */
export function valuesAfter(current: SingleValues, input: CaseInput): SingleValues {
  return eachCaseValue((name) => input[name] ?? current[name])
}

/** Values that may lack some that a case must have. */
export type IncompleteValues = { [Name in CaseValueName]: SingleValues[Name] | undefined }

/** The values of a new case. Those that neither are sent nor have a default are undefined. */
export function initialValues(input: CaseInput): IncompleteValues {
  return eachCaseValue((name, { default: byDefault }) => input[name] ?? byDefault)
}

export function isComplete(values: IncompleteValues): values is SingleValues {
  return caseValueNames.every((name) => values[name] !== undefined)
}

/** Returns an empty list if the two values are equal. */
export function changed(path: string[], from: unknown, to: unknown): ChangedValue[] {
  return isDeepStrictEqual(from, to) ? [] : [{ path, from, to }]
}

/** The differences between the values of a case, or the values of a new one. */
export function changedValues(current: SettableValues | null, after: SettableValues): ChangedValue[] {
  return [
    ...caseValueNames.flatMap((name) => {
      if (!current && after[name] === caseValues[name].default) return []
      return changed([name], current && current[name], after[name])
    }),
    ...changedFields(current?.caseData ?? {}, after.caseData),
  ]
}

/** A field that is missing before or after the change counts as null. */
function changedFields(from: CaseData, to: CaseData): ChangedValue[] {
  if (from === to) return []
  const names = new Set([...Object.keys(from), ...Object.keys(to)])
  return [...names].flatMap((name) => changed(['caseData', name], valueOf(from, name), valueOf(to, name)))
}
