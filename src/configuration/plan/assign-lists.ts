import { CaseStatusTransition, CaseTypeField } from '../../catalogue/catalogue.entity.ts'
import type { FieldDefinition } from '../../catalogue/catalogue.ts'
import { TouchpointGrant } from '../../catalogue/touchpoint.entity.ts'
import { typeCategoryKey } from '../../catalogue/type-category-key.ts'
import { OperatorGroupType, OperatorType } from '../../people/people.entity.ts'
import { toFieldDefinition } from '../items/field-format.ts'
import type { Item, Path } from '../items/items.rules.ts'
import type { Problems } from '../items/problems.rules.ts'
import type { Section } from '../items/sections.ts'
import type { Entities, ManagedConfiguration } from './managed-configuration.ts'
import type { Memberships } from './memberships.ts'
import { checkRepeated, type Targets } from './references.rules.ts'
import type { Group, PersonEntity } from './stored-people.ts'

export interface Lists {
  configuration: ManagedConfiguration
  targets: Targets
  memberships: Memberships
  problems: Problems
  /** Whether lists only add to the stored ones. Otherwise, they are complete. */
  isAdditive: boolean
  /** The fields of the types whose fields were sent, by code, before and after the change. */
  fields: Map<string, ChangedFields>
}

export interface ChangedFields {
  before: readonly FieldDefinition[]
  after: readonly FieldDefinition[]
  item: Item<'types'>
}

type CheckLists = { [S in Section]: (item: Item<S>, lists: Lists) => (entity: Entities[S]) => void }

const nothing = () => {}

/**
 * Adds a problem for each element of a list that is repeated or does not exist. Returns what assigns the lists that were sent to
 * the entity of the item.
 */
export const checkLists: CheckLists = {
  categories: () => nothing,
  resolutions: () => nothing,

  types(item, lists) {
    const sent = elementsOf(lists, item, 'fields', item.members.fields, ({ name }) => name, ['name'])
    return (type) => {
      if (!sent) return
      const { em, catalogue } = lists.configuration
      const before = catalogue.types.get(type.code)?.fields ?? []
      const definitions = new Map(Array.from(sent, ([name, field]) => [name, toFieldDefinition(field)]))
      const kept = lists.isAdditive ? before.filter(({ name }) => !sent.has(name)) : []
      const after = [...definitions.values(), ...kept]
      lists.fields.set(type.code, { before, after, item })
      const positions = new Map(after.map(({ name }, index) => [name, index + 1]))
      // Each change of the fields numbers them from 1.
      const stored = before.map((field, index) => {
        const row = { ...toFieldDefinition(field), type: type.code, position: index + 1 }
        return [field.name, em.merge(CaseTypeField, row)] as const
      })
      for (const [name, field] of stored) field.position = positions.get(name) ?? field.position
      assignElements(lists, stored, definitions, {
        add: (name, definition) => em.create(CaseTypeField, { ...definition, type, position: positions.get(name)! }),
        change: (field, definition) => em.assign(field, definition),
      })
    }
  },

  typeCategories({ path, members: { typeCode, categoryCode, groupName } }, { targets, configuration }) {
    targets.require([...path, 'typeCode'], 'types', typeCode)
    targets.require([...path, 'categoryCode'], 'categories', categoryCode)
    const group = groupName == null ? undefined : targets.group([...path, 'groupName'], groupName)
    return (typeCategory) => {
      if (groupName === undefined) return
      typeCategory.group = (group === undefined ? null : configuration.get('groups', group)) ?? null
    }
  },

  statuses(item, lists) {
    const { configuration, targets } = lists
    const sent = elementsOf(lists, item, 'transitions', item.members.transitions, (name, place) =>
      targets.require(place, 'statuses', name),
    )
    return (from) => {
      const { em, catalogue } = configuration
      const names = sent ? [...(catalogue.transitions.get(from.name) ?? [])] : []
      const stored = names.map((to) => [to, em.merge(CaseStatusTransition, { from: from.name, to })] as const)
      assignElements(lists, stored, sent, {
        add: (to) => em.create(CaseStatusTransition, { from, to: configuration.reference('statuses', to) }),
      })
    }
  },

  touchpoints(item, lists) {
    const { configuration, targets } = lists
    const sent = elementsOf(lists, item, 'typeCategories', item.members.typeCategories, (codes, place) => {
      targets.requireTypeCategory(place, codes)
      return typeCategoryKey(codes)
    })
    return (touchpoint) => {
      const { em, catalogue } = configuration
      const grants = sent ? [...(catalogue.touchpoints.get(touchpoint.code)?.grants ?? [])] : []
      const stored = grants.map(([{ type, category }, modifyCases]) => {
        const codes = { typeCode: type.code, categoryCode: category.code }
        const codesOf: [string, string] = [type.code, category.code]
        const row = { touchpoint: touchpoint.code, typeCategory: codesOf, modifyCases }
        return [typeCategoryKey(codes), em.merge(TouchpointGrant, row)] as const
      })
      assignElements(lists, stored, sent, {
        add(key, { modifyCases }) {
          const typeCategory = configuration.reference('typeCategories', key)
          em.create(TouchpointGrant, { touchpoint, typeCategory, modifyCases: modifyCases ?? false })
        },
        change: (grant, { modifyCases }) => (grant.modifyCases = modifyCases ?? false),
      })
    }
  },

  groups(item, lists) {
    const { targets, memberships, configuration } = lists
    const { em, people } = configuration
    const assignTypes = checkTypes(item, lists, people.groupTypes, (group: Group, type) =>
      em.create(OperatorGroupType, { group, type }),
    )
    const members = elementsOf(lists, item, 'memberEmails', item.members.memberEmails, (email, place) =>
      targets.person(place, 'OPERATOR', email),
    )
    return (group) => {
      assignTypes(group)
      if (members) memberships.assignMembers(group, members.keys(), item.path)
    }
  },

  persons(item, lists) {
    const { targets, memberships, configuration } = lists
    const { em, people } = configuration
    const assignTypes = checkTypes(item, lists, people.operatorTypes, (operator: PersonEntity, type) =>
      em.create(OperatorType, { operator, type }),
    )
    const groups = elementsOf(lists, item, 'groupNames', item.members.groupNames, (name, place) =>
      targets.group(place, name),
    )
    return (operator) => {
      assignTypes(operator)
      if (groups) memberships.assignGroups(operator, groups.keys(), item.path)
    }
  },
}

