import { type FieldDefinition, typeCategoryKey } from '../../catalogue/catalogue.ts'
import type { LoginKind } from '../../login-kinds.ts'
import {
  isKeyed,
  type Item,
  newKeyOf,
  type Path,
  personKey,
  placeText,
  type Problems,
  type References,
} from '../items/items.rules.ts'
import { personNouns, type Section, sectionTable } from '../items/sections.ts'
import type { Entities, ManagedConfiguration } from './managed-configuration.ts'
import type { Group, PersonEntity } from './stored-people.ts'

export interface ChangedFields {
  before: readonly FieldDefinition[]
  after: readonly FieldDefinition[]
  item: Item<'types'>
}

/** What becomes of an input: its items in the unit of work, and the problems. */
export interface Plan {
  configuration: ManagedConfiguration
  items: References['items']
  targets: Targets
  problems: Problems
  /** Whether lists only add to the stored ones. Otherwise, they are complete. */
  isAdditive: boolean
  /** Items with the entities to which their values and lists are assigned: in the order of the input, without repeated items. */
  planned: { item: Item; entity: Entities[Section] }[]
  /** Of the types whose fields were sent, by code. */
  fields: Map<string, ChangedFields>
  /** The lists that were sent, by what they belong to: the members of a group, or the groups of an operator. */
  memberships: Map<Group | PersonEntity, SentMembers>
}

export interface SentMembers {
  name: 'memberEmails' | 'groupNames'
  others: ReadonlySet<Group | PersonEntity>
  path: Path
}

export type Targets = ReturnType<typeof targetsOf>

/** Finds what items refer to, in the input and the database. */
export function targetsOf(
  { items, sentKeys, source }: References,
  configuration: ManagedConfiguration,
  problems: Problems,
) {
  /** The keys of the groups and persons by their names and addresses after the change. */
  const renamed = new Map(
    [...items.groups, ...items.persons]
      .filter(isKeyed)
      .map(({ section, key, members }) => [`${section} ${newKeyOf(section, members) ?? key}`, key]),
  )

  const has = (section: Section, key: string) => configuration.has(section, key) || sentKeys[section].has(key)

  /** Stored answers must not contain an address, so only an import names it. */
  function addMissing(path: Path, noun: string, name: string): undefined {
    const isPerson = path.some((key) => typeof key === 'string' && /email$|emails$/i.test(key))
    const named = source === 'input' && isPerson ? `${noun} with this address` : `${noun} ${JSON.stringify(name)}`
    problems.add('unknownReference', path, `no ${named} in the ${source} or the database`)
  }

  /** Adds a problem unless it exists. Null and undefined refer to nothing. */
  function require<Key extends string | null | undefined>(
    path: Path,
    section: Exclude<Section, 'persons' | 'typeCategories'>,
    key: Key,
  ): Key {
    if (key != null && !has(section, key)) addMissing(path, sectionTable[section].noun, key)
    return key
  }

  function requireTypeCategory(path: Path, codes: { typeCode: string; categoryCode: string }): void {
    const { typeCode, categoryCode } = codes
    if (has('typeCategories', typeCategoryKey(codes))) return
    require([...path, 'typeCode'], 'types', typeCode)
    require([...path, 'categoryCode'], 'categories', categoryCode)
    if (!has('types', typeCode) || !has('categories', categoryCode)) return
    const noun = `${sectionTable.typeCategories.noun} for case type ${JSON.stringify(typeCode)} and case category`
    addMissing([...path, 'categoryCode'], noun, categoryCode)
  }

  function find(section: Section, sent: string): string | undefined {
    const key = renamed.get(`${section} ${sent}`) ?? sent
    return has(section, key) ? key : undefined
  }

  /** The key of the group with the name, or with the new name. Undefined after a problem. */
  const group = (path: Path, name: string) => find('groups', name) ?? addMissing(path, sectionTable.groups.noun, name)

  /** The key of the person with the address, or with the new address. Undefined after a problem. */
  const person = (path: Path, kind: LoginKind, email: string) =>
    find('persons', personKey(kind, email)) ?? addMissing(path, personNouns[kind], email)

  return { has, require, requireTypeCategory, group, person, addMissing }
}

/** Adds a problem for each key that came before. */
export function checkRepeated(
  keys: Iterable<readonly [key: string | undefined, place: Path]>,
  problems: Problems,
): void {
  const first = new Map<string, Path>()
  for (const [key, place] of keys) {
    const earlier = key === undefined ? undefined : first.get(key)
    if (earlier) addRepeated(problems, place, earlier)
    else if (key !== undefined) first.set(key, place)
  }
}

export function addRepeated(problems: Problems, path: Path, first: Path): void {
  problems.add('duplicate', path, `must not repeat ${placeText(first)}`)
}
