import type { EntityManager, EntitySchema, InferEntity, Primary } from '@mikro-orm/postgresql'
import { CaseCategory, CaseResolution, CaseStatus, CaseType, TypeCategory } from '../../catalogue/catalogue.entity.ts'
import type { Catalogue, TypeCategory as CatalogueTypeCategory } from '../../catalogue/catalogue.ts'
import { Touchpoint } from '../../catalogue/touchpoint.entity.ts'
import { OperatorGroup, Person } from '../../people/people.entity.ts'
import { forEachSection, type Section } from '../items/sections.ts'
import type { StoredPeople } from './stored-people.ts'

const entities = {
  categories: CaseCategory,
  types: CaseType,
  typeCategories: TypeCategory,
  statuses: CaseStatus,
  resolutions: CaseResolution,
  touchpoints: Touchpoint,
  groups: OperatorGroup,
  persons: Person,
}

/** The entities of the items, by section. */
export type Entities = { [S in Section]: InferEntity<(typeof entities)[S]> }
export const entityNames: { [S in Section]: EntitySchema<Entities[S]> } = entities

/** What identifies an item in the database: an ID, a code, a name, or the codes of a type and a category. */
export function identityOf(entity: Entities[Section]): [string | number, string?] {
  if ('id' in entity) return [entity.id]
  if ('code' in entity) return [entity.code]
  return 'name' in entity ? [entity.name] : [entity.type.code, entity.category.code]
}

type Opened = { [S in Section]: Map<string, Entities[S]> }

/**
 * The configuration in a unit of work: what items and their lists refer to. The catalogue is in memory, so its items become
 * managed entities without a query. Groups and persons are loaded.
 */
export class ManagedConfiguration {
  readonly em: EntityManager
  readonly catalogue: Catalogue
  readonly people: StoredPeople
  /** The entities of stored items that were used, and of new items. */
  readonly #opened: Opened

  constructor(em: EntityManager, catalogue: Catalogue, people: StoredPeople) {
    this.em = em
    this.catalogue = catalogue
    this.people = people
    this.#opened = {
      ...forEachSection(() => new Map()),
      groups: new Map(people.groups),
      persons: new Map(people.persons),
    }
  }

  /** Whether the database has the item. */
  has(section: Section, key: string | undefined): boolean {
    if (key === undefined) return false
    return section === 'groups' || section === 'persons'
      ? this.people[section].has(key)
      : this.catalogue[section].has(key)
  }

  /** The entity of an item. Undefined if there is none, or none yet. */
  get<S extends Section>(section: S, key: string | undefined): Entities[S] | undefined {
    if (key === undefined) return undefined
    const opened = this.#opened[section].get(key)
    if (opened || section === 'groups' || section === 'persons') return opened
    const stored = this.catalogue[section as Exclude<Section, 'groups' | 'persons'>].get(key)
    return stored && this.add(section, key, this.em.merge<object>(entityNames[section], rowOf(stored)) as Entities[S])
  }

  /** What a row refers to, which exists unless there is a problem. */
  reference<S extends 'categories' | 'statuses' | 'typeCategories' | 'types'>(section: S, key: string): Entities[S] {
    const primaryKey = section === 'typeCategories' ? key.split('\0') : key
    return this.get(section, key) ?? this.em.getReference(entityNames[section], primaryKey as Primary<Entities[S]>)
  }

  add<S extends Section>(section: S, key: string, entity: Entities[S]): Entities[S] {
    this.#opened[section].set(key, entity)
    return entity
  }

  /** Entities of one section. */
  opened<S extends Section>(section: S): ReadonlyMap<string, Entities[S]> {
    return this.#opened[section]
  }
}

/** The row of an item of the catalogue. MikroORM takes the properties that the entity has. */
function rowOf(stored: object | CatalogueTypeCategory): object {
  if (!('groupId' in stored)) return { ...stored }
  const { type, category, groupId: group, ...values } = stored
  return { ...values, type: type.code, category: category.code, group }
}
