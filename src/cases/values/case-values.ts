import { isDeepStrictEqual } from 'node:util'
import { canSeeInternal, type Viewer } from '../../viewer/viewer.ts'
import type { CaseData, casePriorities, ChangedValue } from '../case.entity.ts'
import type { CaseRow } from '../case-facts.ts'
import { valueOf } from './case-data.rules.ts'

type CasePriority = (typeof casePriorities)[number]

/** A value that is a list of codes of the configuration, in the order of the codes. */
export interface ListDefinition {
  /** The part of the configuration that has the codes, and what one of its items is called. */
  of: 'tags'
  item: string
  maximum: number
  /** The members of inputs that add codes to the list, and remove some, so that others can change it at the same time. */
  add: `add${string}`
  remove: `remove${string}`
}

/** A value of a case that callers set: a text, one of a few choices, or a list of codes. */
export interface CaseValueDefinition {
  description: string
  /** Whether updates and creations must contain it. */
  required?: true
  /** What a new case without it gets, if the rules decide it. */
  initially?: string
  /** What a new case without it gets, otherwise. Files and the first event of a case leave it out. */
  default?: string | readonly string[] | null
  /** The values of an enum, with the name and the description of its type in GraphQL. */
  choices?: { type: string; description: string; values: Record<string, string> }
  /** The maximum number of code points of a text of one line, which is stored trimmed. An empty text is null. */
  maximumLength?: number
  list?: ListDefinition
  /** Whether only operators set and see it. */
  forOperators?: true
}

/**
 * The values of a case besides its case data and its assignment, in the order of problems and of the history. Inputs, bodies,
 * columns, events, earlier versions, imports and exports are derived from this table.
 */
const definitions = {
  subject: { description: 'What the case is about, in one line.', default: null, maximumLength: 200 },
  categoryCode: { description: 'The code of the case category.', required: true },
  typeCode: { description: 'The code of the case type.', required: true },
  status: { description: 'The name of the status.', initially: 'the default status' },
  resolution: { description: 'The name of the resolution.', initially: 'the default resolution' },
  priority: {
    description: 'How urgent the case is. Only operators set and see it.',
    choices: {
      type: 'CasePriority',
      description: 'How urgent a case is.',
      values: {
        LOW: 'Taken after all others.',
        NORMAL: 'The priority of new cases.',
        HIGH: 'Taken before cases of normal and low priority.',
        URGENT: 'Taken before all others.',
      } satisfies Record<CasePriority, string>,
    },
    default: 'NORMAL',
    forOperators: true,
  },
  tags: {
    description: 'The codes of the tags.',
    list: { of: 'tags', item: 'tag', maximum: 20, add: 'addTags', remove: 'removeTags' },
    default: [],
    forOperators: true,
  },
} satisfies Record<string, CaseValueDefinition>

export type CaseValueName = keyof typeof definitions
export const caseValueNames = Object.keys(definitions) as CaseValueName[]
export const caseValues: Readonly<Record<CaseValueName, CaseValueDefinition>> = definitions

export type ListName = {
  [Name in CaseValueName]: (typeof definitions)[Name] extends { list: object } ? Name : never
}[CaseValueName]
type List = (typeof definitions)[ListName]['list']

/** The members of inputs that add to lists, and remove from them. */
export type ListChangeName = List['add' | 'remove']
/** The values that are lists. */
export const lists = caseValueNames.flatMap((name) => {
  const { list } = caseValues[name]
  return list ? [{ ...(list as List & ListDefinition), name: name as ListName }] : []
})
export const listChanges = lists.flatMap((list) => [list.add, list.remove].map((name) => ({ name, list })))

/** The names of the values that files may leave out. */
export type DefaultedName = {
  [Name in CaseValueName]: (typeof definitions)[Name] extends { default: unknown } ? Name : never
}[CaseValueName]

const namesForOperators: readonly string[] = [
  ...caseValueNames.filter((name) => caseValues[name].forOperators),
  'links',
]

