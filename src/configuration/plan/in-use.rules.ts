import type { Effects } from './effects.rules.ts'
import type { Members } from '../items/item-formats.ts'
import type { Path } from '../items/items.rules.ts'
import type { Planned } from './plan-items.ts'
import type { Problems } from '../items/problems.rules.ts'
import type { References } from './references.rules.ts'
import type { Values } from '../stored/state.ts'

/** The service needs an active default status and resolution, and an admin. If it had none before, it may stay without. */
export function checkInUse(
  planned: readonly Planned[],
  { others }: Effects,
  { stored, unidentified }: References,
  problems: Problems,
): void {
  checkDefault('statuses', 'status')
  checkDefault('resolutions', 'resolution')
  checkAdmins()

  function checkDefault(section: 'statuses' | 'resolutions', noun: string): void {
    const isDefault = ({ default: marked, active }: Values) => marked === true && active === true
    const before = stored.items[section]
    if (![...before.values()].some(({ values }) => isDefault(values))) return
    const after = new Map([...before].map(([key, { values }]) => [key, values]))
    for (const other of others) if (other.section === section) after.set(other.key, other.values)
    const sent = planned.filter(({ item }) => item.section === section)
    for (const { item, values } of sent) after.set(item.key, values)
    if ([...after.values()].some(isDefault) || unidentified[section].some(({ members }) => members.default)) return
    const inactive = sent.find(({ values }) => values['default'])
    const cause = inactive ?? sent.find(({ item }) => before.get(item.key)?.values['default'])
    if (!cause) return
    const path = [...cause.item.path, inactive ? 'active' : 'default']
    problems.add('inUse', path, `cannot be false, because new cases need an active default ${noun}`)
  }

  function checkAdmins(): void {
    if (stored.activeAdmins.size === 0 || unidentified.persons.some(({ members }) => members.login === 'ADMIN')) return
    const after = new Set<unknown>(stored.activeAdmins)
    let last: Path | undefined
    for (const { item, ref, values } of planned) {
      if (item.section !== 'persons' || (item.members as Members['persons']).login !== 'ADMIN') continue
      const id = ref?.id ?? ref
      if (values['active'] && !values['blocked']) after.add(id)
      else if (after.delete(id)) last = [...item.path, values['active'] ? 'blocked' : 'active']
    }
    if (after.size > 0 || !last) return
    problems.add('inUse', last, `cannot be ${last.at(-1) === 'blocked'}, because there is no other active admin`)
  }
}

/** A field that gets a kind, and may have had another one. */
export interface KindChange {
  typeCode: string
  field: string
  kind: unknown
  /** Whether the type does not have the field now. It may have had it. */
  isAdded: boolean
  path: Path
}

export function kindChangesOf(planned: readonly Planned[]): KindChange[] {
  return planned.flatMap(({ item, stored, deltas: { fields } }) => {
    if (!fields || !stored) return []
    const { before } = fields
    const [added, changed] = [new Set(fields.added), new Set(fields.changed)]
    return ((item.members as Members['types']).fields ?? []).flatMap(({ name, kind }, index) => {
      const isAdded = added.has(name)
      const isChanged = changed.has(name) && (before.get(name) as Values)['kind'] !== kind
      if (!isAdded && !isChanged) return []
      return [{ typeCode: item.key, field: name, kind, isAdded, path: [...item.path, 'fields', index, 'kind'] }]
    })
  })
}
