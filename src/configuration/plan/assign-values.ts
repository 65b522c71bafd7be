import { emailKey } from '../../people/email.ts'
import { defaultsOf, type Members, nullable } from '../items/item-formats.ts'
import type { Item } from '../items/items.rules.ts'
import type { Section } from '../items/sections.ts'
import { entityNames, type Entities, type ManagedConfiguration } from './managed-configuration.ts'

type Row = object

/** The values of an item by the properties of its entity. */
const rowOf: { [S in Section]: (members: Members[S], configuration: ManagedConfiguration, isNew: boolean) => Row } = {
  categories: ({ code, name, active, system }) => ({ code, name, active, system }),
  types: ({ code, name, active }) => ({ code, name, active }),
  typeCategories: ({ typeCode, categoryCode, active, appVisible, defaultAnswer }, configuration) => ({
    type: configuration.reference('types', typeCode),
    category: configuration.reference('categories', categoryCode),
    active,
    appVisible,
    defaultAnswer,
  }),
  statuses: ({ name, active, closed, default: isDefault }) => ({ name, active, closed, isDefault }),
  resolutions: ({ name, active, default: isDefault }) => ({ name, active, isDefault }),
  touchpoints: ({ code, name, allTypeCategories, logins, registers }, _configuration, isNew) => {
    const none = isNew ? [] : undefined
    return { code, name, allTypeCategories, logins: logins ?? none, registers: registers ?? none }
  },
  groups: ({ name, newName, active }) => ({ name: newName ?? name, active }),
  // A person who exists is found by the address in any letter case, and keeps it as it was stored.
  persons: ({ login, email, newEmail, firstname, active, blocked, subject }, _configuration, isNew) => {
    const address = newEmail ?? (isNew ? email : undefined)
    const addressKey = address === undefined ? undefined : emailKey(address)
    return { kind: login, email: address, emailKey: addressKey, firstname, active, blocked, subject }
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
  em.assign<object>(entity, present(rowOf[section](members, configuration, isNew)))
  return entity
}

/** Without absent values. Null means absent, too, except for some members. */
function present<Values extends object>(values: Values): Values {
  const isPresent = ([name, value]: [string, unknown]) => value !== undefined && (value !== null || nullable.has(name))
  return Object.fromEntries(Object.entries(values).filter(isPresent)) as Values
}
