import type { EntitySchema, RequiredEntityData } from '@mikro-orm/postgresql'
import { CaseStatusTransition, CaseTypeField } from '../../catalogue/catalogue.entity.ts'
import { type FieldDefinition, typeCategoryKey } from '../../catalogue/catalogue.ts'
import { TouchpointGrant } from '../../catalogue/touchpoint.entity.ts'
import { OperatorGroupType, OperatorType } from '../../people/people.entity.ts'
import { toFieldDefinition } from '../items/field-format.ts'
import type { Item, Path, Problems } from '../items/items.rules.ts'
import type { Section } from '../items/sections.ts'
import { type Entities, type ManagedConfiguration, references } from './managed-configuration.ts'
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

/** Assigns what an item refers to. Null refers to nothing. Adds a problem for what does not exist. */
function assignReferences({ section, path, members }: Item, entity: object | undefined, lists: Lists): void {
  const { configuration, targets } = lists
  for (const [property, [member, referred]] of Object.entries(references[section] ?? {})) {
    const sent = (members as Readonly<Record<string, unknown>>)[member] as string | null | undefined
    if (sent === undefined) continue
    const place = [...path, member]
    const key =
      referred === 'groups' && sent !== null ? targets.group(place, sent) : targets.require(place, referred, sent)
    if (entity) Object.assign(entity, { [property]: key == null ? null : configuration.reference(referred, key) })
  }
}

/** Adds a problem for each reference and element of a list that is repeated or does not exist, and assigns the others. */
export function assignLists<S extends Section>(item: Item<S>, entity: Entities[S] | undefined, lists: Lists): void {
  assignReferences(item, entity, lists)
  listsOf[item.section]?.(item, entity, lists)
}

/** The lists of the sections that have some. There is no entity if the item has no key or is repeated. */
const listsOf: { [S in Section]?: (item: Item<S>, entity: Entities[S] | undefined, lists: Lists) => void } = {
  replies(item, _reply, lists) {
    elementsOf(lists, item, 'typeCategories', item.members.typeCategories, (codes, place) => {
      lists.targets.requireTypeCategory(place, codes)
      return typeCategoryKey(codes)
    })
  },

  types(item, type, lists) {
    const sent = elementsOf(lists, item, 'fields', item.members.fields, ({ name }) => name, ['name'])
    if (!sent || !type) return
    const { em, catalogue } = lists.configuration
    const before = catalogue.types.get(type.code)?.fields ?? []
    const kept = lists.isAdditive ? before.filter(({ name }) => !sent.has(name)) : []
    const after = [...Array.from(sent.values(), toFieldDefinition), ...kept]
    lists.fields.set(type.code, { before, after, item })
    // Each change of the fields numbers them from 1. The members of stored choices are in another order.
    const numbered = (fields: readonly FieldDefinition[]) =>
      fields.map((field, index) => ({ ...toFieldDefinition(field), position: index + 1 }))
    const stored = numbered(before).map(
      (row) => [row.name, em.merge(CaseTypeField, { ...row, type: type.code })] as const,
    )
    assignRows(lists, CaseTypeField, stored, new Map(numbered(after).map((row) => [row.name, row])), { type })
  },

  statuses(item, from, lists) {
    const { configuration, targets } = lists
    const sent = elementsOf(lists, item, 'transitions', item.members.transitions, (name, place) =>
      targets.require(place, 'statuses', name),
    )
    if (!sent || !from) return
    const { em, catalogue } = configuration
    const names = [...(catalogue.transitions.get(from.name) ?? [])]
    const stored = names.map((to) => [to, em.merge(CaseStatusTransition, { from: from.name, to })] as const)
    const rows = new Map(Array.from(sent.keys(), (to) => [to, { to: configuration.reference('statuses', to) }]))
    assignRows(lists, CaseStatusTransition, stored, rows, { from })
  },

  touchpoints(item, touchpoint, lists) {
    const { configuration, targets, problems } = lists
    const sent = elementsOf(lists, item, 'typeCategories', item.members.typeCategories, (codes, place) => {
      targets.requireTypeCategory(place, codes)
      return typeCategoryKey(codes)
    })
    for (const name of ['logins', 'registers'] as const) {
      const logins = item.members[name] ?? []
      checkRepeated(
        logins.map((login, index) => [login, [...item.path, name, index]]),
        problems,
      )
    }
    if (!sent || !touchpoint) return
    const { em, catalogue } = configuration
    const grants = [...(catalogue.touchpoints.get(touchpoint.code)?.grants ?? [])]
    const stored = grants.map(([{ type, category }, modifyCases]) => {
      const codes = { typeCode: type.code, categoryCode: category.code }
      const typeCategory: [string, string] = [type.code, category.code]
      const row = { touchpoint: touchpoint.code, typeCategory, modifyCases }
      return [typeCategoryKey(codes), em.merge(TouchpointGrant, row)] as const
    })
    const rowOf = (key: string, modifyCases: boolean) => ({
      typeCategory: configuration.reference('typeCategories', key),
      modifyCases,
    })
    const rows = new Map(Array.from(sent, ([key, { modifyCases }]) => [key, rowOf(key, modifyCases ?? false)]))
    assignRows(lists, TouchpointGrant, stored, rows, { touchpoint })
  },

  groups(item, group, lists) {
    const sent = typesOf(item, lists)
    if (group) assignRows(lists, OperatorGroupType, lists.configuration.people.groupTypes.get(group), sent, { group })
    assignMembers(item, group, lists, 'memberEmails', item.members.memberEmails, 'persons', (email, place) =>
      lists.targets.person(place, 'OPERATOR', email),
    )
  },

  persons(item, operator, lists) {
    const sent = typesOf(item, lists)
    const stored = operator && lists.configuration.people.operatorTypes.get(operator)
    if (operator) assignRows(lists, OperatorType, stored, sent, { operator })
    assignMembers(item, operator, lists, 'groupNames', item.members.groupNames, 'groups', (name, place) =>
      lists.targets.group(place, name),
    )
    for (const name of ['typeCodes', 'groupNames'] as const) {
      if (item.members.login === 'OPERATOR' || item.members[name] == null) continue
      lists.problems.add('invalidValue', [...item.path, name], 'is allowed only for operators')
    }
  },
}

