import { typeCategoryKey } from '../../catalogue/type-category-key.ts'
import { emailKey } from '../../people/email.ts'
import type { LoginKind } from '../../people/people.entity.ts'
import type { Members } from './item-formats.ts'
import { type Section, sectionTable } from './sections.ts'

/** A place in the input, for example `['statuses', 0, 'name']`. */
export type Path = readonly (string | number)[]

/** A part of the configuration that the input creates or changes. */
export interface Item<S extends Section = Section> {
  readonly section: S
  readonly path: Path
  /** Identifies it within its section. Undefined if it is malformed, so that only what the item refers to is checked. */
  readonly key: string | undefined
  readonly members: Members[S]
  /** The places of the elements of its list, and of what they refer to, if they are not below `path`. */
  readonly elementPath?: (index: number) => Path
  readonly referencePath?: (index: number) => Path
  /** If the item must exist, because only its list was sent: the place that refers to it. */
  readonly existing?: Path
}

/** The items of the input, in their order. */
export type Items = { readonly [S in Section]: readonly Item<S>[] }

export function isKeyed<Sent extends Item>(item: Sent): item is Sent & { readonly key: string } {
  return item.key !== undefined
}

/** Identifies a person: several persons may share an email address, but not two of one login kind. */
export function personKey(kind: LoginKind, email: string): string {
  return `${kind} ${emailKey(email)}`
}

/** The key of an item that may be malformed. Undefined if it has none. */
export function keyOf(section: Section, item: unknown): string | undefined {
  const values: unknown[] = sectionTable[section].key.map((name) => Object(item)[name])
  const [first, second] = values.filter((value) => typeof value === 'string')
  if (first === undefined || values.length === 1) return first
  if (second === undefined) return undefined
  return section === 'persons'
    ? personKey(first as LoginKind, second)
    : typeCategoryKey({ typeCode: first, categoryCode: second })
}

/** The key that an item, which may be malformed, gets. Undefined if it has no new name or address. */
export function newKeyOf(section: Section, item: unknown): string | undefined {
  const { newName, login, newEmail } = Object(item)
  if (section === 'groups') return keyOf(section, { name: newName })
  return section === 'persons' ? keyOf(section, { login, email: newEmail }) : undefined
}
