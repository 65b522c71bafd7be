import type { EntityManager, EntitySchema, InferEntity, Primary } from '@mikro-orm/postgresql'
import {
  CaseCategory,
  CaseResolution,
  CaseStatus,
  CaseType,
  SavedReply,
  Tag,
  TypeCategory,
} from '../../catalogue/catalogue.entity.ts'
import type {
  Calendar as CatalogueCalendar,
  Catalogue,
  SlaPolicy as CataloguePolicy,
  TypeCategory as CatalogueTypeCategory,
} from '../../catalogue/catalogue.ts'
import { Calendar, SlaPolicy } from '../../sla/sla.entity.ts'
import { toTypeCategories } from '../items/reply-format.ts'
import { toGoals, toHolidays, toHours } from '../items/sla-format.ts'
import { Touchpoint } from '../../catalogue/touchpoint.entity.ts'
import { OperatorGroup, Person } from '../../people/people.entity.ts'
import { forEachSection, type Section } from '../items/sections.ts'
import type { StoredPeople } from './stored-people.ts'
import { emailKey } from '../../people/email.ts'
import { defaultsOf, type Members, nullable } from '../items/item-formats.ts'
import type { Item } from '../items/items.rules.ts'

const entities = {
  categories: CaseCategory,
  types: CaseType,
  typeCategories: TypeCategory,
  statuses: CaseStatus,
  resolutions: CaseResolution,
  calendars: Calendar,
  slaPolicies: SlaPolicy,
  tags: Tag,
  replies: SavedReply,
  touchpoints: Touchpoint,
  groups: OperatorGroup,
  persons: Person,
}

export type Entities = { [S in Section]: InferEntity<(typeof entities)[S]> }
export const entityNames: { [S in Section]: EntitySchema<Entities[S]> } = entities

/** What identifies an item in the database: an ID, a code, a name, or the codes of a type and a category. */
export function primaryKeyOf(entity: Entities[Section]): [string | number, string?] {
  if ('id' in entity) return [entity.id]
  if ('code' in entity) return [entity.code]
  return 'name' in entity ? [entity.name] : [entity.type.code, entity.category.code]
}

export type ManagedConfiguration = ReturnType<typeof manageConfiguration>

/**
 * The configuration in a unit of work: what items and their lists refer to. The catalogue is in memory, so its items become
 * managed entities without a query. Groups and persons are loaded.
 */
export function manageConfiguration(em: EntityManager, catalogue: Catalogue, people: StoredPeople) {
  /** The entities of stored items that were used, and of new items. */
  const entitiesOf: { [S in Section]: Map<string, Entities[S]> } = {
    ...forEachSection(() => new Map()),
    groups: new Map(people.groups),
    persons: new Map(people.persons),
  }

  function has(section: Section, key: string | undefined): boolean {
    if (key === undefined) return false
    return section === 'groups' || section === 'persons' ? people[section].has(key) : catalogue[section].has(key)
  }

  function add<S extends Section>(section: S, key: string, entity: Entities[S]): Entities[S] {
    entitiesOf[section].set(key, entity)
    return entity
  }

  /** The entity of an item. Undefined if there is none, or none yet. */
  function get<S extends Section>(section: S, key: string | undefined): Entities[S] | undefined {
    if (key === undefined) return undefined
    const opened = entitiesOf[section].get(key)
    if (opened || section === 'groups' || section === 'persons') return opened
    const stored = catalogue[section as Exclude<Section, 'groups' | 'persons'>].get(key)
    return stored && add(section, key, em.merge<object>(entityNames[section], storedRow(stored)) as Entities[S])
  }

  /** What a row refers to, which exists unless there is a problem. */
  function reference<S extends Exclude<Section, 'groups' | 'persons' | 'resolutions' | 'touchpoints'>>(
    section: S,
    key: string,
  ) {
    const primaryKey = section === 'typeCategories' ? key.split('\0') : key
    return get(section, key) ?? em.getReference(entityNames[section], primaryKey as Primary<Entities[S]>)
  }

  const opened = <S extends Section>(section: S): ReadonlyMap<string, Entities[S]> => entitiesOf[section]

  return { em, catalogue, people, has, add, get, reference, opened }
}

