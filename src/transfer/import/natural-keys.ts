import { personKey } from './person-keys.ts'

/** The members that identify an item of a section. */
export const keyMembers = {
  touchpoints: ['code'],
  categories: ['code'],
  types: ['code'],
  typeCategories: ['typeCode', 'categoryCode'],
  statuses: ['name'],
  transitions: ['from', 'to'],
  resolutions: ['name'],
  admins: ['email'],
  operators: ['email'],
  operatorGroups: ['name'],
  parties: ['email'],
  consumers: ['email'],
} as const

export type KeyedSection = keyof typeof keyMembers
export type Keys = Readonly<Record<KeyedSection, ReadonlySet<string>>>

export const personKinds = { admins: 'ADMIN', operators: 'OPERATOR', parties: 'PARTY', consumers: 'CONSUMER' } as const

export type PersonSection = keyof typeof personKinds
export const personSections = Object.keys(personKinds) as PersonSection[]

/** Identifies an item within its section, a person by `personKey`. Undefined if the item is malformed. */
export function keyOf(name: KeyedSection, item: unknown): string | undefined {
  const values = keyMembers[name].map((member) => textIn(item, member))
  if (values.includes(undefined)) return undefined
  const key = values.join('\0')
  return name in personKinds ? personKey(personKinds[name as PersonSection], key) : key
}

/** A member of an item that may be malformed. */
export function textIn(item: unknown, member: string): string | undefined {
  const value = (item as Record<string, unknown> | null | undefined)?.[member]
  return typeof value === 'string' ? value : undefined
}

export function forEachSection<Content>(of: (name: KeyedSection) => Content): Record<KeyedSection, Content> {
  const names = Object.keys(keyMembers) as KeyedSection[]
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<KeyedSection, Content>
}
