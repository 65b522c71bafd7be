import {
  type AnyEntity,
  type ChangeSet,
  ChangeSetType,
  type EntityManager,
  type EntitySchema,
  type Primary,
  JsonType,
  Utils,
} from '@mikro-orm/postgresql'
import type { AuditedValue } from '../../audit/audit-event.entity.ts'
import { CaseStatusTransition, CaseTypeField } from '../../catalogue/catalogue.entity.ts'
import { TouchpointGrant } from '../../catalogue/touchpoint.entity.ts'
import { OperatorGroupMember, OperatorGroupType, OperatorType } from '../../people/people.entity.ts'
import { toFieldDefinition } from '../items/field-format.ts'
import { type Section, sections } from '../items/sections.ts'
import { type Entities, entityNames, references } from './managed-configuration.ts'
import type { Group, PersonEntity } from './stored-people.ts'
import type { Plan } from './references.rules.ts'

/** Items of the catalogue that values refer to are shown by their codes. */
type Key = string | Group | PersonEntity | { code: string }

/** A difference of an item. The keys of groups and persons get their names when it is shown. */
interface Difference {
  path: readonly Key[]
  from: unknown
  to: unknown
}

export interface Change {
  section: Section
  entity: Entities[Section]
  isNew: boolean
  differences: Difference[]
}

/** What a row is part of: an item, or an element of a list, which belongs to an item. A membership belongs to two. */
interface Part {
  section: Section
  owner: Entities[Section]
  /** Empty if the row is that of the item. */
  path: readonly Key[]
  value?: unknown
}

const listParts = new Map([
  list(CaseTypeField, (field) => [
    { section: 'types', owner: field.type, path: ['fields', field.name], value: toFieldDefinition(field) },
  ]),
  list(CaseStatusTransition, ({ from, to }) => [
    { section: 'statuses', owner: from, path: ['transitions', to.name], value: to.name },
  ]),
  list(TouchpointGrant, ({ touchpoint, typeCategory: { type, category }, modifyCases }) => {
    const path = ['typeCategories', type.code, category.code]
    return [{ section: 'touchpoints', owner: touchpoint, path, value: { modifyCases } }]
  }),
  list(OperatorGroupType, ({ group, type: { code } }) => [
    { section: 'groups', owner: group, path: ['typeCodes', code], value: code },
  ]),
  list(OperatorType, ({ operator, type: { code } }) => [
    { section: 'persons', owner: operator, path: ['typeCodes', code], value: code },
  ]),
  list(OperatorGroupMember, ({ group, operator }) => [
    { section: 'groups', owner: group, path: ['memberEmails', operator], value: operator },
    { section: 'persons', owner: operator, path: ['groupNames', group], value: group },
  ]),
])

function list<Entity>({ meta }: EntitySchema<Entity>, of: (entity: Entity) => Part[]) {
  return [meta.className, of as (entity: AnyEntity) => Part[]] as const
}

const sectionOf = new Map(sections.map((section) => [entityNames[section].meta.className, section]))

function partsOf({ entity, meta: { className } }: ChangeSet<AnyEntity>): Part[] {
  const section = sectionOf.get(className)
  return section ? [{ section, owner: entity as Part['owner'], path: [] }] : listParts.get(className)!(entity)
}

/** The columns that no difference shows, and the names of members that are not those of the column. */
const hidden = new Set(['version', 'emailKey', 'position'])
const memberNames: Record<string, string> = {
  isDefault: 'default',
  ...Object.fromEntries(
    Object.values(references).flatMap((each) => Object.entries(each).map(([property, [member]]) => [property, member])),
  ),
}

/** Lists come after values, in this order, and removed elements before changed and added ones. */
const listOrder = [...listParts.keys()]
const typeOrder = [ChangeSetType.DELETE, ChangeSetType.UPDATE, ChangeSetType.CREATE]
const rankOf = ({ meta, type }: ChangeSet<AnyEntity>) =>
  listOrder.indexOf(meta.className) * typeOrder.length + typeOrder.indexOf(type)

