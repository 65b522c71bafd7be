import type { ShownProblem } from '../../form/problems'
import type { CodeNames } from '../words/names'
import type { ConfigureInput } from '../gql/graphql'

/** The lists of items in the input of `configure`. */
export type Part = Exclude<keyof ConfigureInput, 'idempotencyKey' | 'dryRun'>

export type ItemInput<P extends Part> = Omit<NonNullable<ConfigureInput[P]>[number], 'expectedVersion'>

/** A kind of items that admins configure, such as statuses. */
export interface ItemKind<Values extends object, P extends Part = Part> {
  part: P
  /** In the middle of a sentence. */
  noun: string
  /** What its targets in the audit log begin with. */
  target: string
  /** The path of the list. */
  path: string
  /** The labels of the inputs, by the names of the members, also those of entries of lists. */
  labels: Record<keyof Values & string, string> & Record<string, string>
  /** What is sent. The values are those before the change, or null if the item is new. */
  toInput: (values: Values, before: Values | null) => ItemInput<P>
  /** What can be told without the service. */
  check?: (values: Values) => ShownProblem[]
  /** The name of an item, for titles. */
  titleOf: (values: Values, names: CodeNames) => string
}

/** An item as it is stored. */
export interface Item<Values extends object> {
  /** Identifies the item in the address of its page. */
  key: Record<string, string>
  version: number
  values: Values
}

/** What the inputs of a form show and change. */
export interface Form<Values extends object> {
  values: Values
  isNew: boolean
  problems: readonly ShownProblem[]
  change: (values: Partial<Values>) => void
  /** What is typed into the inputs that add to lists, and not added yet, by their names. */
  typed: Readonly<Record<string, string>>
  type: (name: string, text: string) => void
}

/** The address of what the audit log has about an item. */
export function historyAddressOf({ target }: { target: string }, { id, ...key }: Record<string, string>): string {
  return `/audit-log?${new URLSearchParams({ target: id ?? `${target}:${Object.values(key).join('/')}` }).toString()}`
}

export function addressOf(path: string, key: Record<string, string>): string {
  return `${path}/edit?${new URLSearchParams(key).toString()}`
}
