import { CaseStatusTransition } from '../../catalogue/catalogue.entity.ts'
import { defaultsOf } from '../../configuration/items/item-formats.ts'
import { type Item, type Items, keyOf, type Problems, type References } from '../../configuration/items/items.rules.ts'
import { forEachSection, type Section } from '../../configuration/items/sections.ts'
import { checkRepeated, type Plan } from '../../configuration/plan/references.rules.ts'
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
defaults.typeCategories.push(['slaPolicyCode', null])
defaults.statuses.push(['afterPartyComment', null])
defaults.slaPolicies.push(['calendarCode', null], ['goals', []])
defaults.replies.push(['typeCategories', []])
defaults.calendars.push(['hours', []], ['holidays', []])

/** The items of a file, with the defaults that the format documents: an item that is imported again gets them, too. */
export function itemsOf(file: ImportFile): Items {
  return forEachSection((section) =>
    fileSections[section].flatMap((name) =>
      Array.from<[number, Record<string, unknown>], Item>(file[name].items, ([index, sent]) => {
        const members = membersOf(section, name, sent) as Item['members']
        return { section, path: [name, index], key: keyOf(section, members), members }
      }),
    ),
  ) as Items
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

/** Adds the transitions of a file to those that are stored. */
export function addTransitions(
  { transitions }: ImportFile,
  { configuration, targets }: Plan,
  problems: Problems,
): void {
  const { em, catalogue } = configuration
  const { items } = transitions
  const pairs = items.entries().map(([index, { from, to }]) => [`${from}\0${to}`, ['transitions', index]] as const)
  checkRepeated(pairs, problems)
  const known = new Set<string>()
  for (const [index, { from, to }] of items) {
    if (known.size < known.add(from).size) targets.require(['transitions', index, 'from'], 'statuses', from)
    targets.require(['transitions', index, 'to'], 'statuses', to)
    if (catalogue.transitions.get(from)?.has(to)) continue
    const [before, after] = [from, to].map((name) => configuration.reference('statuses', name))
    em.create(CaseStatusTransition, { from: before!, to: after! })
  }
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
  const added = forEachSection((section) =>
    items[section].filter(({ key }: { key: string | undefined }) => !configuration.has(section, key)),
  ) as unknown as Items
  const { statuses, resolutions } = added
  return { ...added, statuses: statuses.map(withoutDefault), resolutions: resolutions.map(withoutDefault) }
}

function withoutDefault<S extends 'statuses' | 'resolutions'>(item: Item<S>): Item<S> {
  return { ...item, members: { ...item.members, default: false } }
}
