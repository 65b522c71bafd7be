import { hashToken } from '../auth/viewer.ts'
import { emailKey } from '../people/email.ts'
import type { LoginKind } from '../people/people.entity.ts'
import type { ImportFile, Item } from './import-format.ts'
import { mentionedEmails, personIds, personKey } from './reference-data.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { upsert } from './upsert.ts'

/** The keys under which persons and groups are kept in this database. */
export interface PeopleIds {
  /** By `personKey`: the persons whom the file defines or names. */
  persons: ReadonlyMap<string, number>
  groups: ReadonlyMap<string, number>
}

/** Writes persons and groups, then sessions; gives the number of rows that changed. */
export async function importPeople(
  database: Queryable,
  file: ImportFile,
): Promise<{ written: number; ids: PeopleIds }> {
  const persons = await importPersons(database, file)
  const groups = await importGroups(database, file)
  const ids = await readIds(database, file)
  const counts = [
    persons,
    groups,
    await importOperatorTypes(database, file, ids),
    await importGroupTypes(database, file, ids),
    await importGroupMembers(database, file, ids),
    await importSessions(database, file, ids),
  ]
  return { written: counts.reduce((sum, count) => sum + count, 0), ids }
}

function importPersons(database: Queryable, { operators, parties, consumers }: ImportFile): Promise<number> {
  const table = {
    name: 'persons',
    key: { kind: 'text', email_key: 'text' },
    values: { email: 'text', firstname: 'text', active: 'boolean', blocked: 'boolean' },
  }
  const row = (kind: LoginKind, { email, firstname, active, blocked }: Item<'parties'>) => ({
    kind,
    email_key: emailKey(email),
    email,
    firstname,
    active: active ?? true,
    blocked: blocked ?? false,
  })
  return upsert(database, table, [
    ...[...operators.items.values()].map((operator) => row('OPERATOR', operator)),
    ...[...parties.items.values()].map((party) => row('PARTY', party)),
    ...[...consumers.items.values()].map((consumer) => row('CONSUMER', consumer)),
  ])
}

function importGroups(database: Queryable, { operatorGroups }: ImportFile): Promise<number> {
  const table = { name: 'operator_groups', key: { name: 'text' }, values: { active: 'boolean' } }
  const rows = [...operatorGroups.items.values()].map(({ name, active }) => ({ name, active: active ?? true }))
  return upsert(database, table, rows)
}

const groupIds = statement<{ name: string; id: number }>('select name, id from operator_groups')

async function readIds(database: Queryable, file: ImportFile): Promise<PeopleIds> {
  const operators = [...file.operators.items.values()].map(({ email }) => emailKey(email))
  const groups = await database.run(groupIds)
  return {
    persons: await personIds(database, new Set([...operators, ...mentionedEmails(file)])),
    groups: new Map(groups.map(({ name, id }) => [name, id])),
  }
}

function importOperatorTypes(database: Queryable, { operators }: ImportFile, ids: PeopleIds): Promise<number> {
  const table = { name: 'operator_types', key: { operator_id: 'bigint', type_code: 'text' }, values: {} }
  const rows = [...operators.items.values()].flatMap(({ email, typeCodes }) =>
    (typeCodes ?? []).map((code) => ({ operator_id: ids.persons.get(personKey('OPERATOR', email)), type_code: code })),
  )
  return upsert(database, table, rows)
}

function importGroupTypes(database: Queryable, { operatorGroups }: ImportFile, ids: PeopleIds): Promise<number> {
  const table = { name: 'operator_group_types', key: { group_id: 'bigint', type_code: 'text' }, values: {} }
  const rows = [...operatorGroups.items.values()].flatMap(({ name, typeCodes }) =>
    (typeCodes ?? []).map((code) => ({ group_id: ids.groups.get(name), type_code: code })),
  )
  return upsert(database, table, rows)
}

function importGroupMembers(database: Queryable, { operatorGroups }: ImportFile, ids: PeopleIds): Promise<number> {
  const table = { name: 'operator_group_members', key: { operator_id: 'bigint', group_id: 'bigint' }, values: {} }
  const rows = [...operatorGroups.items.values()].flatMap(({ name, memberEmails }) =>
    (memberEmails ?? []).map((email) => ({
      operator_id: ids.persons.get(personKey('OPERATOR', email)),
      group_id: ids.groups.get(name),
    })),
  )
  return upsert(database, table, rows)
}

function importSessions(database: Queryable, { sessions }: ImportFile, ids: PeopleIds): Promise<number> {
  const table = {
    name: 'sessions',
    key: { token_hash: 'bytea' },
    values: { touchpoint_code: 'text', person_id: 'bigint', expires_at: 'timestamptz' },
    // A revoked session is never revived.
    keep: 't.revoked_at is not null',
  }
  const rows = [...sessions.items.values()].map(({ token, touchpointCode, login, email, expiresAt }) => ({
    token_hash: `\\x${hashToken(token)}`,
    touchpoint_code: touchpointCode,
    person_id: ids.persons.get(personKey(login, email)),
    expires_at: expiresAt ?? null,
  }))
  return upsert(database, table, rows)
}
