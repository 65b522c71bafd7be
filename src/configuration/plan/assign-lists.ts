import { CaseStatusTransition, CaseTypeField } from '../../catalogue/catalogue.entity.ts'
import { type FieldDefinition, typeCategoryKey } from '../../catalogue/catalogue.ts'
import { TouchpointGrant } from '../../catalogue/touchpoint.entity.ts'
import { OperatorGroupType, OperatorType } from '../../people/people.entity.ts'
import { toFieldDefinition } from '../items/field-format.ts'
import type { Item, Path, Problems } from '../items/items.rules.ts'
import type { Section } from '../items/sections.ts'
import type { Entities, ManagedConfiguration } from './managed-configuration.ts'
import type { SentMemberships } from './memberships.ts'
import { type ChangedFields, checkRepeated, type Targets } from './references.rules.ts'

export interface Lists {
  configuration: ManagedConfiguration
  targets: Targets
  memberships: SentMemberships
  problems: Problems
  /** Whether lists only add to the stored ones. Otherwise, they are complete. */
  isAdditive: boolean
  fields: Map<string, ChangedFields>
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
      const kept = lists.isAdditive ? before.filter(({ name }) => !sent.has(name)) : []
      const after = [...Array.from(sent.values(), toFieldDefinition), ...kept]
      lists.fields.set(type.code, { before, after, item })
      // Each change of the fields numbers them from 1. The members of stored choices are in another order.
      const numbered = (fields: readonly FieldDefinition[]) =>
        fields.map((field, index) => ({ ...toFieldDefinition(field), position: index + 1 }))
      const stored = numbered(before).map((row) => em.merge(CaseTypeField, { ...row, type: type.code }))
      assignElements(lists, stored, new Map(numbered(after).map((row) => [row.name, row])), {
        keyOf: ({ name }) => name,
        add: (row) => em.create(CaseTypeField, { ...row, type }),
        change: (field, row) => em.assign(field, row),
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
      const stored = names.map((to) => em.merge(CaseStatusTransition, { from: from.name, to }))
      assignElements(lists, stored, sent, {
        keyOf: ({ to }) => to.name,
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
        const typeCategory: [string, string] = [type.code, category.code]
        return em.merge(TouchpointGrant, { touchpoint: touchpoint.code, typeCategory, modifyCases })
      })
      assignElements(lists, stored, sent, {
        keyOf: ({ typeCategory: { type, category } }) =>
          typeCategoryKey({ typeCode: type.code, categoryCode: category.code }),
        add({ modifyCases, ...codes }) {
          const typeCategory = configuration.reference('typeCategories', typeCategoryKey(codes))
          em.create(TouchpointGrant, { touchpoint, typeCategory, modifyCases: modifyCases ?? false })
        },
        change: (grant, { modifyCases }) => (grant.modifyCases = modifyCases ?? false),
      })
    }
  },

  groups(item, lists) {
    const { em, people } = lists.configuration
    const assignTypes = checkTypes(item, lists)
    const assignMembers = checkMemberships(
      item,
      lists,
      'memberEmails',
      item.members.memberEmails,
      'persons',
      (email, place) => lists.targets.person(place, 'OPERATOR', email),
    )
    return (group) => {
      assignTypes(people.groupTypes.get(group), (type) => em.create(OperatorGroupType, { group, type }))
      assignMembers(group)
    }
  },

  persons(item, lists) {
    const { em, people } = lists.configuration
    const assignTypes = checkTypes(item, lists)
    const assignGroups = checkMemberships(item, lists, 'groupNames', item.members.groupNames, 'groups', (name, place) =>
      lists.targets.group(place, name),
    )
    return (operator) => {
      assignTypes(people.operatorTypes.get(operator), (type) => em.create(OperatorType, { operator, type }))
      assignGroups(operator)
    }
  },
}

function checkTypes(item: Item<'groups' | 'persons'>, lists: Lists) {
  const { typeCodes } = item.members
  const sent = elementsOf(lists, item, 'typeCodes', typeCodes, (code, place) =>
    lists.targets.require(place, 'types', code),
  )
  return (stored: readonly { type: { code: string } }[] = [], create: (type: Entities['types']) => unknown) =>
    assignElements(lists, stored, sent, {
      keyOf: ({ type }) => type.code,
      add: (code) => create(lists.configuration.reference('types', code)),
    })
}

function checkMemberships(
  item: Item<'groups' | 'persons'>,
  lists: Lists,
  name: 'memberEmails' | 'groupNames',
  members: readonly string[] | null | undefined,
  section: 'groups' | 'persons',
  keyOf: (element: string, path: Path) => string | undefined,
) {
  const { configuration, memberships } = lists
  const sent = elementsOf(lists, item, name, members, keyOf)
  return (owner: Entities['groups' | 'persons']) => {
    if (!sent) return
    const others = new Set([...sent.keys()].flatMap((key) => configuration.get(section, key) ?? []))
    memberships.set(owner, { name, others, path: item.path })
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
  const placeOf = (index: number) => [...item.path, list, index]
  const keys = sent.map((element, index) => keyOf(element, placeOf(index)))
  checkRepeated(
    keys.map((key, index) => [key, [...placeOf(index), ...keyMember]]),
    problems,
  )
  return new Map(keys.flatMap((key, index) => (key === undefined ? [] : [[key, sent[index]!] as const])))
}

/** Creates, changes and removes elements, so that the stored list becomes the one that was sent. */
function assignElements<Child extends object, Sent>(
  { configuration: { em }, isAdditive }: Lists,
  stored: readonly Child[],
  sent: ReadonlyMap<string, Sent> | undefined,
  of: { keyOf(child: Child): string; add(element: Sent): unknown; change?(child: Child, element: Sent): unknown },
): void {
  if (!sent) return
  const before = new Map(stored.map((child) => [of.keyOf(child), child]))
  for (const [key, element] of sent) {
    const child = before.get(key)
    if (!child) of.add(element)
    else of.change?.(child, element)
  }
  if (isAdditive) return
  for (const [key, child] of before) if (!sent.has(key)) em.remove(child)
}
