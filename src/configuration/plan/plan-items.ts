import { typeCategoryKey } from '../../catalogue/type-category-key.ts'
import { toFieldDefinition } from '../items/field-definitions.ts'
import {
  deltaOf,
  type Difference,
  differencesOfList,
  differencesOfValues,
  isEmpty,
  type ListDelta,
} from './difference.rules.ts'
import type { Members } from '../items/item-formats.ts'
import { type Item, nouns, type Path, sections, type Section } from '../items/items.rules.ts'
import type { Problems } from '../items/problems.rules.ts'
import { checkElements, checkKeys, type References, Targets } from './references.rules.ts'
import type { ElementKey, Elements, ListName, Ref, StoredItem, Values } from '../stored/state.ts'

/** An item of the input with what it changes. */
export interface Planned {
  item: Item
  /** Undefined if the item is new. */
  stored: StoredItem | undefined
  /** Only of groups and persons. */
  ref: Ref | undefined
  /** After the change. */
  values: Values
  /** The lists that were sent, if they differ. */
  deltas: Partial<Record<ListName, ListDelta>>
  /** Empty if the item stays as it is. */
  differences: Difference[]
}

export interface PlanOptions {
  /** Whether lists only add to the stored ones. Otherwise, they are complete. */
  isAdditive: boolean
  /** Whether the values of new items are differences. A long import has no use for so many. */
  withNewValues: boolean
}

const required = Symbol('required')

/** The values of a new item whose members are absent. */
const defaults: Record<Section, Record<string, unknown>> = {
  categories: { name: required, active: true, system: false },
  types: { name: required, active: true },
  typeCategories: { active: true, appVisible: false, defaultAnswer: null, groupName: null },
  statuses: { active: true, closed: false, default: false },
  resolutions: { active: true, default: false },
  touchpoints: { name: required, allTypeCategories: false, logins: [], registers: [] },
  groups: { name: required, active: true },
  persons: { email: required, firstname: required, active: true, blocked: false, subject: null },
}

/** Null is a value of these members. Elsewhere it means absent. */
export const nullable = new Set(['defaultAnswer', 'groupName', 'subject'])

/** Compares the items with the database. Finds unknown references, repeated keys and missing values. */
export function planItems(
  references: References,
  options: PlanOptions,
  targets: Targets,
  problems: Problems,
): Planned[] {
  return sections.flatMap((section) => {
    const items: readonly Item[] = references.items[section]
    checkKeys(section, items, problems)
    for (const item of references.unidentified[section] as readonly Item[]) checkReferences(item, targets, problems)
    return items.map((item) => planItem(item, references, options, targets, problems))
  })
}

function checkReferences(item: Item, targets: Targets, problems: Problems): void {
  listsOf(item, targets, problems)
  if (item.section === 'typeCategories') groupOf(item, (item.members as Members['typeCategories']).groupName, targets)
}

function planItem(
  item: Item,
  { stored: { items } }: References,
  { isAdditive, withNewValues }: PlanOptions,
  targets: Targets,
  problems: Problems,
): Planned {
  const stored = items[item.section].get(item.key)
  if (item.existing) targets.require(item.existing, 'statuses', item.key)
  const values = valuesAfter(item, stored, targets, problems)
  const lists = listsOf(item, targets, problems)
  const deltas: Planned['deltas'] = {}
  for (const [name, sent] of lists) {
    const before = stored?.lists[name] ?? new Map<ElementKey, unknown>()
    const delta = deltaOf(before, isAdditive ? mergedLists(name, sent, before) : sent)
    if (!isEmpty(delta)) deltas[name] = delta
  }
  const { section, key } = item
  const name = String(values['name'] ?? values['email'])
  const ref = section === 'groups' || section === 'persons' ? targets.ref(section, key, name) : undefined
  if (ref?.kind === 'group') ref.name = name
  const differences = stored || withNewValues ? differencesOf(stored, values, deltas) : []
  return { item, stored, ref, values, deltas, differences }
}

/** Memberships are compared when both sides are known. */
function differencesOf(stored: StoredItem | undefined, values: Values, deltas: Planned['deltas']): Difference[] {
  return [
    ...differencesOfValues(stored?.values ?? {}, values),
    ...Object.entries(deltas)
      .filter(([list]) => list !== 'memberEmails' && list !== 'groupNames')
      .flatMap(([list, delta]) => differencesOfList(list as ListName, delta)),
  ]
}

/** The elements that were sent, in their order, and then the stored ones. */
function mergedLists(name: ListName, sent: Elements, before: Elements): Elements {
  const kept = [...before].filter(([key]) => !sent.has(key))
  const all = new Map([...sent, ...kept])
  return name === 'fields' ? positioned(all) : all
}

