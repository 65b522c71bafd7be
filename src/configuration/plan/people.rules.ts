import { emailProblem } from '../../people/email.ts'
import type { Members } from '../items/item-formats.ts'
import { type Item, newKeyOf, nouns, type Path } from '../items/items.rules.ts'
import type { Problems } from '../items/problems.rules.ts'
import type { ManagedConfiguration } from './managed-configuration.ts'
import { addRepeated, checkRepeated, type References } from './references.rules.ts'

/** The rules of persons, groups and touchpoints besides those of all items. */
export function checkPeople(
  { items, unidentified }: References,
  { people }: ManagedConfiguration,
  problems: Problems,
): void {
  const { groups, persons } = items
  for (const { path, members } of [...items.touchpoints, ...unidentified.touchpoints]) {
    for (const name of ['logins', 'registers'] as const) {
      checkRepeated(members[name] ?? [], (index) => [...path, name, index], problems)
    }
  }
  checkNewKeys(groups, 'newName', nouns.groups)
  checkNewKeys(persons, 'newEmail', 'person')
  checkSubjects(persons)
  for (const { path, key, members } of persons) {
    const before = people.persons.get(key)
    if (before?.erasedAt != null) {
      problems.add('invalidValue', [...path, 'email'], 'is the address of an erased person, who cannot be changed')
    }
    checkAddress(path, members, before?.email)
  }
  for (const { path, members } of [...persons, ...unidentified.persons]) {
    for (const name of ['typeCodes', 'groupNames'] as const) {
      if (members.login === 'OPERATOR' || members[name] == null) continue
      problems.add('invalidValue', [...path, name], 'is allowed only for operators')
    }
  }

  /** Stored addresses stay valid. */
  function checkAddress(path: Path, { email, newEmail }: Members['persons'], before: string | undefined): void {
    const after = newEmail ?? before ?? email
    const problem = after === before ? null : emailProblem(after)
    if (problem) problems.add('invalidValue', [...path, after === email ? 'email' : 'newEmail'], problem)
  }

  /** A new name or address must not be in use, even by an item that gets another one in the same input. */
  function checkNewKeys<S extends 'groups' | 'persons'>(list: readonly Item<S>[], member: string, noun: string): void {
    const section = member === 'newName' ? 'groups' : 'persons'
    const sent = new Set<string>(list.map(({ key }) => key))
    const first = new Map<string, Path>()
    for (const { path, key, members } of list) {
      const newKey = newKeyOf(section, members)
      if (newKey === undefined || newKey === key) continue
      const place = [...path, member]
      const earlier = first.get(newKey)
      if (earlier) addRepeated(problems, place, earlier)
      else if (sent.has(newKey) || people[section].has(newKey)) {
        problems.add('duplicate', place, `is already in use by another ${noun}`)
      }
      if (!people[section].has(key)) {
        problems.add('unknownReference', place, `is allowed only for an existing ${noun}`)
      }
      first.set(newKey, place)
    }
  }

  function checkSubjects(list: typeof persons): void {
    const first = new Map<string, Path>()
    for (const { path, key, members } of list) {
      const { login, subject } = members
      if (subject == null) continue
      const place = [...path, 'subject']
      const subjectKey = `${login} ${subject}`
      const earlier = first.get(subjectKey)
      const holder = people.subjects.get(subjectKey)
      if (earlier) addRepeated(problems, place, earlier)
      else if (holder && holder !== people.persons.get(key)) {
        problems.add('duplicate', place, 'is already in use by another person')
      }
      first.set(subjectKey, place)
    }
  }
}
