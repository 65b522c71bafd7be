import type { ManagedConfiguration } from '../../configuration/plan/managed-configuration.ts'

/** The IDs of persons and groups in this database. */
export interface PeopleIds {
  /** By `personKey`: the persons of the file, and those that it refers to. */
  persons: ReadonlyMap<string, number>
  /** By name. */
  groups: ReadonlyMap<string, number>
}

/** Call it after the plan is written. */
export function peopleIds(configuration: ManagedConfiguration): PeopleIds {
  const idsOf = (section: 'groups' | 'persons') =>
    new Map(Array.from(configuration.opened(section), ([key, { id }]) => [key, id]))
  return { persons: idsOf('persons'), groups: idsOf('groups') }
}
