import { emailProblem } from '../../people/email.ts'
import { isKeyed, newKeyOf, type Path, type Problems } from '../items/items.rules.ts'
import { addRepeated, type Plan } from './references.rules.ts'

/** The rules of persons and groups besides those of all items. */
export function checkPeople({ items, configuration: { people }, problems }: Plan): void {
  const groups = items.groups.filter(isKeyed)
  const persons = items.persons.filter(isKeyed)
  checkNewKeys('groups', groups, people.groups, problems)
  checkNewKeys('persons', persons, people.persons, problems)
  const subjects = new Map<string, Path>()
  for (const { path, key, members } of persons) {
    const { login, email, newEmail, subject } = members
    const before = people.persons.get(key)
    if (subject != null) {
      const subjectKey = `${login} ${subject}`
      const holder = people.subjects.get(subjectKey)
      const isTaken = holder !== undefined && holder !== before
      checkUnique(subjects, subjectKey, [...path, 'subject'], isTaken ? 'person' : null, problems)
    }
    if (before?.erasedAt != null) {
      problems.add('invalidValue', [...path, 'email'], 'is the address of an erased person, who cannot be changed')
    }
    // Stored addresses stay valid.
    const after = newEmail ?? before?.email ?? email
    const problem = after === before?.email ? null : emailProblem(after)
    if (problem) problems.add('invalidValue', [...path, after === email ? 'email' : 'newEmail'], problem)
  }
}

/** A new name or address must not be in use, even by an item that gets another one in the same input. */
function checkNewKeys(
  section: 'groups' | 'persons',
  items: readonly { path: Path; key: string; members: object }[],
  stored: ReadonlyMap<string, unknown>,
  problems: Problems,
): void {
  const [member, noun] = section === 'groups' ? ['newName', 'operator group'] : ['newEmail', 'person']
  const sent = new Set(items.map(({ key }) => key))
  const first = new Map<string, Path>()
  for (const { path, key, members } of items) {
    const newKey = newKeyOf(section, members)
    if (newKey === undefined || newKey === key) continue
    const place = [...path, member]
    checkUnique(first, newKey, place, sent.has(newKey) || stored.has(newKey) ? noun : null, problems)
    if (!stored.has(key)) problems.add('unknownReference', place, `is allowed only for an existing ${noun}`)
  }
}

/** Adds a problem if a value stands before in the input, or is that of another stored item. `holder`: what that is. */
function checkUnique(
  first: Map<string, Path>,
  value: string,
  place: Path,
  holder: string | null,
  problems: Problems,
): void {
  const earlier = first.get(value)
  if (earlier) addRepeated(problems, place, earlier)
  else if (holder !== null) problems.add('duplicate', place, `is already in use by another ${holder}`)
  first.set(value, place)
}

/** The service needs an active default status and resolution, and an admin. If it had none before, it may stay without. */
export function checkInUse({ configuration, planned, items, problems }: Plan): void {
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
    problems.add('inUse', path, `must stay as it is, because new cases need an active default ${noun}`)
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
    const message = 'must stay as it is, because there is no other active admin'
    problems.add('inUse', [...last.item.path, member], message)
  }
}
