import { lockTouchpoints } from '../../auth/touchpoint-secrets.ts'
import { hashToken } from '../../auth/viewer.ts'
import { typed } from '../../database/columns.ts'
import type { Transaction } from '../../database/database.ts'
import { statement } from '../../database/statement.ts'
import type { LoginKind } from '../../people/people.entity.ts'
import type { ImportFile } from '../format/import-format.ts'
import { personKinds, personSections } from './natural-keys.ts'

/** The secrets and subjects that the database has before the import. */
export interface StoredIdentity {
  /** By the SHA-256 in hexadecimal: those of the touchpoints of the file, and those that the file has. */
  secrets: ReadonlyMap<string, { touchpointCode: string; revoked: boolean }>
  /** The keys of the addresses of the persons who have a subject of the file, by login kind and subject. */
  subjects: ReadonlyMap<string, string>
}

const storedSecrets = statement(
  `
  select encode(secret_hash, 'hex') as hash, touchpoint_code, revoked_at is not null as revoked
  from touchpoint_secrets
  where touchpoint_code = any($1::text[])
    or secret_hash = any(array(select decode(hash, 'hex') from unnest($2::text[]) hash))`,
  { hash: 'text', touchpointCode: 'text', revoked: 'boolean' },
)

const storedSubjects = statement(
  `
  select p.kind, p.subject, p.email_key
  from jsonb_to_recordset($1::jsonb) as s (kind text, subject text)
  join persons p on p.kind = s.kind and p.subject = s.subject`,
  { kind: typed<LoginKind>('text'), subject: 'text | null', emailKey: 'text' },
)

/** Locks the touchpoints to which the import adds secrets. Without secrets or subjects in the file, there is no statement. */
export async function loadStoredIdentity(transaction: Transaction, file: ImportFile): Promise<StoredIdentity> {
  return { secrets: await loadSecrets(transaction, file), subjects: await loadSubjects(transaction, file) }
}

async function loadSecrets(transaction: Transaction, { touchpoints }: ImportFile): Promise<StoredIdentity['secrets']> {
  const withSecrets = [...touchpoints.items.values()].filter(({ secrets }) => secrets?.length)
  if (withSecrets.length === 0) return new Map()
  const codes = withSecrets.map(({ code }) => code)
  await lockTouchpoints(transaction, codes)
  const hashes = withSecrets.flatMap(({ secrets }) => secrets!.map(hashToken))
  const rows = await transaction.run(storedSecrets, [codes, hashes])
  return new Map(rows.map(({ hash, ...secret }) => [hash, secret]))
}

async function loadSubjects(transaction: Transaction, file: ImportFile): Promise<StoredIdentity['subjects']> {
  const subjects = personSections.flatMap((section) => {
    const kind = personKinds[section]
    return Array.from(file[section].items.values(), ({ subject }) => ({ kind, subject }))
  })
  const sent = subjects.filter(({ subject }) => subject != null)
  if (sent.length === 0) return new Map()
  const rows = await transaction.run(storedSubjects, [JSON.stringify(sent)])
  return new Map(rows.map(({ kind, subject, emailKey }) => [`${kind} ${subject}`, emailKey]))
}
