import type { Difference, ListDelta } from './difference.rules.ts'
import { differencesOfValues } from './difference.rules.ts'
import type { Members } from '../items/item-formats.ts'
import type { Planned } from './plan-items.ts'
import type { Problems } from '../items/problems.rules.ts'
import { addRepeated, type References, withoutRepeated } from './references.rules.ts'
import type { Ref, StoredConfiguration, StoredItem, Values } from '../stored/state.ts'

/** An item that the input does not contain, and that changes with one that it contains. */
export type Effect =
  | { section: 'statuses' | 'resolutions'; key: string; stored: StoredItem; values: Values; differences: Difference[] }
  | { section: 'groups' | 'persons'; ref: Ref; differences: Difference[] }

/** A member of a group, who is added or removed. */
export interface MembershipChange {
  group: Ref
  person: Ref
  isMember: boolean
}

export interface Effects {
  others: Effect[]
  memberships: MembershipChange[]
}

/** What changes with the items of the input: the former default, and the other side of a membership. */
export function effectsOf(planned: readonly Planned[], references: References, problems: Problems): Effects {
  const { others, memberships } = changeMemberships(withoutRepeated(planned), problems)
  const formerDefaults = (['statuses', 'resolutions'] as const).flatMap((section) => {
    checkDefaults(section, references, problems)
    return clearFormerDefault(section, planned, references.stored)
  })
  return { others: [...formerDefaults, ...others], memberships }
}

/** Only one status, and one resolution, is the default. */
function checkDefaults(
  section: 'statuses' | 'resolutions',
  { items, unidentified }: References,
  problems: Problems,
): void {
  const marked = [...items[section], ...unidentified[section]].flatMap(({ path, members }) =>
    members.default ? [[...path, 'default']] : [],
  )
  const [first, ...others] = marked.toSorted(([, a], [, b]) => Number(a) - Number(b))
  for (const path of others) addRepeated(problems, path, first!)
}

function clearFormerDefault(
  section: 'statuses' | 'resolutions',
  planned: readonly Planned[],
  { items }: StoredConfiguration,
): Effect[] {
  const inSection = planned.filter(({ item }) => item.section === section)
  const next = inSection.find(({ item }) => (item.members as Members['statuses']).default)
  if (!next) return []
  const former = [...items[section]].find(([key, { values }]) => values['default'] && key !== next.item.key)
  if (!former) return []
  const [key, stored] = former
  const sent = inSection.find(({ item }) => item.key === key)
  const values = { ...(sent ?? stored).values, default: false }
  const differences = differencesOfValues(stored.values, values)
  if (!sent) return [{ section, key, stored, values, differences }]
  Object.assign(sent, {
    values,
    differences: [...differences, ...sent.differences.filter(({ path }) => path.length > 1)],
  })
  return []
}

/** A membership belongs to a group and a person: both change, whichever side was sent. */
function changeMemberships(planned: readonly Planned[], problems: Problems): Effects {
  const byRef = new Map(planned.flatMap((each) => (each.ref ? [[each.ref, each] as const] : [])))
  const effects = new Map<Ref, Effect>()
  const memberships: MembershipChange[] = []
  const known = new Map<Ref, Set<Ref>>()

  for (const { item, ref, deltas } of planned) {
    const [name, otherName] =
      item.section === 'groups' ? (['memberEmails', 'groupNames'] as const) : (['groupNames', 'memberEmails'] as const)
    const delta = deltas[name]
    if (!ref || !delta) continue
    for (const [keys, isMember] of [[delta.removed, false] as const, [delta.added, true] as const]) {
      for (const other of keys as Ref[]) {
        if (contradicts(byRef.get(other), otherName, ref, isMember)) {
          problems.add(
            'invalidValue',
            [...item.path, name],
            `contradicts the ${otherName} of another item of the input`,
          )
        }
        const [group, person] = item.section === 'groups' ? [ref, other] : [other, ref]
        change(group, person, isMember)
      }
    }
  }
  return { others: [...effects.values()], memberships }

  function change(group: Ref, person: Ref, isMember: boolean): void {
    const persons = known.get(group) ?? new Set()
    if (persons.has(person)) return
    known.set(group, persons.add(person))
    memberships.push({ group, person, isMember })
    add(group, 'groups', difference('memberEmails', person, isMember))
    add(person, 'persons', difference('groupNames', group, isMember))
  }

  function add(owner: Ref, section: 'groups' | 'persons', added: Difference): void {
    const differences = (byRef.get(owner) ?? effects.get(owner))?.differences
    if (differences) differences.push(added)
    else effects.set(owner, { section, ref: owner, differences: [added] })
  }
}

function difference(list: string, element: Ref, isMember: boolean): Difference {
  return { path: [list, element], from: isMember ? null : element, to: isMember ? element : null }
}

/** Whether the other item's complete list says the opposite. */
function contradicts(
  side: Planned | undefined,
  list: 'memberEmails' | 'groupNames',
  element: Ref,
  isMember: boolean,
): boolean {
  const delta: ListDelta | undefined = side?.deltas[list]
  const sent = side && (side.item.members as Record<string, unknown>)[list]
  if (sent == null) return false
  const has = delta ? delta.after.has(element) : side?.stored?.lists[list]?.has(element)
  return (has ?? false) !== isMember
}
