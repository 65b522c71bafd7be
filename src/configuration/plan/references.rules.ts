import { typeCategoryKey } from '../../catalogue/type-category-key.ts'
import type { LoginKind } from '../../people/people.entity.ts'
import { isKeyed, type Item, type Items, newKeyOf, type Path, personKey } from '../items/items.rules.ts'
import { placeText, type Problems } from '../items/problems.rules.ts'
import { forEachSection, personNouns, type Section, sectionTable } from '../items/sections.ts'
import type { ManagedConfiguration } from './managed-configuration.ts'

export interface References {
  items: Items
  /** The keys of malformed items: a reference to one of them is not another problem. */
  malformed: Readonly<Record<Section, ReadonlySet<string>>>
  /** What the items are part of, in messages. */
  source: 'file' | 'input'
}

/** Finds what items refer to, in the input and the database. */
export class Targets {
  readonly #source: References['source']
  readonly #configuration: ManagedConfiguration
  readonly #problems: Problems
  /** The keys of the items of the input, also of malformed ones. */
  readonly #sent: Record<Section, ReadonlySet<string>>
  /** The keys of the groups and persons that get another name or address, by the section and the new one. */
  readonly #renamed: ReadonlyMap<string, string>

  constructor({ items, malformed, source }: References, configuration: ManagedConfiguration, problems: Problems) {
    this.#source = source
    this.#configuration = configuration
    this.#problems = problems
    this.#sent = forEachSection((section) => {
      const added: readonly Item[] = items[section]
      return new Set([...malformed[section], ...added.flatMap(({ key, existing }) => (existing ? [] : (key ?? [])))])
    })
    const renamed = [...items.groups, ...items.persons].filter(isKeyed)
    this.#renamed = new Map(
      renamed.map(({ section, key, members }) => [`${section} ${newKeyOf(section, members) ?? key}`, key]),
    )
  }

  has(section: Section, key: string): boolean {
    return this.#configuration.has(section, key) || this.#sent[section].has(key)
  }

  /** Adds a problem unless it exists. Null and undefined refer to nothing. */
  require<Key extends string | null | undefined>(
    path: Path,
    section: Exclude<Section, 'persons' | 'typeCategories'>,
    key: Key,
  ): Key {
    if (key != null && !this.has(section, key)) this.addMissing(path, sectionTable[section].noun, key)
    return key
  }

  requireTypeCategory(path: Path, codes: { typeCode: string; categoryCode: string }): void {
    const { typeCode, categoryCode } = codes
    if (this.has('typeCategories', typeCategoryKey(codes))) return
    this.require([...path, 'typeCode'], 'types', typeCode)
    this.require([...path, 'categoryCode'], 'categories', categoryCode)
    if (!this.has('types', typeCode) || !this.has('categories', categoryCode)) return
    const noun = `${sectionTable.typeCategories.noun} for case type ${JSON.stringify(typeCode)} and case category`
    this.addMissing([...path, 'categoryCode'], noun, categoryCode)
  }

  /** The key of the group with the name, or with the new name. Undefined after a problem. */
  group(path: Path, name: string): string | undefined {
    const key = this.#renamed.get(`groups ${name}`) ?? name
    if (this.has('groups', key)) return key
    this.addMissing(path, sectionTable.groups.noun, name)
    return undefined
  }

  /** The key of the person with the address, or with the new address. Undefined after a problem. */
  person(path: Path, kind: LoginKind, email: string): string | undefined {
    const sent = personKey(kind, email)
    const key = this.#renamed.get(`persons ${sent}`) ?? sent
    if (this.has('persons', key)) return key
    this.addMissing(path, personNouns[kind], email)
    return undefined
  }

  /** Stored answers must not contain an address, so only an import names it. */
  addMissing(path: Path, noun: string, name: string): void {
    const isPerson = path.some((key) => typeof key === 'string' && /email$|emails$/i.test(key))
    const named = this.#source === 'input' && isPerson ? `${noun} with this address` : `${noun} ${JSON.stringify(name)}`
    this.#problems.add('unknownReference', path, `no ${named} in the ${this.#source} or the database`)
  }
}

/** Adds a problem for each key that came before. */
export function checkRepeated<Key>(
  keys: readonly (Key | undefined)[],
  placeOf: (index: number) => Path,
  problems: Problems,
): void {
  const first = new Map<Key, number>()
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
