import type { EntitySchema, RequiredEntityData } from '@mikro-orm/postgresql'
import { CaseStatusTransition, CaseTypeField } from '../../catalogue/catalogue.entity.ts'
import { type FieldDefinition, typeCategoryKey } from '../../catalogue/catalogue.ts'
import { TouchpointGrant } from '../../catalogue/touchpoint.entity.ts'
import { OperatorGroupMember, OperatorGroupType, OperatorType } from '../../people/people.entity.ts'
import { toFieldDefinition } from '../items/field-format.ts'
import type { Item, Path } from '../items/items.rules.ts'
import type { Section } from '../items/sections.ts'
import { type Entities, references } from './managed-configuration.ts'
import { checkRepeated, type Plan } from './references.rules.ts'
import type { Group, Membership, PersonEntity } from './stored-people.ts'

/** Assigns what an item refers to. Null refers to nothing. Adds a problem for what does not exist. */
function assignReferences({ section, path, members }: Item, entity: object | undefined, plan: Plan): void {
  const { configuration, targets } = plan
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
export function assignLists<S extends Section>(item: Item<S>, entity: Entities[S] | undefined, plan: Plan): void {
  assignReferences(item, entity, plan)
  listsOf[item.section]?.(item, entity, plan)
}

/** The lists of the sections that have some. There is no entity if the item has no key or is repeated. */
const listsOf: { [S in Section]?: (item: Item<S>, entity: Entities[S] | undefined, plan: Plan) => void } = {
  replies(item, _reply, plan) {
    elementsOf(plan, item, 'typeCategories', item.members.typeCategories, (codes, place) => {
      plan.targets.requireTypeCategory(place, codes)
      return typeCategoryKey(codes)
    })
  },

  types(item, type, plan) {
    const sent = elementsOf(plan, item, 'fields', item.members.fields, ({ name }) => name, ['name'])
    if (!sent || !type) return
    const { em, catalogue } = plan.configuration
    const before = catalogue.types.get(type.code)?.fields ?? []
    const kept = plan.isAdditive ? before.filter(({ name }) => !sent.has(name)) : []
    const after = [...Array.from(sent.values(), toFieldDefinition), ...kept]
    plan.fields.set(type.code, { before, after, item })
    // Each change of the fields numbers them from 1. The members of stored choices are in another order.
    const numbered = (fields: readonly FieldDefinition[]) =>
      fields.map((field, index) => ({ ...toFieldDefinition(field), position: index + 1 }))
    const stored = numbered(before).map(
      (row) => [row.name, em.merge(CaseTypeField, { ...row, type: type.code })] as const,
    )
    assignRows(plan, CaseTypeField, stored, new Map(numbered(after).map((row) => [row.name, row])), { type })
  },

  statuses(item, from, plan) {
    const { configuration, targets } = plan
    const sent = elementsOf(plan, item, 'transitions', item.members.transitions, (name, place) =>
      targets.require(place, 'statuses', name),
    )
    if (!sent || !from) return
    const { em, catalogue } = configuration
    const names = [...(catalogue.transitions.get(from.name) ?? [])]
    const stored = names.map((to) => [to, em.merge(CaseStatusTransition, { from: from.name, to })] as const)
    const rows = new Map(Array.from(sent.keys(), (to) => [to, { to: configuration.reference('statuses', to) }]))
    assignRows(plan, CaseStatusTransition, stored, rows, { from })
  },

  touchpoints(item, touchpoint, plan) {
    const { configuration, targets, problems } = plan
    const sent = elementsOf(plan, item, 'typeCategories', item.members.typeCategories, (codes, place) => {
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
    assignRows(plan, TouchpointGrant, stored, rows, { touchpoint })
  },

  groups(item, group, plan) {
    const sent = typesOf(item, plan)
    if (group) assignRows(plan, OperatorGroupType, plan.configuration.people.groupTypes.get(group), sent, { group })
    assignMembers(item, group, plan, 'memberEmails', item.members.memberEmails, 'persons', (email, place) =>
      plan.targets.person(place, 'OPERATOR', email),
    )
  },

  persons(item, operator, plan) {
    const sent = typesOf(item, plan)
    const stored = operator && plan.configuration.people.operatorTypes.get(operator)
    if (operator) assignRows(plan, OperatorType, stored, sent, { operator })
    assignMembers(item, operator, plan, 'groupNames', item.members.groupNames, 'groups', (name, place) =>
      plan.targets.group(place, name),
    )
    for (const name of ['typeCodes', 'groupNames'] as const) {
      if (item.members.login === 'OPERATOR' || item.members[name] == null) continue
      plan.problems.add('invalidValue', [...item.path, name], 'is allowed only for operators')
    }
  },
}

function typesOf(item: Item<'groups' | 'persons'>, plan: Plan) {
  const { configuration, targets } = plan
  const sent = elementsOf(plan, item, 'typeCodes', item.members.typeCodes, (code, place) =>
    targets.require(place, 'types', code),
  )
  return sent && new Map(Array.from(sent.keys(), (code) => [code, { type: configuration.reference('types', code) }]))
}

function assignMembers(
  item: Item<'groups' | 'persons'>,
  owner: Entities['groups' | 'persons'] | undefined,
  plan: Plan,
  name: 'memberEmails' | 'groupNames',
  members: readonly string[] | null | undefined,
  section: 'groups' | 'persons',
  keyOf: (element: string, path: Path) => string | undefined,
): void {
  const sent = elementsOf(plan, item, name, members, keyOf)
  if (!sent || !owner) return
  const others = new Set([...sent.keys()].flatMap((key) => plan.configuration.get(section, key) ?? []))
  plan.memberships.set(owner, { name, others, path: item.path })
}

/** The elements of a list by their keys. Undefined if the list was not sent. Elements without a key have a problem. */
function elementsOf<Sent>(
  { problems }: Plan,
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
  { configuration: { em }, isAdditive }: Plan,
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

/** Creates and removes memberships when all lists are known. Lists of both sides can be sent, and must agree. */
export function assignMemberships({
  configuration: { em, people },
  memberships: sent,
  isAdditive,
  problems,
}: Plan): void {
  const decided = new Set<string>()
  const decide = (group: Group, operator: PersonEntity, stored?: Membership) => {
    const pair = `${group.name}\0${operator.emailKey}`
    if (decided.has(pair)) return
    decided.add(pair)
    if (stored && isAdditive) return
    const opinions = [sent.get(group), sent.get(operator)].flatMap((list) =>
      list ? { ...list, isMember: list.others.has(group) || list.others.has(operator) } : [],
    )
    const changing = opinions.find(({ isMember }) => isMember !== (stored !== undefined))
    if (!changing) return
    const opposite = opinions.find(({ isMember }) => isMember !== changing.isMember)
    if (opposite) {
      const message = `contradicts the ${opposite.name} of another item of the input`
      problems.add('invalidValue', [...changing.path, changing.name], message)
    }
    if (stored) em.remove(stored)
    else em.create(OperatorGroupMember, { group, operator })
  }
  for (const membership of people.memberships) decide(membership.group, membership.operator, membership)
  for (const [one, { others }] of sent) {
    for (const other of others) {
      if ('name' in one && 'email' in other) decide(one, other)
      else if ('email' in one && 'name' in other) decide(other, one)
    }
  }
}
