import { isKeyed, type Problems, type References } from '../items/items.rules.ts'
import type { Plan } from './references.rules.ts'

/** The service needs an active default status and resolution, and an admin. If it had none before, it may stay without. */
export function checkInUse({ configuration, planned }: Plan, { items }: References, problems: Problems): void {
  const { catalogue, people } = configuration
  checkDefault('statuses', 'status')
  checkDefault('resolutions', 'resolution')
  checkAdmins()

  function checkDefault(section: 'statuses' | 'resolutions', noun: string): void {
    const isDefault = ({ isDefault: marked, active }: { isDefault: boolean; active: boolean }) => marked && active
    const before = catalogue[section]
    const after = configuration.opened(section)
    if (!before.values().some(isDefault)) return
    if (new Map<string, Parameters<typeof isDefault>[0]>([...before, ...after]).values().some(isDefault)) return
    if (items[section].some(({ key, members }) => key === undefined && members.default)) return
    const sent = [...items[section]].filter(isKeyed)
    const inactive = sent.find(({ key }) => after.get(key)?.isDefault)
    const cause = inactive ?? sent.find(({ key }) => before.get(key)?.isDefault)
    if (!cause) return
    const path = [...cause.path, inactive ? 'active' : 'default']
    problems.add('inUse', path, `cannot be false, because new cases need an active default ${noun}`)
  }

  function checkAdmins(): void {
    const persons = configuration.opened('persons')
    const isUsable = ({ kind, active, blocked }: { kind: string; active: boolean; blocked: boolean }) =>
      kind === 'ADMIN' && active && !blocked
    if (people.activeAdmins.length === 0 || [...people.activeAdmins, ...persons.values()].some(isUsable)) return
    if (items.persons.some(({ key, members }) => key === undefined && members.login === 'ADMIN')) return
    const last = planned.findLast(({ entity }) => people.activeAdmins.some((admin) => admin === entity))
    if (!last) return
    const member = people.activeAdmins.some((admin) => admin === last.entity && admin.active) ? 'blocked' : 'active'
    const message = `cannot be ${member === 'blocked'}, because there is no other active admin`
    problems.add('inUse', [...last.item.path, member], message)
  }
}
