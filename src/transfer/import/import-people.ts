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
import { batches } from '../batches.ts'
import type { ImportFile, Item } from '../format/import-format.ts'
import { importRows } from './import-rows.ts'
import { loadPersonIds, personKey, referencedEmails } from './person-keys.ts'

/** The IDs of persons and groups in this database. */
export interface PeopleIds {
  /** By `personKey`: the operators of the file, and all persons that the file refers to. */
  persons: ReadonlyMap<string, number>
  /** By name. */
  groups: ReadonlyMap<string, number>
}

/** Writes persons, groups and sessions. `written` is the number of rows inserted or updated. */
export async function importPeople(
  transaction: Transaction,
  file: ImportFile,
): Promise<{ written: number; ids: PeopleIds }> {
  const em = transaction.forkEntityManager()
  const entities =
    (await importPersons(transaction, em, 'OPERATOR', file.operators.items.values())) +
    (await importPersons(transaction, em, 'PARTY', file.parties.items.values())) +
    (await importPersons(transaction, em, 'CONSUMER', file.consumers.items.values())) +
    (await importGroups(em, file))
  const operators = file.operators.items.values().map(({ email }) => emailKey(email))
  const emails = new Set([...operators, ...referencedEmails(file)])
  const ids = { persons: await loadPersonIds(transaction, emails), groups: await loadGroupIds(em) }
  const written = entities + (await importMemberships(em, file, ids)) + (await importSessions(em, file, ids))
  return { written, ids }
}

const personsPerBatch = 5_000

async function importPersons(
  transaction: Transaction,
  em: EntityManager,
  kind: LoginKind,
  persons: Iterable<Item<'parties'>>,
): Promise<number> {
  let written = 0
  for (const batch of batches(persons, { items: personsPerBatch })) {
    const emails = batch.map(({ email }) => emailKey(email))
    const ids = await loadPersonIds(transaction, emails)
    const rows = batch.map(({ email, firstname, active, blocked }) => ({
      ...optionalId(ids.get(personKey(kind, email))),
      kind,
      email,
      emailKey: emailKey(email),
      firstname,
      active: active ?? true,
      blocked: blocked ?? false,
    }))
    written += await importRows(em, Person, rows)
  }
  return written
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
