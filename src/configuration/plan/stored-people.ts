import type { EntityManager, FilterQuery, InferEntity } from '@mikro-orm/postgresql'
import { emailKey } from '../../people/email.ts'
import {
  loginKinds,
  OperatorGroup,
  OperatorGroupMember,
  OperatorGroupType,
  OperatorType,
  Person,
} from '../../people/people.entity.ts'
import { type Items, personKey } from '../items/items.rules.ts'

export type Group = InferEntity<typeof OperatorGroup>
export type PersonEntity = InferEntity<typeof Person>
export type Membership = InferEntity<typeof OperatorGroupMember>

/** What the database has of the groups and persons that an input contains or refers to. */
export interface StoredPeople {
  /** All groups, by name. */
  groups: ReadonlyMap<string, Group>
  /** By `personKey`. */
  persons: ReadonlyMap<string, PersonEntity>
  /** The persons who have a subject of the input, by login kind and subject. */
  subjects: ReadonlyMap<string, PersonEntity>
  /** The admins who are active and not blocked. Loaded if the input contains admins. */
  activeAdmins: readonly PersonEntity[]
  /** The members of the groups, and the groups of the persons, whose lists the input contains. */
  memberships: readonly Membership[]
  /** The types of the groups and operators whose lists the input contains. */
  groupTypes: ReadonlyMap<object, InferEntity<typeof OperatorGroupType>[]>
  operatorTypes: ReadonlyMap<object, InferEntity<typeof OperatorType>[]>
}

const keysPerQuery = 5_000

/** Loads what the items, and the persons with the addresses, are. In a transaction that holds the lock of the configuration. */
export async function loadPeople(em: EntityManager, items: Items, emails: Iterable<string>): Promise<StoredPeople> {
  const groups = new Map((await em.findAll(OperatorGroup)).map((group) => [group.name, group]))
  const keys = new Set([...emailsOf(items), ...emails].map(emailKey))
  const found = await inBatches(keys, (some) =>
    em.find(Person, { kind: { $in: [...loginKinds] }, emailKey: { $in: some } }),
  )
  const persons = new Map(found.map((person) => [personKey(person.kind, person.email), person]))

  const idsOf = <Members>(
    list: readonly { key: string; members: Members }[],
    entities: ReadonlyMap<string, { id: number }>,
    sent: (members: Members) => unknown,
  ) => list.flatMap(({ key, members }) => (sent(members) ? (entities.get(key)?.id ?? []) : []))
  const withTypes = {
    groups: idsOf(items.groups, groups, ({ typeCodes }) => typeCodes),
    persons: idsOf(items.persons, persons, ({ typeCodes }) => typeCodes),
  }
  const withMembers = {
    groups: idsOf(items.groups, groups, ({ memberEmails }) => memberEmails),
    persons: idsOf(items.persons, persons, ({ groupNames }) => groupNames),
  }
  // With the members, whose versions increase when they are removed.
  const ofGroups = await inBatches(withMembers.groups, (ids) =>
    em.find(OperatorGroupMember, { group: { $in: ids } }, { populate: ['operator'], strategy: 'joined' }),
  )
  const ofPersons = await inBatches(withMembers.persons, (ids) =>
    em.find(OperatorGroupMember, { operator: { $in: ids } }),
  )
  const hasAdmin = items.persons.some(({ members }) => members.login === 'ADMIN')
  return {
    groups,
    persons,
    subjects: await loadSubjects(em, items),
    activeAdmins: hasAdmin ? await em.find(Person, { kind: 'ADMIN', active: true, blocked: false }) : [],
    memberships: [...new Set([...ofGroups, ...ofPersons])],
    groupTypes: Map.groupBy(
      await inBatches(withTypes.groups, (ids) => em.find(OperatorGroupType, { group: { $in: ids } })),
      ({ group }) => group,
    ),
    operatorTypes: Map.groupBy(
      await inBatches(withTypes.persons, (ids) => em.find(OperatorType, { operator: { $in: ids } })),
      ({ operator }) => operator,
    ),
  }
}

function* emailsOf({ groups, persons }: Items): Generator<string> {
  for (const { members } of groups) yield* members.memberEmails ?? []
  for (const { members } of persons) {
    if (members.email != null) yield members.email
    if (members.newEmail != null) yield members.newEmail
  }
}

async function loadSubjects(em: EntityManager, { persons }: Items): Promise<Map<string, PersonEntity>> {
  const sent = persons.flatMap(({ members: { login: kind, subject } }) => (subject == null ? [] : [{ kind, subject }]))
  const byKind = Map.groupBy(sent, ({ kind }) => kind)
  const found: PersonEntity[] = []
  for (const [kind, some] of byKind) {
    const where = (subjects: string[]): FilterQuery<PersonEntity> => ({ kind, subject: { $in: subjects } })
    const subjects = some.map(({ subject }) => subject)
    for (const person of await inBatches(subjects, (batch) => em.find(Person, where(batch)))) found.push(person)
  }
  return new Map(found.map((person) => [`${person.kind} ${person.subject}`, person]))
}

async function inBatches<Key, Row>(keys: Iterable<Key>, find: (keys: Key[]) => Promise<Row[]>): Promise<Row[]> {
  const all = [...keys]
  const rows: Row[] = []
  for (let start = 0; start < all.length; start += keysPerQuery) {
    for (const row of await find(all.slice(start, start + keysPerQuery))) rows.push(row)
  }
  return rows
}
