import { isKeyed, type Item } from '../items/items.rules.ts'
import type { Problems } from '../items/problems.rules.ts'
import { type Section, sections, sectionTable } from '../items/sections.ts'
import { checkLists, type Lists } from './assign-lists.ts'
import { assignValues } from './assign-values.ts'
import type { Entities, ManagedConfiguration } from './managed-configuration.ts'
import { assignMemberships } from './memberships.ts'
import { checkPeople } from './people.rules.ts'
import { addRepeated, checkRepeated, type References, Targets } from './references.rules.ts'

/** The unit of work when all items are assigned. */
export interface Plan {
  configuration: ManagedConfiguration
  /** Items with the entities to which their values and lists are assigned: in the order of the input, without repeated items. */
  planned: { item: Item; entity: Entities[Section] }[]
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
  const memberships: Lists['memberships'] = new Map()
  const lists: Lists = { configuration, targets, memberships, problems, isAdditive, fields: new Map() }
  const checked = sections.flatMap((section) => {
    const items: readonly Item[] = references.items[section]
    checkKeys(section, items, problems)
    return items.map((item) => ({ item, assign: check(item, lists) }))
  })
  checkPeople(references, configuration, problems)
  const keys = new Set<string>()
  const planned = checked.flatMap(({ item, assign }) => {
    if (!isKeyed(item) || keys.size === keys.add(`${item.section} ${item.key}`).size) return []
    return [{ item, assign, entity: assignValues(item, item.key, configuration) }]
  })
  for (const { assign, entity } of planned) assign(entity)
  assignMemberships(configuration, memberships, isAdditive, problems)
  assignDefault('statuses', references, configuration, problems)
  assignDefault('resolutions', references, configuration, problems)
  return { configuration, planned, fields: lists.fields, targets }
}

/** Returns what assigns the lists of the item to its entity. */
function check<S extends Section>(item: Item<S>, lists: Lists): (entity: Entities[S]) => void {
  const { section, key, path, members, existing } = item
  const { configuration, targets, problems } = lists
  if (existing) targets.require(existing, 'statuses', key)
  const { noun, required } = sectionTable[section]
  for (const name of key === undefined || configuration.has(section, key) ? [] : required) {
    if (members[name as keyof typeof members] != null) continue
    problems.add('invalidValue', [...path, name], `is required, because the ${noun} does not exist yet`)
  }
  return checkLists[section](item, lists)
}

/** Adds a problem for each item whose key came before. */
function checkKeys(section: Section, items: readonly Item[], problems: Problems): void {
  const keys = items.map(({ key }) => key)
  const member = section === 'typeCategories' ? [] : [sectionTable[section].key.at(-1)!]
  checkRepeated(keys, (index) => [...items[index]!.path, ...member], problems)
}

/** Only one status, and one resolution, is the default. */
function assignDefault(
  section: 'statuses' | 'resolutions',
  { items }: References,
  configuration: ManagedConfiguration,
  problems: Problems,
): void {
  const [first, ...others] = [...items[section]].filter(({ members }) => members.default)
  for (const { path } of others) addRepeated(problems, [...path, 'default'], [...first!.path, 'default'])
  const former = configuration.catalogue[section].values().find(({ isDefault }) => isDefault)
  if (!first?.key || !former || former.name === first.key) return
  configuration.get(section, former.name)!.isDefault = false
}
