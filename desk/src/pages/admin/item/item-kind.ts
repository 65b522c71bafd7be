import type { ReactNode } from 'react'
import type { ConfigureInput } from '../gql/graphql'
import type { CodeNames } from '../configuration/names'
import { type Inputs, keyOf, type Values } from './inputs'

/** The lists of items in the input of `configure`. */
export type Part = Exclude<keyof ConfigureInput, 'idempotencyKey' | 'dryRun' | 'expectedRevisions'>

export type ItemInput<P extends Part> = Omit<NonNullable<ConfigureInput[P]>[number], 'expectedVersion'>

/** A kind of items that admins configure, such as statuses. */
export interface ItemKind {
  part: Part
  /** In the middle of a sentence. */
  noun: string
  /** What its targets in the audit log begin with. By default, the noun. */
  target?: string
  /** The path of the list. */
  path: string
  inputs: Inputs
  /** The name of an item, if it is neither its name nor its code. */
  nameOf?(values: Values, names: CodeNames): string
  /** What the review says if cases are assigned to the item that can no longer be. */
  whenAssigned?(values: Values): ReactNode
}

/** An item as it is stored. */
export interface Item {
  /** Identifies the item in the address of its page. */
  key: Record<string, string>
  version: number
  values: Values
}

/** The name of an item, for titles. */
export function itemTitle(kind: ItemKind, values: Values, names: CodeNames): string {
  return kind.nameOf?.(values, names) ?? String(values['name'] || values['code'])
}

/** The address of what the audit log has about an item. */
export function historyAddressOf({ noun, target = noun }: ItemKind, { id, ...key }: Record<string, string>): string {
  return `/audit-log?${new URLSearchParams({ target: id ?? `${target}:${Object.values(key).join('/')}` }).toString()}`
}

/** The address of the page of an item. */
export function addressOf({ path }: { path: string }, key: Record<string, string>): string {
  return `${path}/edit?${new URLSearchParams(key).toString()}`
}

/** The address of an item that its values identify. */
export function addressFrom(kind: ItemKind, values: Values): string {
  return addressOf(kind, keyOf(kind.inputs, values))
}
