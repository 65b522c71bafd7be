import { typeCategoryKey } from '../../catalogue/type-category-key.ts'
import { emailKey } from '../../people/email.ts'
import type { LoginKind } from '../../people/people.entity.ts'
import type { Members } from './item-formats.ts'

/** In the order in which problems and changes are listed. */
export const sections = [
  'categories',
  'types',
  'typeCategories',
  'statuses',
  'resolutions',
  'touchpoints',
  'groups',
  'persons',
] as const satisfies (keyof Members)[]
export type Section = (typeof sections)[number]

/** A place in the input, for example `['statuses', 0, 'name']`. */
export type Path = readonly (string | number)[]

/** A part of the configuration that the input creates or changes. */
export interface Item<S extends Section = Section> {
  readonly section: S
  readonly path: Path
  /** Identifies it within its section. */
  readonly key: string
  readonly members: Members[S]
  /** The places of the elements of its list, and of what they refer to, if they are not below `path`. */
  readonly elementPath?: (index: number) => Path
  readonly referencePath?: (index: number) => Path
  /** If the item must exist, because only its list was sent: the place that refers to it. */
  readonly existing?: Path
}

/** The items of the input, in their order. Malformed ones are left out. */
export type Items = { readonly [S in Section]: readonly Item<S>[] }

/** What is configured, in messages. */
export const nouns: Record<Exclude<Section, 'persons'>, string> = {
  categories: 'case category',
  types: 'case type',
  typeCategories: 'type category',
  statuses: 'status',
  resolutions: 'resolution',
  touchpoints: 'touchpoint',
  groups: 'operator group',
}

export const personNouns = { ADMIN: 'admin', OPERATOR: 'operator', PARTY: 'party', CONSUMER: 'consumer' } as const

/** Identifies a person: several persons may share an email address, but not two of one login kind. */
export function personKey(kind: LoginKind, email: string): string {
  return `${kind} ${emailKey(email)}`
}

/** The member that identifies an item, for the paths of problems. A type category has two. */
export const keyMembers: Record<Section, string | null> = {
  categories: 'code',
  types: 'code',
  typeCategories: null,
  statuses: 'name',
  resolutions: 'name',
  touchpoints: 'code',
  groups: 'name',
  persons: 'email',
}

/** The key of an item that may be malformed. Undefined if it has none. */
export function keyOf(section: Section, item: unknown): string | undefined {
  const { code, name, typeCode, categoryCode, login, email } = (item ?? {}) as Record<string, unknown>
  if (section === 'typeCategories') {
    return isText(typeCode) && isText(categoryCode) ? typeCategoryKey({ typeCode, categoryCode }) : undefined
  }
  if (section === 'persons') return isText(login) && isText(email) ? personKey(login as LoginKind, email) : undefined
  const key = keyMembers[section] === 'code' ? code : name
  return isText(key) ? key : undefined
}

/** The key that an item, which may be malformed, gets. Undefined if it has no new name or address. */
export function newKeyOf(section: Section, item: unknown): string | undefined {
  const { newName, login, newEmail } = item as Record<string, unknown>
  return keyOf(section, { name: section === 'groups' ? newName : undefined, login, email: newEmail })
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

export function forEachSection<Content>(of: (section: Section) => Content): Record<Section, Content> {
  return Object.fromEntries(sections.map((section) => [section, of(section)])) as Record<Section, Content>
}
