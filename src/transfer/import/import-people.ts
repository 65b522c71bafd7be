import type { EntityManager } from '@mikro-orm/postgresql'
import { Session } from '../../auth/session.entity.ts'
import { hashToken } from '../../auth/viewer.ts'
import type { Transaction } from '../../database/database.ts'
import { emailKey } from '../../people/email.ts'
import {
  type LoginKind,
  OperatorGroup,
  OperatorGroupMember,
  OperatorGroupType,
  OperatorType,
  Person,
} from '../../people/people.entity.ts'
import type { ImportFile, Item, Section } from '../format/import-format.ts'
import { importRows } from './import-rows.ts'
import { emailsIn, loadPersonIds, personKey } from './person-keys.ts'
import type { StoredData } from './stored-data.ts'

/** The IDs of persons and groups in this database. */
export interface PeopleIds {
  /** By `personKey`: the persons of the file, and those that it refers to. */
  persons: ReadonlyMap<string, number>
  /** By name. */
  groups: ReadonlyMap<string, number>
}

/** Writes persons, groups and sessions. `written` is the number of rows inserted or updated. */
export async function importPeople(
  transaction: Transaction,
  file: ImportFile,
  stored: StoredData,
): Promise<{ written: number; ids: PeopleIds }> {
  const em = transaction.forkEntityManager()
  const entities =
    (await importPersons(em, 'OPERATOR', file.operators, stored)) +
    (await importPersons(em, 'PARTY', file.parties, stored)) +
    (await importPersons(em, 'CONSUMER', file.consumers, stored)) +
    (await importGroups(em, file))
  const ids = { persons: await loadPersonIds(transaction, emailsIn(file)), groups: await loadGroupIds(em) }
  const written = entities + (await importMemberships(em, file, ids)) + (await importSessions(em, file, ids))
  return { written, ids }
}

async function importPersons(
  em: EntityManager,
  kind: LoginKind,
  { items }: Section<Item<'parties'>>,
  stored: StoredData,
): Promise<number> {
  const rows = items.values().map(({ email, firstname, active, blocked }) => ({
    ...optionalId(stored.persons.get(personKey(kind, email))),
    kind,
    email,
    emailKey: emailKey(email),
    firstname,
    active: active ?? true,
    blocked: blocked ?? false,
  }))
  return importRows(em, Person, rows)
}

async function importGroups(em: EntityManager, { operatorGroups }: ImportFile): Promise<number> {
  const ids = await loadGroupIds(em)
  const rows = operatorGroups.items
    .values()
    .map(({ name, active }) => ({ ...optionalId(ids.get(name)), name, active: active ?? true }))
  return importRows(em, OperatorGroup, rows)
}

/** The database generates the IDs of new rows. */
function optionalId(id: number | undefined): { id?: number } {
  return id === undefined ? {} : { id }
}

async function loadGroupIds(em: EntityManager): Promise<Map<string, number>> {
  const groups = await em.findAll(OperatorGroup, { disableIdentityMap: true })
  return new Map(groups.map(({ name, id }) => [name, id]))
}

/** Writes which types operators and groups are authorised for, and which operators belong to a group. */
async function importMemberships(em: EntityManager, file: ImportFile, ids: PeopleIds): Promise<number> {
  const operatorId = (email: string) => ids.persons.get(personKey('OPERATOR', email))!
  const groupId = (name: string) => ids.groups.get(name)!
  const operatorTypes = file.operators.items
    .values()
    .flatMap(({ email, typeCodes }) => (typeCodes ?? []).map((type) => ({ operator: operatorId(email), type })))
  const groupTypes = file.operatorGroups.items
    .values()
    .flatMap(({ name, typeCodes }) => (typeCodes ?? []).map((type) => ({ group: groupId(name), type })))
  const members = file.operatorGroups.items
    .values()
    .flatMap(({ name, memberEmails }) =>
      (memberEmails ?? []).map((email) => ({ operator: operatorId(email), group: groupId(name) })),
    )
  return (
    (await importRows(em, OperatorType, operatorTypes)) +
    (await importRows(em, OperatorGroupType, groupTypes)) +
    (await importRows(em, OperatorGroupMember, members))
  )
}

function importSessions(em: EntityManager, { sessions }: ImportFile, ids: PeopleIds): Promise<number> {
  const rows = sessions.items.values().map(({ token, touchpointCode, login, email, expiresAt }) => ({
    tokenHash: Buffer.from(hashToken(token), 'hex'),
    touchpoint: touchpointCode,
    person: ids.persons.get(personKey(login, email))!,
    expiresAt: expiresAt == null ? null : new Date(expiresAt),
  }))
  // A revoked session stays revoked.
  return importRows(em, Session, rows, { keep: ({ revokedAt }) => revokedAt !== null })
}
