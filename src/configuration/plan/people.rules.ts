import { type Item, nouns, type Path, personKey } from '../items/items.rules.ts'
import type { Problems } from '../items/problems.rules.ts'
import { addRepeated, checkElements, type References } from './references.rules.ts'

/** The rules of persons, groups and touchpoints besides those of all items. */
export function checkPeople({ items, stored }: References, problems: Problems): void {
  const { touchpoints, groups, persons } = items
  for (const { path, members } of touchpoints) {
    for (const name of ['logins', 'registers'] as const) {
      checkElements(members[name] ?? [], (index) => [...path, name, index], problems)
    }
  }
  checkNewKeys(groups, 'newName', ({ newName }) => newName, nouns.groups)
  const newKeyOf = ({ login, newEmail }: (typeof persons)[number]['members']) =>
    newEmail == null ? newEmail : personKey(login, newEmail)
  checkNewKeys(persons, 'newEmail', newKeyOf, 'person')
  checkSubjects(persons)
  for (const { path, key, members } of persons) {
    if (stored.items.persons.get(key)?.isErased) {
      problems.add('invalidValue', [...path, 'email'], 'is the address of an erased person, who cannot be changed')
    }
    for (const name of ['typeCodes', 'groupNames'] as const) {
      if (members.login === 'OPERATOR' || members[name] == null) continue
      problems.add('invalidValue', [...path, name], 'is allowed only for operators')
    }
  }

  /** A new name or address must not be in use, even by an item that gets another one in the same input. */
  function checkNewKeys<S extends 'groups' | 'persons'>(
    list: readonly Item<S>[],
    member: string,
    newKeyOf: (members: Item<S>['members']) => string | null | undefined,
    noun: string,
  ): void {
    const section = member === 'newName' ? 'groups' : 'persons'
    const sent = new Set<string>(list.map(({ key }) => key))
    const first = new Map<string, Path>()
    for (const { path, key, members } of list) {
      const newKey = newKeyOf(members)
      if (newKey == null || newKey === key) continue
      const place = [...path, member]
      const earlier = first.get(newKey)
      if (earlier) addRepeated(problems, place, earlier)
      else if (sent.has(newKey) || stored.items[section].has(newKey)) {
        problems.add('duplicate', place, `is already in use by another ${noun}`)
      }
      if (!stored.items[section].has(key)) {
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
      const holder = stored.subjects.get(subjectKey)
      if (earlier) addRepeated(problems, place, earlier)
      else if (holder && holder !== stored.items.persons.get(key)?.ref) {
        problems.add('duplicate', place, 'is already in use by another person')
      }
      first.set(subjectKey, place)
    }
  }
}
