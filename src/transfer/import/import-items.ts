import { defaultsOf } from '../../configuration/items/item-formats.ts'
import { type Item, type Items, keyOf, type Path, type References } from '../../configuration/items/items.rules.ts'
import { forEachSection, type Section } from '../../configuration/items/sections.ts'
import type { ManagedConfiguration } from '../../configuration/plan/managed-configuration.ts'
import type { ImportFile, SectionName } from '../format/import-format.ts'

export const personKinds = { admins: 'ADMIN', operators: 'OPERATOR', parties: 'PARTY', consumers: 'CONSUMER' } as const

type PersonSection = keyof typeof personKinds
const personSections = Object.keys(personKinds) as PersonSection[]

/** The file's sections by those of the configuration. `persons` has several. */
const fileSections: Record<Section, readonly SectionName[]> = {
  ...forEachSection((section) => (section === 'groups' || section === 'persons' ? [] : [section])),
  groups: ['operatorGroups'],
  persons: personSections,
}

// An existing touchpoint keeps the values of members that are absent.
const defaults = forEachSection((section) => (section === 'touchpoints' ? [] : Object.entries(defaultsOf(section))))
defaults.typeCategories.push(['defaultAnswer', null])

/** The items of a file, with the defaults that the format documents: an item that is imported again gets them, too. */
export function itemsOf(file: ImportFile): Items {
  const items = forEachSection((section) =>
    fileSections[section].flatMap((name) =>
      Array.from<[number, Record<string, unknown>], Item>(file[name].items, ([index, sent]) => {
        const members = membersOf(section, name, sent) as Item['members']
        return { section, path: [name, index], key: keyOf(section, members), members }
      }),
    ),
  ) as Items
  return { ...items, statuses: statusItems(items.statuses, file.transitions) }
}

function membersOf(
  section: Section,
  name: SectionName,
  { secrets: _secrets, ...sent }: Record<string, unknown>,
): object {
  for (const [member, byDefault] of defaults[section]) sent[member] ??= byDefault
  if (section !== 'persons') return sent
  // The address gets the letter case of the file.
  return { ...sent, login: personKinds[name as PersonSection], newEmail: sent['email'] }
}

/** Transitions become the lists of their statuses. Those of a status that the file does not have are items of their own. */
function statusItems(statuses: readonly Item<'statuses'>[], { items }: ImportFile['transitions']): Item<'statuses'>[] {
  const transitions = Map.groupBy(items, ([, { from }]) => from)
  const withTransitions = (item: Item<'statuses'>): Item<'statuses'> => {
    const sent = transitions.get(item.members.name)
    if (!sent) return item
    const elementPath = (index: number): Path => ['transitions', sent[index]![0]]
    const referencePath = (index: number) => [...elementPath(index), 'to']
    const members = { ...item.members, transitions: sent.map(([, { to }]) => to) }
    return { ...item, elementPath, referencePath, members }
  }
  const names = new Set(statuses.map(({ members }) => members.name))
  const others = [...transitions].filter(([name]) => !names.has(name))
  return [
    ...statuses.map(withTransitions),
    ...others.map(([name, [first]]) =>
      withTransitions({
        section: 'statuses',
        path: ['transitions', first![0]],
        key: name,
        members: { name },
        existing: ['transitions', first![0], 'from'],
      }),
    ),
  ]
}

/** The keys of all items of a file, also of malformed ones. */
export function sentKeysOf(file: ImportFile): References['sentKeys'] {
  return forEachSection((section) => {
    const keys = fileSections[section].flatMap((name) => {
      const login = personKinds[name as PersonSection]
      return file[name].all.map((item) => keyOf(section, login ? { ...Object(item), login } : item))
    })
    return new Set(keys.filter((key) => key !== undefined))
  })
}

/**
 * The items without those that the database has, so that the import does not change them. A new status or resolution does not
 * become the default.
 */
export function withoutStored(items: Items, configuration: ManagedConfiguration): Items {
  const statuses = items.statuses.map((item): Item<'statuses'> => {
    const { name, transitions } = item.members
    const isStored = configuration.has('statuses', item.key)
    return isStored && transitions ? { ...item, members: { name, transitions } } : { ...item, ...withoutDefault(item) }
  })
  const added = forEachSection((section) =>
    items[section].filter(({ key }: { key: string | undefined }) => !configuration.has(section, key)),
  ) as unknown as Items
  return {
    ...added,
    statuses: statuses.filter(({ key, members }) => members.transitions || !configuration.has('statuses', key)),
    resolutions: added.resolutions.map((item) => ({ ...item, ...withoutDefault(item) })),
  }
}

function withoutDefault<S extends 'statuses' | 'resolutions'>({ members }: Item<S>): Pick<Item<S>, 'members'> {
  return { members: { ...members, default: false } }
}
