import { typeCategoryKey } from '../../catalogue/type-category-key.ts'
import type { LoginKind } from '../../people/people.entity.ts'
import {
  forEachSection,
  type Item,
  type Items,
  keyMembers,
  nouns,
  type Path,
  personKey,
  personNouns,
  type Section,
} from '../items/items.rules.ts'
import { placeText, type Problems } from '../items/problems.rules.ts'
import type { Ref, StoredConfiguration } from '../stored/state.ts'

export interface References {
  items: Items
  /** Malformed items that say only what they refer to. Their keys are empty. */
  unidentified: Items
  stored: StoredConfiguration
  /** The keys of malformed items: a reference to one of them is not another problem. */
  malformed: Readonly<Record<Section, ReadonlySet<string>>>
  /** What the items are part of, in messages. */
  source: 'file' | 'input'
}

/** Finds what items refer to, in the input and the database. */
export class Targets {
  readonly #references: References
  readonly #problems: Problems
  readonly #sent: Record<Section, ReadonlySet<string>>
  /** The groups and persons that do not exist yet, by key. */
  readonly #new = { groups: new Map<string, Ref>(), persons: new Map<string, Ref>() }
  /** The groups and persons that get another name or address, by the new one. */
  readonly #renamed = { groups: new Map<string, Ref>(), persons: new Map<string, Ref>() }

  constructor(references: References, problems: Problems) {
    this.#references = references
    this.#problems = problems
    const { items } = references
    this.#sent = forEachSection(
      (section) => new Set((items[section] as readonly Item[]).flatMap(({ key, existing }) => (existing ? [] : [key]))),
    )
    for (const { key, members } of items.groups) {
      if (members.newName != null) this.#renamed.groups.set(members.newName, this.ref('groups', key, members.newName))
    }
    for (const { key, members } of items.persons) {
      const { login, newEmail } = members
      if (newEmail != null) this.#renamed.persons.set(personKey(login, newEmail), this.ref('persons', key, newEmail))
    }
  }

  has(section: Section, key: string): boolean {
    const { stored, malformed } = this.#references
    return stored.items[section].has(key) || this.#sent[section].has(key) || malformed[section].has(key)
  }

  /** The stored group or person with the key, or a new one. */
  ref(section: 'groups' | 'persons', key: string, name: string): Ref {
    const stored = this.#references.stored.items[section].get(key)?.ref
    if (stored) return stored
    let ref = this.#new[section].get(key)
    if (!ref) this.#new[section].set(key, (ref = { id: null, name, kind: section === 'groups' ? 'group' : 'person' }))
    return ref
  }

  /** Adds a problem unless it exists. Null and undefined refer to nothing. */
  require(path: Path, section: Exclude<Section, 'persons' | 'typeCategories'>, key: string | null | undefined): void {
    if (key == null || this.has(section, key)) return
    this.addMissing(path, nouns[section], key)
  }

  requireTypeCategory(path: Path, codes: { typeCode: string; categoryCode: string }): void {
    const { typeCode, categoryCode } = codes
    if (this.has('typeCategories', typeCategoryKey(codes))) return
    this.require([...path, 'typeCode'], 'types', typeCode)
    this.require([...path, 'categoryCode'], 'categories', categoryCode)
    if (!this.has('types', typeCode) || !this.has('categories', categoryCode)) return
    const noun = `${nouns.typeCategories} for case type ${JSON.stringify(typeCode)} and case category`
    this.addMissing([...path, 'categoryCode'], noun, categoryCode)
  }

  /** The group with the name, or with the new name. Undefined after a problem. */
  group(path: Path, name: string): Ref | undefined {
    const renamed = this.#renamed.groups.get(name)
    if (renamed) return renamed
    if (this.has('groups', name)) return this.ref('groups', name, name)
    this.addMissing(path, nouns.groups, name)
    return undefined
  }

  /** The person with the address, or with the new address. Undefined after a problem. */
  person(path: Path, kind: LoginKind, email: string): Ref | undefined {
    const key = personKey(kind, email)
    const renamed = this.#renamed.persons.get(key)
    if (renamed) return renamed
    if (this.has('persons', key)) return this.ref('persons', key, email)
    this.addMissing(path, personNouns[kind], email)
    return undefined
  }

  /** Stored answers must not contain an address, so only an import names it. */
  addMissing(path: Path, noun: string, name: string): void {
    const { source } = this.#references
    const isPerson = path.some((key) => typeof key === 'string' && /email$|emails$/i.test(key))
    const named = source === 'input' && isPerson ? `${noun} with this address` : `${noun} ${JSON.stringify(name)}`
    this.#problems.add('unknownReference', path, `no ${named} in the ${source} or the database`)
  }
}

/** Adds a problem for each item whose key came before. */
export function checkKeys(section: Section, items: readonly Item[], problems: Problems): void {
  const member = keyMembers[section]
  const placeOf = ({ path }: Item) => (member === null ? path : [...path, member])
  const first = new Map<string, Item>()
  for (const item of items) {
    const earlier = first.get(item.key)
    if (earlier) addRepeated(problems, placeOf(item), placeOf(earlier))
    else first.set(item.key, item)
  }
}

/** The first item with each key. Repeated items have a problem anyway, and only one of them can be checked. */
export function withoutRepeated<Each extends { readonly item: Item }>(planned: readonly Each[]): Each[] {
  const keys = new Set<string>()
  return planned.filter(({ item: { section, key } }) => keys.size < keys.add(`${section} ${key}`).size)
}

/** Adds a problem for each element whose key came before. */
export function checkElements(
  keys: readonly (string | Ref | undefined)[],
  placeOf: (index: number) => Path,
  problems: Problems,
): void {
  const first = new Map<string | Ref, number>()
  for (const [index, key] of keys.entries()) {
    if (key === undefined) continue
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, index)
    else addRepeated(problems, placeOf(index), placeOf(earlier))
  }
}

export function addRepeated(problems: Problems, path: Path, first: Path): void {
  problems.add('duplicate', path, `must not repeat ${placeText(first)}`)
}
