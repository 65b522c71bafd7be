import type { EntityManager, InferEntity } from '@mikro-orm/postgresql'
import { batches } from '../../database/batches.ts'
import { isValidPostgresText } from '../../database/statements/valid-text.ts'
import { emailKey } from '../../people/email.ts'
import { loginKinds } from '../../login-kinds.ts'
import { OperatorGroup } from '../../catalogue/catalogue.entity.ts'
import { OperatorGroupMember, OperatorGroupType, OperatorType, Person } from '../../people/people.entity.ts'
import { type Items, personKey } from '../items/items.rules.ts'

export type Group = InferEntity<typeof OperatorGroup>
export type PersonEntity = InferEntity<typeof Person>
export type Membership = InferEntity<typeof OperatorGroupMember>

/** What the database has of the groups and persons that an input contains or refers to. */
export type StoredPeople = Awaited<ReturnType<typeof loadPeople>>

const keysPerQuery = 5_000

/** Loads what the items, and the persons with the addresses, are. In a transaction that holds the lock of the configuration. */
export async function loadPeople(em: EntityManager, items: Items, emails: Iterable<string>) {
  const groups = new Map((await em.findAll(OperatorGroup)).map((group) => [group.name, group]))
  const kind = { $in: [...loginKinds] }
  const found = await inBatches([...emailsOf(items), ...emails].map(emailKey), (keys) =>
    em.find(Person, { kind, emailKey: { $in: keys } }),
  )
  const sentSubjects = items.persons.flatMap(({ members }) => members.subject ?? [])
  const holders = await inBatches(sentSubjects, (subjects) => em.find(Person, { kind, subject: { $in: subjects } }))
  const persons = new Map(found.map((person) => [personKey(person.kind, person.email), person]))
  const groupIds = idsWith(items.groups, groups)
  const personIds = idsWith(items.persons, persons)
  // With the members, whose versions increase when they are removed.
  const ofGroups = await inBatches(groupIds('memberEmails'), (ids) =>
    em.find(OperatorGroupMember, { group: { $in: ids } }, { populate: ['operator'], strategy: 'joined' }),
  )
  const ofPersons = await inBatches(personIds('groupNames'), (ids) =>
    em.find(OperatorGroupMember, { operator: { $in: ids } }),
  )
  const groupTypes = await inBatches(groupIds('typeCodes'), (ids) =>
    em.find(OperatorGroupType, { group: { $in: ids } }),
  )
  const operatorTypes = await inBatches(personIds('typeCodes'), (ids) =>
    em.find(OperatorType, { operator: { $in: ids } }),
  )
  const hasAdmin = items.persons.some(({ members }) => members.login === 'ADMIN')
  return {
    groups,
    /** By `personKey`. */
    persons,
    /** The persons who have a subject of the input, by login kind and subject. */
    subjects: new Map(holders.map((person) => [`${person.kind} ${person.subject}`, person])),
    /** The admins who are active and not blocked. Loaded if the input contains admins. */
    activeAdmins: hasAdmin ? await em.find(Person, { kind: 'ADMIN', active: true, blocked: false }) : [],
    /** The members of the groups, and the groups of the persons, whose lists the input contains. */
    memberships: [...new Set([...ofGroups, ...ofPersons])],
    /** The types of the groups and operators whose lists the input contains, with their codes. */
    groupTypes: byOwner(groupTypes, ({ group }) => group),
    operatorTypes: byOwner(operatorTypes, ({ operator }) => operator),
  }
}

function byOwner<Row extends { type: { code: string } }>(rows: readonly Row[], ownerOf: (row: Row) => object) {
  return Map.groupBy(
    rows.map((row) => [row.type.code, row] as const),
    ([, row]) => ownerOf(row),
  )
}

function* emailsOf({ groups, persons }: Items): Generator<string> {
  for (const { members } of groups) yield* members.memberEmails ?? []
  for (const { members } of persons) {
    if (members.email != null) yield members.email
    if (members.newEmail != null) yield members.newEmail
  }
}

/** Returns a function for the IDs of the stored items that a list was sent for. */
function idsWith<Members>(
  items: readonly { key: string | undefined; members: Members }[],
  stored: ReadonlyMap<string, { id: number }>,
) {
  return (list: keyof Members): number[] =>
    items.flatMap(({ key, members }) => (key !== undefined && members[list] ? (stored.get(key)?.id ?? []) : []))
}

/** What is found by the keys, without those that PostgreSQL cannot have. */
async function inBatches<Key extends string | number, Row>(
  keys: readonly Key[],
  find: (keys: Key[]) => Promise<Row[]>,
): Promise<Row[]> {
  const stored = [...new Set(keys)].filter((key) => typeof key === 'number' || isValidPostgresText(key))
  return (await Array.fromAsync(batches(stored, { items: keysPerQuery }), find)).flat()
}
