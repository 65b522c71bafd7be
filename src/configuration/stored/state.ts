import type { Section } from '../items/items.rules.ts'

/** A group or a person. Rows refer to it by ID. */
export interface Ref {
  /** Null until it is inserted. */
  id: number | null
  /** The name of a group, the address of a person. */
  name: string
  kind: 'group' | 'person'
}

/** What a list contains: the name of a field, a status, a type; the key of a type category; a group, a person. */
export type ElementKey = string | Ref

/** The elements of a list. The element of a list of mere names or references is true. */
export type Elements = ReadonlyMap<ElementKey, unknown>

export type ListName = 'fields' | 'transitions' | 'typeCategories' | 'typeCodes' | 'memberEmails' | 'groupNames'

/** The values of an item that are not lists, by the names of its members. */
export type Values = Readonly<Record<string, unknown>>

/** An item as the database has it. */
export interface StoredItem {
  readonly values: Values
  /** Those that were needed. */
  readonly lists: Partial<Record<ListName, Elements>>
  readonly version: number
  /** Only of groups and persons. */
  readonly ref?: Ref
  /** Only of persons. */
  readonly isErased?: boolean
}

export interface StoredConfiguration {
  /** The items that the input contains or refers to, by key. All statuses, resolutions and groups. */
  readonly items: Record<Section, ReadonlyMap<string, StoredItem>>
  /** The persons who have a subject of the input, by login kind and subject. */
  readonly subjects: ReadonlyMap<string, Ref>
  /** The IDs of the active admins who are not blocked. Loaded if the input contains admins. */
  readonly activeAdmins: ReadonlySet<number>
}