/** The list of the types of a group or an operator. */
function checkTypes<Owner extends object>(
  item: Item<'groups'> | Item<'persons'>,
  lists: Lists,
  stored: ReadonlyMap<object, readonly { type: Entities['types'] }[]>,
  create: (owner: Owner, type: Entities['types']) => unknown,
): (owner: Owner) => void {
  const { targets, configuration } = lists
  const sent = elementsOf(lists, item, 'typeCodes', item.members.typeCodes, (code, place) =>
    targets.require(place, 'types', code),
  )
  return (owner) => {
    const rows = (stored.get(owner) ?? []).map((row) => [row.type.code, row] as const)
    assignElements(lists, rows, sent, { add: (code) => create(owner, configuration.reference('types', code)) })
  }
}

/** The elements of a list by their keys. Undefined if the list was not sent. Elements without a key have a problem. */
function elementsOf<Sent>(
  { problems }: Lists,
  item: Item,
  list: string,
  sent: readonly Sent[] | null | undefined,
  keyOf: (element: Sent, path: Path) => string | undefined,
  keyMember: readonly string[] = [],
): Map<string, Sent> | undefined {
  if (!sent) return undefined
  const placeOf = item.elementPath ?? ((index: number) => [...item.path, list, index])
  const keys = sent.map((element, index) => keyOf(element, (item.referencePath ?? placeOf)(index)))
  checkRepeated(keys, (index) => [...placeOf(index), ...keyMember], problems)
  return new Map(keys.flatMap((key, index) => (key === undefined ? [] : [[key, sent[index]!] as const])))
}

/** Creates, changes and removes elements, so that the stored list becomes the one that was sent. */
function assignElements<Child extends object, Sent>(
  { configuration: { em }, isAdditive }: Lists,
  stored: readonly (readonly [key: string, child: Child])[],
  sent: ReadonlyMap<string, Sent> | undefined,
  {
    add,
    change = nothing,
  }: { add(key: string, element: Sent): unknown; change?(child: Child, element: Sent): unknown },
): void {
  if (!sent) return
  const before = new Map(stored)
  for (const [key, element] of sent) {
    const child = before.get(key)
    if (child) change(child, element)
    else add(key, element)
  }
  if (isAdditive) return
  for (const [key, child] of before) if (!sent.has(key)) em.remove(child)
}
