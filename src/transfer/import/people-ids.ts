import type { Plan } from '../../configuration/plan/plan-configuration.ts'
import type { StoredConfiguration } from '../../configuration/stored/state.ts'

/** The IDs of persons and groups in this database. */
export interface PeopleIds {
  /** By `personKey`: the persons of the file, and those that it refers to. */
  persons: ReadonlyMap<string, number>
  /** By name. */
  groups: ReadonlyMap<string, number>
}

/** Call it after the plan is written. */
export function peopleIds({ items }: StoredConfiguration, { planned }: Plan): PeopleIds {
  const ids = { persons: new Map<string, number>(), groups: new Map<string, number>() }
  for (const section of ['persons', 'groups'] as const) {
    for (const [key, { ref }] of items[section]) ids[section].set(key, ref!.id!)
  }
  for (const { item, ref } of planned) {
    if (item.section === 'persons' || item.section === 'groups') ids[item.section].set(item.key, ref!.id!)
  }
  return ids
}