function typesOf(item: Item<'groups' | 'persons'>, lists: Lists) {
  const { configuration, targets } = lists
  const sent = elementsOf(lists, item, 'typeCodes', item.members.typeCodes, (code, place) =>
    targets.require(place, 'types', code),
  )
  return sent && new Map(Array.from(sent.keys(), (code) => [code, { type: configuration.reference('types', code) }]))
}

function assignMembers(
  item: Item<'groups' | 'persons'>,
  owner: Entities['groups' | 'persons'] | undefined,
  lists: Lists,
  name: 'memberEmails' | 'groupNames',
  members: readonly string[] | null | undefined,
  section: 'groups' | 'persons',
  keyOf: (element: string, path: Path) => string | undefined,
): void {
  const sent = elementsOf(lists, item, name, members, keyOf)
  if (!sent || !owner) return
  const others = new Set([...sent.keys()].flatMap((key) => lists.configuration.get(section, key) ?? []))
  lists.memberships.set(owner, { name, others, path: item.path })
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
  const elements = sent?.map((element, index) => {
    const path = [...item.path, list, index]
    return { key: keyOf(element, path), place: [...path, ...keyMember], element }
  })
  if (!elements) return undefined
  checkRepeated(
    elements.map(({ key, place }) => [key, place]),
    problems,
  )
  return new Map(elements.flatMap(({ key, element }) => (key === undefined ? [] : [[key, element] as const])))
}

/** Creates, changes and removes rows of an owner, so that the stored list becomes the one that was sent. */
function assignRows<Row extends object>(
  { configuration: { em }, isAdditive }: Lists,
  entity: EntitySchema<Row>,
  stored: Iterable<readonly [key: string, row: Row]> = [],
  sent: ReadonlyMap<string, object> | undefined,
  owner: object,
): void {
  if (!sent) return
  const before = new Map(stored)
  for (const [key, values] of sent) {
    const row = before.get(key)
    if (row) em.assign<object>(row, values)
    else em.create(entity, { ...values, ...owner } as RequiredEntityData<Row>)
  }
  if (isAdditive) return
  for (const [key, row] of before) if (!sent.has(key)) em.remove(row)
}