/** Whether only operators see the value at a path, such as a change in the history. */
export function isForOperators([name = '']: readonly string[]): boolean {
  return namesForOperators.includes(name)
}

/** Whether the viewer may find out that the value at a path changed. */
export function canSeeValue(viewer: Viewer, path: readonly string[]): boolean {
  return canSeeInternal(viewer) || !isForOperators(path)
}

export function isCaseValueName(name: string | undefined): name is CaseValueName {
  return caseValueNames.some((each) => each === name)
}

export type SingleValues = Pick<CaseRow, CaseValueName>
/** The values that updates and creations set. */
export type SettableValues = Pick<CaseRow, CaseValueName | 'caseData'>
/** The values that changes set. */
export type CaseValues = Pick<CaseRow, keyof SettableValues | 'assigneeId' | 'groupId'>

/** The input that creations and updates share. Null is the same as absent. */
export type CaseInput = { [Name in CaseValueName]?: SingleValues[Name] | null | undefined } & {
  caseData?: unknown
} & ListChanges

/** What changes of the values of a case add to lists, and remove from them. */
type ListChanges = { [Name in ListChangeName]?: readonly string[] | null | undefined }

/** For each value, what a function returns for its name. Each change of a case does this several times. */
export function eachCaseValue<Results extends { [Name in CaseValueName]?: unknown }>(
  resultOf: (name: CaseValueName, definition: CaseValueDefinition) => unknown,
): Results {
  const results: { [Name in CaseValueName]?: unknown } = {}
  for (const name of caseValueNames) results[name] = resultOf(name, caseValues[name])
  return results as Results
}

/** What is sent of the values, without the rest of an input, and as they are stored. */
export function sentValues(input: CaseInput): CaseInput {
  const values = eachCaseValue<CaseInput>((name, { maximumLength, list }) => {
    const sent = input[name]
    if (list && sent != null) return inCodeOrder(sent as readonly string[])
    return maximumLength === undefined || typeof sent !== 'string' ? sent : sent.trim()
  })
  const changes: ListChanges = {}
  for (const { name } of listChanges) if (input[name]?.length) changes[name] = inCodeOrder(input[name])
  return { ...values, ...changes, caseData: input.caseData }
}

function inCodeOrder(codes: Iterable<string>): string[] {
  return [...codes].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}

/** An empty text is null if the value can be null. */
function orNull(value: unknown, { default: byDefault }: CaseValueDefinition): unknown {
  return value === '' && byDefault === null ? null : value
}

/** The values after a change: those that are sent, and otherwise those that the case has. */
export function valuesAfter(current: SingleValues, input: CaseInput): SingleValues {
  return eachCaseValue((name, definition) => {
    const value = input[name] ?? current[name]
    return definition.list ? listAfter(value as string[], definition.list, input) : orNull(value, definition)
  })
}

/** A list with what a change adds to it, and without what it removes. */
function listAfter(codes: string[], { add, remove }: ListDefinition, changes: ListChanges): string[] {
  const [added, removed] = [changes[add as ListChangeName], changes[remove as ListChangeName]]
  if (!added && !removed) return codes
  const after = new Set(codes).union(new Set(added ?? [])).difference(new Set(removed ?? []))
  return inCodeOrder(after)
}

/** Values that may lack some that a case must have. */
export type IncompleteValues = { [Name in CaseValueName]: SingleValues[Name] | undefined }

/** The values of a new case. Those that neither are sent nor have a default are undefined. */
export function initialValues(input: CaseInput): IncompleteValues {
  return eachCaseValue((name, definition) => orNull(input[name] ?? definition.default, definition))
}

/** The values of a creation without those that a case has anyway. */
export function withoutDefaults(input: CaseInput): CaseInput {
  const values = eachCaseValue<CaseInput>((name, definition) => {
    const value = orNull(input[name], definition)
    return isDeepStrictEqual(value, definition.default) ? undefined : value
  })
  return { ...values, caseData: input.caseData }
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
      if (!current && isDeepStrictEqual(after[name], caseValues[name].default)) return []
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