/** The row of an item of the catalogue. MikroORM takes the properties that the entity has. */
function storedRow(stored: object | CatalogueTypeCategory): object {
  if ('calendarCode' in stored) {
    const { calendarCode: calendar, goals, ...values } = stored as CataloguePolicy
    return { ...values, calendar, goals: toGoals(goals) }
  }
  if ('holidays' in stored) {
    const { hours, ...values } = stored as CatalogueCalendar
    return { ...values, hours: toHours(hours) }
  }
  if (!('groupId' in stored)) return { ...stored }
  const { type, category, groupId: group, slaPolicyCode: slaPolicy, ...values } = stored
  return { ...values, type: type.code, category: category.code, group, slaPolicy }
}

/** The values of an item that its entity has under other names, or not as they were sent. */
const changedValues: { [S in Section]?: (sent: Members[S], of: ManagedConfiguration, isNew: boolean) => object } = {
  typeCategories: ({ typeCode, categoryCode, slaPolicyCode: code }, configuration) => ({
    type: configuration.reference('types', typeCode),
    category: configuration.reference('categories', categoryCode),
    slaPolicy: code && configuration.reference('slaPolicies', code),
  }),
  calendars: ({ hours, holidays }, _configuration, isNew) => ({
    hours: hours ? toHours(hours) : isNew ? [] : undefined,
    holidays: holidays ? toHolidays(holidays) : isNew ? [] : undefined,
  }),
  slaPolicies: ({ calendarCode: code, goals }, configuration, isNew) => ({
    calendar: code && configuration.reference('calendars', code),
    goals: goals ? toGoals(goals) : isNew ? [] : undefined,
  }),
  replies: ({ text, typeCategories }, _configuration, isNew) => ({
    text: text?.trim(),
    typeCategories: typeCategories ? toTypeCategories(typeCategories) : isNew ? [] : undefined,
  }),
  statuses: ({ default: isDefault, afterPartyComment: name }, configuration) => ({
    isDefault,
    afterPartyComment: name && configuration.reference('statuses', name),
  }),
  resolutions: ({ default: isDefault }) => ({ isDefault }),
  touchpoints: ({ logins, registers }, _configuration, isNew) =>
    isNew ? { logins: logins ?? [], registers: registers ?? [] } : {},
  groups: ({ name, newName }) => ({ name: newName ?? name }),
  // A person who exists is found by the address in any letter case, and keeps it as it was stored.
  persons: ({ login, email, newEmail }, _configuration, isNew) => {
    const address = newEmail ?? (isNew ? email : undefined)
    return { kind: login, email: address, emailKey: address === undefined ? undefined : emailKey(address) }
  },
}

/** Assigns the values of an item to its entity, which is created unless it exists. Absent values of a new item have the default. */
export function assignValues<S extends Section>(
  { section, members: sent }: Item<S>,
  key: string,
  configuration: ManagedConfiguration,
): Entities[S] {
  const { em } = configuration
  const stored = configuration.get(section, key)
  const isNew = stored === undefined
  const entity = stored ?? configuration.add(section, key, em.create(entityNames[section], {}, { partial: true }))
  const members = isNew ? { ...defaultsOf(section), ...present(sent) } : present(sent)
  const { properties } = entityNames[section].meta
  const ofEntity = Object.entries(members).filter(([name]) => Object.hasOwn(properties, name))
  const values = { ...Object.fromEntries(ofEntity), ...changedValues[section]?.(members, configuration, isNew) }
  em.assign<object>(entity, present(values))
  return entity
}

/** Without absent values. Null means absent, too, except for some members. */
function present<Values extends object>(values: Values): Values {
  const isPresent = ([name, value]: [string, unknown]) => value !== undefined && (value !== null || nullable.has(name))
  return Object.fromEntries(Object.entries(values).filter(isPresent)) as Values
}
