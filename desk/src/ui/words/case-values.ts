import type { CasePriority } from '../../gql/graphql'

const priorities: Record<CasePriority, string> = {
  URGENT: 'Urgent',
  HIGH: 'High',
  NORMAL: 'Normal',
  LOW: 'Low',
}

export interface CaseValue {
  label: string
  /** The names of its values, if it is one of a few. */
  names?: Readonly<Record<string, string>>
  /** Of a new case. Without it, the service chooses the default. */
  initial?: string
  /** Whether it is chosen in the forms of a case. */
  isChosen?: boolean
  /** Whether several cases can be changed at once. */
  isInBulk?: boolean
  /** Whether lists can be filtered by it. `CaseFilter` then has a list of the same name. */
  isFilter?: boolean
}

/**
 * The values of a case that have one input each, in the order of the inputs. The forms, the filters, the words of the history and
 * changes of several cases follow from it. Names without `names` are those of the service.
 */
export const caseValues = {
  subject: { label: 'Subject' },
  status: { label: 'Status', isChosen: true, isInBulk: true },
  priority: {
    label: 'Priority',
    names: priorities,
    initial: 'NORMAL',
    isChosen: true,
    isInBulk: true,
    isFilter: true,
  },
  resolution: { label: 'Resolution', isChosen: true },
} satisfies Record<string, CaseValue>

export type ValueName = keyof typeof caseValues

/** What is entered, by the names of the values. */
export type EnteredTexts = Partial<Record<ValueName, string>>

/** The values for which something is so. */
export function valuesThat(is: 'isChosen' | 'isInBulk' | 'isFilter'): [name: ValueName, value: CaseValue][] {
  const all = Object.entries(caseValues) as [ValueName, CaseValue][]
  return all.filter(([, value]) => value[is])
}

/** The label of a value. Undefined if it is none of these. */
export function labelOfValue(name: string): string | undefined {
  return (caseValues as Record<string, CaseValue>)[name]?.label
}

/** The name of what a value is. */
export function nameInValue(name: string, value: string): string | undefined {
  return (caseValues as Record<string, CaseValue>)[name]?.names?.[value]
}