/** What a plan changes: of its items, and of others, which are the former default and the other sides of memberships. */
export interface PlannedChanges {
  changes: ReadonlyMap<object, Change>
  /** How many rows are inserted, updated and deleted, not counting new versions. */
  rows: number
}

/**
 * Reads the change sets, and increases the version of each item that changes. Call it if there are no problems. New items have
 * no differences unless `withNewValues`.
 */
export function changesOf({ configuration, fields }: Plan, withNewValues: boolean): PlannedChanges {
  const { em } = configuration
  const unitOfWork = em.getUnitOfWork()
  unitOfWork.computeChangeSets()
  const changes = new Map<object, Change>()
  const changeSets: ChangeSet<AnyEntity>[] = unitOfWork.getChangeSets()
  for (const changeSet of changeSets.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const { type } = changeSet
    for (const { section, owner, path, value } of partsOf(changeSet)) {
      const isItem = path.length === 0
      const isNew = isItem && type === ChangeSetType.CREATE
      const change = changes.get(owner) ?? { section, entity: owner, isNew, differences: [] }
      changes.set(owner, change)
      if (change.isNew && !withNewValues) continue
      if (isItem || type === ChangeSetType.UPDATE) change.differences.push(...differencesOfValues(changeSet, path, em))
      else if (type === ChangeSetType.CREATE) change.differences.push({ path, from: null, to: value })
      else change.differences.push({ path, from: value, to: null })
    }
  }
  for (const [code, { before, after }] of fields) {
    const [from, to] = [before.map(({ name }) => name), after.map(({ name }) => name)]
    const sent = new Set(to)
    // Elements that were only appended or removed are shown as such.
    const expected = new Set([...from.filter((name) => sent.has(name)), ...to])
    if ([...expected].every((name, index) => name === to[index])) continue
    changes.get(configuration.get('types', code)!)?.differences.push({ path: ['fields'], from, to })
  }
  for (const { isNew, entity, differences } of changes.values()) if (!isNew && differences.length > 0) entity.version++
  return { changes, rows: changeSets.length }
}

function differencesOfValues(
  { entity, payload, originalEntity, meta }: ChangeSet<AnyEntity>,
  path: readonly Key[],
  em: EntityManager,
): Difference[] {
  return Object.keys(payload).flatMap((name) => {
    const property = meta.properties[name]!
    // The login kind of a person identifies the person.
    if (property.primary || hidden.has(name) || (name === 'kind' && meta.className === 'Person')) return []
    const stored: unknown = originalEntity?.[name] ?? null
    const from =
      stored === null || !property.targetMeta
        ? property.customType instanceof JsonType
          ? (JSON.parse(String(stored)) as unknown)
          : (property.customType?.convertToJSValue(stored, em.getPlatform()) ?? stored)
        : em.getReference<object>(property.targetMeta.class, stored as Primary<object>)
    const to: unknown = entity[name] ?? null
    return from === null && to === null ? [] : [{ path: [...path, memberNames[name] ?? name], from, to }]
  })
}

/** The difference as callers and audit events see it. A person is shown by ID, so that the erasure of the person need not change it. */
export function shown({ path, from, to }: Difference): AuditedValue {
  const valueOf = (value: unknown) => (Utils.isEntity<Exclude<Key, string>>(value) ? nameOf(value) : value)
  return { path: path.map(nameOf), from: valueOf(from), to: valueOf(to) }
}

/** The address of a new person appears only in the answer to a dry run: there is no ID. */
function nameOf(key: Key): string {
  if (typeof key === 'string') return key
  if ('code' in key) return key.code
  if ('name' in key) return key.name
  return key.id == null ? key.email : `person:${key.id}`
}

export function isChanged({ isNew, differences }: Change): boolean {
  return isNew || differences.length > 0
}
