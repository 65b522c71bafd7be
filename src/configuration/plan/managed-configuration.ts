import type { EntityManager, EntitySchema, InferEntity, Primary } from '@mikro-orm/postgresql'
import {
  CaseCategory,
  CaseResolution,
  CaseStatus,
  CaseType,
  OperatorGroup,
  SavedReply,
  Tag,
  TypeCategory,
} from '../../catalogue/catalogue.entity.ts'
import type { Catalogue, TypeCategory as CatalogueTypeCategory } from '../../catalogue/catalogue.ts'
import { Calendar, SlaPolicy } from '../../sla/sla.entity.ts'
import { toTypeCategories } from '../items/reply-format.ts'
import { toGoals, toHolidays, toHours } from '../items/sla-format.ts'
import { Touchpoint } from '../../catalogue/touchpoint.entity.ts'
import { Person } from '../../people/people.entity.ts'
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

type Referred = 'types' | 'categories' | 'statuses' | 'calendars' | 'slaPolicies' | 'groups'

/** What items refer to: the properties of their entities, each with the member that names it and the section that has it. */
export const references: { readonly [S in Section]?: Record<string, [member: string, section: Referred]> } = {
  typeCategories: {
    type: ['typeCode', 'types'],
    category: ['categoryCode', 'categories'],
    slaPolicy: ['slaPolicyCode', 'slaPolicies'],
    group: ['groupName', 'groups'],
  },
  statuses: { afterPartyComment: ['afterPartyComment', 'statuses'] },
  slaPolicies: { calendar: ['calendarCode', 'calendars'] },
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
    return (
      stored && add(section, key, em.merge<object>(entityNames[section], storedRow(section, stored)) as Entities[S])
    )
  }

  /** What a row refers to, which exists unless there is a problem. */
  function reference<S extends Referred | 'typeCategories'>(section: S, key: string) {
    const primaryKey = section === 'typeCategories' ? key.split('\0') : key
    return get(section, key) ?? em.getReference(entityNames[section], primaryKey as Primary<Entities[S]>)
  }

  const opened = <S extends Section>(section: S): ReadonlyMap<string, Entities[S]> => entitiesOf[section]

  return { em, catalogue, people, has, add, get, reference, opened }
}

/** How values are stored, so that equal values are stored as equal. */
const storedForms: Record<string, (sent: never) => unknown> = {
  goals: toGoals,
  holidays: toHolidays,
  hours: toHours,
  text: (text: string) => text.trim(),
  typeCategories: toTypeCategories,
}

/** The values of an item whose names are those of properties of its entity, as they are stored. */
function ofEntity(section: Section, values: object): object {
  const { properties } = entityNames[section].meta
  const known = Object.entries(values).filter(
    ([name]) => Object.hasOwn(properties, name) && !references[section]?.[name],
  )
  return Object.fromEntries(
    known.map(([name, value]) => [name, value && (storedForms[name]?.(value as never) ?? value)]),
  )
}

/** The row of an item of the catalogue. */
function storedRow(section: Section, stored: object): object {
  const row = ofEntity(section, stored)
  if ('calendarCode' in stored) return { ...row, calendar: stored.calendarCode }
  if ('afterPartyComment' in stored) return { ...row, afterPartyComment: stored.afterPartyComment }
  if (!('groupId' in stored)) return row
  const { type, category, groupId: group, slaPolicyCode: slaPolicy } = stored as CatalogueTypeCategory
  return { ...row, type: type.code, category: category.code, group, slaPolicy }
}

/** The values of an item that its entity has under other names. */
const renamedValues: { readonly [S in Section]?: (sent: Members[S], isNew: boolean) => object } = {
  statuses: ({ default: isDefault }) => ({ isDefault }),
  resolutions: ({ default: isDefault }) => ({ isDefault }),
  groups: ({ name, newName }) => ({ name: newName ?? name }),
  // A person who exists is found by the address in any letter case, and keeps it as it was stored.
  persons: ({ login, email, newEmail }, isNew) => {
    const address = newEmail ?? (isNew ? email : undefined)
    return { kind: login, email: address, emailKey: address === undefined ? undefined : emailKey(address) }
  },
}

const emptyLists = { goals: [], holidays: [], hours: [], logins: [], registers: [], typeCategories: [] }

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
  const members = isNew ? { ...emptyLists, ...defaultsOf(section), ...present(sent) } : present(sent)
  em.assign<object>(entity, present({ ...ofEntity(section, members), ...renamedValues[section]?.(members, isNew) }))
  return entity
}

/** Without absent values. Null means absent, too, except for some members. */
function present<Values extends object>(values: Values): Values {
  const isPresent = ([name, value]: [string, unknown]) => value !== undefined && (value !== null || nullable.has(name))
  return Object.fromEntries(Object.entries(values).filter(isPresent)) as Values
}