function positioned(fields: Elements): Elements {
  return new Map([...fields].map(([key, field], index) => [key, { ...(field as Values), position: index + 1 }]))
}

function valuesAfter(item: Item, stored: StoredItem | undefined, targets: Targets, problems: Problems): Values {
  const { section, path } = item
  const members: Values = { ...item.members, ...renamed(item, stored) }
  const values: Record<string, unknown> = {}
  for (const [name, byDefault] of Object.entries(defaults[section])) {
    const sent = members[name]
    const isAbsent = sent === undefined || (sent === null && !nullable.has(name))
    if (!isAbsent) values[name] = name === 'groupName' ? groupOf(item, sent, targets) : sent
    else if (stored) values[name] = stored.values[name]
    else if (byDefault !== required) values[name] = byDefault
    else problems.add('invalidValue', [...path, name], `is required, because the ${nounOf(item)} does not exist yet`)
  }
  return values
}

/** A person who exists is found by the address in any letter case, and keeps it as it was stored. */
function renamed({ section, members }: Item, stored: StoredItem | undefined): Values {
  if (section === 'groups') {
    const { name, newName } = members as Members['groups']
    return { name: newName ?? name }
  }
  if (section !== 'persons') return {}
  const { email, newEmail } = members as Members['persons']
  return { email: newEmail ?? (stored ? null : email) }
}

function nounOf({ section }: Item): string {
  return section === 'persons' ? 'person' : nouns[section]
}

function groupOf({ path }: Item, name: unknown, targets: Targets): Ref | null {
  return name == null ? null : (targets.group([...path, 'groupName'], String(name)) ?? null)
}

/** The lists that were sent. Adds a problem for each element that is repeated or does not exist. */
function listsOf(item: Item, targets: Targets, problems: Problems): Map<ListName, Elements> {
  const lists = new Map<ListName, Elements>()
  const placeOf = (list: ListName) => item.elementPath ?? ((index: number) => [...item.path, list, index])

  function add<Sent>(
    name: ListName,
    sent: readonly Sent[] | null | undefined,
    keyOf: (element: Sent, path: Path) => ElementKey | undefined,
    elementOf: (element: Sent, index: number) => unknown = () => true,
    keyMember: readonly string[] = [],
  ): void {
    if (!sent) return
    const place = placeOf(name)
    const reference = item.referencePath ?? place
    const keys = sent.map((element, index) => keyOf(element, reference(index)))
    checkElements(keys, (index) => [...place(index), ...keyMember], problems)
    const found = keys.entries().filter((entry): entry is [number, ElementKey] => entry[1] !== undefined)
    lists.set(name, new Map(found.map(([index, key]) => [key, elementOf(sent[index]!, index)])))
  }

  const requireKey = (section: 'types' | 'statuses') => (key: string, path: Path) => {
    targets.require(path, section, key)
    return key
  }

  switch (item.section) {
    case 'types': {
      const { fields } = item.members as Members['types']
      const element = (field: NonNullable<typeof fields>[number], index: number) => ({
        ...toFieldDefinition(field),
        position: index + 1,
      })
      add('fields', fields, ({ name }) => name, element, ['name'])
      break
    }
    case 'typeCategories': {
      const { typeCode, categoryCode } = item.members as Members['typeCategories']
      targets.require([...item.path, 'typeCode'], 'types', typeCode)
      targets.require([...item.path, 'categoryCode'], 'categories', categoryCode)
      break
    }
    case 'statuses':
      add('transitions', (item.members as Members['statuses']).transitions, requireKey('statuses'))
      break
    case 'touchpoints': {
      const { typeCategories } = item.members as Members['touchpoints']
      const keyOf = (codes: { typeCode: string; categoryCode: string }, path: Path) => {
        targets.requireTypeCategory(path, codes)
        return typeCategoryKey(codes)
      }
      add('typeCategories', typeCategories, keyOf, ({ modifyCases }) => ({ modifyCases: modifyCases ?? false }))
      break
    }
    case 'groups': {
      const { typeCodes, memberEmails } = item.members as Members['groups']
      add('typeCodes', typeCodes, requireKey('types'))
      add('memberEmails', memberEmails, (email, path) => targets.person(path, 'OPERATOR', email))
      break
    }
    case 'persons': {
      const { typeCodes, groupNames } = item.members as Members['persons']
      add('typeCodes', typeCodes, requireKey('types'))
      add('groupNames', groupNames, (name, path) => targets.group(path, name))
      break
    }
  }
  return lists
}
