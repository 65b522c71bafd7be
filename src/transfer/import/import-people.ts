import type { EntityManager } from '@mikro-orm/postgresql'
import { Session } from '../../auth/session.entity.ts'
import { hashToken } from '../../auth/viewer.ts'
import type { Transaction } from '../../database/database.ts'
import { emailKey } from '../../people/email.ts'
import {
  type LoginKind,
  OperatorGroupMember,
  OperatorGroupType,
  OperatorType,
  Person,
} from '../../people/people.entity.ts'
import type { ImportFile, Item, Section } from '../format/import-format.ts'
import { importRows } from './import-rows.ts'
import { personKinds, personSections } from './natural-keys.ts'
import { emailsIn, loadPersonIds, personKey } from './person-keys.ts'
import type { StoredData } from './stored-data.ts'

/** The IDs of persons and groups in this database. */
export interface PeopleIds {
  /** By `personKey`: the persons of the file, and those that it refers to. */
  persons: ReadonlyMap<string, number>
  /** By name. */
  groups: ReadonlyMap<string, number>
}

/** Writes persons, memberships and sessions. `written` is the number of rows inserted or updated. */
export async function importPeople(
  transaction: Transaction,
  file: ImportFile,
  stored: StoredData,
  groups: PeopleIds['groups'],
): Promise<{ written: number; ids: PeopleIds }> {
  const em = transaction.forkEntityManager()
  let persons = 0
  for (const section of personSections) persons += await importPersons(em, personKinds[section], file[section], stored)
  const ids = { persons: await loadPersonIds(transaction, emailsIn(file)), groups }
  const written = persons + (await importMemberships(em, file, ids)) + (await importSessions(em, file, ids))
  return { written, ids }
}

async function importPersons(
  em: EntityManager,
  kind: LoginKind,
  { items }: Section<Item<'parties'>>,
  stored: StoredData,
): Promise<number> {
  const rows = items.values().map(({ email, firstname, subject, active, blocked }) => {
    const id = stored.persons.get(personKey(kind, email))
    return {
      // The database generates the IDs of new rows.
      ...(id === undefined ? { subject: subject ?? null } : { id, ...(subject !== undefined && { subject }) }),
      kind,
      email,
      emailKey: emailKey(email),
      firstname,
      active: active ?? true,
      blocked: blocked ?? false,
    }
  })
  return importRows(em, Person, rows)
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
