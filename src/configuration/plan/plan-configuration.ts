import { requiredMembers } from '../items/item-formats.ts'
import { type Item, keyMembers, nouns, sections, type Section } from '../items/items.rules.ts'
import type { Problems } from '../items/problems.rules.ts'
import { checkLists, type Lists } from './assign-lists.ts'
import { assignValues } from './assign-values.ts'
import type { Entities, ManagedConfiguration } from './managed-configuration.ts'
import { Memberships } from './memberships.ts'
import { checkPeople } from './people.rules.ts'
import { addRepeated, checkRepeated, type References, Targets } from './references.rules.ts'

/** An item with its entity, to which its values and lists are assigned. */
export interface Planned<S extends Section = Section> {
  item: Item<S>
  entity: Entities[S]
}

/** The unit of work when all items are assigned. */
export interface Plan {
  configuration: ManagedConfiguration
  /** In the order of the input, without repeated items. */
  planned: Planned[]
  fields: Lists['fields']
  /** Finds what else the input refers to. */
  targets: Targets
}

/**
 * Assigns the items to their entities. Adds a problem for each unknown reference, repeated key and missing value. Nothing is
 * written before the unit of work is flushed. For `configure` and imports.
 */
export function planConfiguration(
  configuration: ManagedConfiguration,
  references: References,
  isAdditive: boolean,
  problems: Problems,
): Plan {
  const targets = new Targets(references, configuration, problems)
  const memberships = new Memberships(configuration)
  const lists: Lists = { configuration, targets, memberships, problems, isAdditive, fields: new Map() }
  const checked = sections.flatMap((section) => {
    const items: readonly Item[] = references.items[section]
    checkKeys(section, items, problems)
    for (const item of references.unidentified[section]) checkLists[section](item as never, lists)
    return items.map((item) => check(item, lists))
  })
  checkPeople(references, configuration, problems)
  const keys = new Set<string>()
  const first = checked.filter(({ item: { section, key } }) => keys.size < keys.add(`${section} ${key}`).size)
  const planned = first.map(({ item }) => ({ item, entity: assignValues(item, configuration) }))
  for (const [index, { entity }] of planned.entries()) first[index]!.assign(entity)
  memberships.apply(isAdditive, problems)
  for (const section of ['statuses', 'resolutions'] as const) {
    checkDefaults(section, references, problems)
    clearFormerDefault(section, references, configuration)
  }
  return { configuration, planned, fields: lists.fields, targets }
}

function check<S extends Section>(item: Item<S>, lists: Lists) {
  const { section, key, path, members, existing } = item
  const { configuration, targets, problems } = lists
  if (existing) targets.require(existing, 'statuses', key)
  for (const name of configuration.has(section, key) ? [] : requiredMembers[section]) {
    if (members[name as keyof typeof members] != null) continue
    const noun = section === 'persons' ? 'person' : nouns[section as Exclude<S, 'persons'>]
    problems.add('invalidValue', [...path, name], `is required, because the ${noun} does not exist yet`)
  }
  return { item, assign: checkLists[section](item, lists) }
}

/** Adds a problem for each item whose key came before. */
function checkKeys(section: Section, items: readonly Item[], problems: Problems): void {
  const member = keyMembers[section]
  const keys = items.map(({ key }) => key)
  const placeOf = (index: number) => (member === null ? items[index]!.path : [...items[index]!.path, member])
  checkRepeated(keys, placeOf, problems)
}

/** Only one status, and one resolution, is the default. */
function checkDefaults(
  section: 'statuses' | 'resolutions',
  { items, unidentified }: References,
  problems: Problems,
): void {
  const marked = [...items[section], ...unidentified[section]].flatMap(({ path, members }) =>
    members.default ? [[...path, 'default']] : [],
  )
  const [first, ...others] = marked.toSorted(([, a], [, b]) => Number(a) - Number(b))
  for (const path of others) addRepeated(problems, path, first!)
}

function clearFormerDefault(
  section: 'statuses' | 'resolutions',
  { items }: References,
  configuration: ManagedConfiguration,
): void {
  const next = [...items[section]].find(({ members }) => members.default)
  const former = configuration.catalogue[section].values().find(({ isDefault }) => isDefault)
  if (!next || !former || former.name === next.key) return
  configuration.get(section, former.name)!.isDefault = false
}
