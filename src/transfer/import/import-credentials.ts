import { lockTouchpoints, maximumSecrets } from '../../auth/touchpoint-secrets/touchpoint-secrets.ts'
import { hashToken } from '../../viewer/viewer.ts'
import { type Path, personKey, type Problems } from '../../configuration/items/items.rules.ts'
import { addRepeated } from '../../configuration/plan/references.rules.ts'
import type { Transaction } from '../../database/database.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'
import { commandName } from '../../settings/command-name.ts'
import type { ImportFile } from '../format/import-format.ts'
import type { After } from './check-cases.ts'

// Sessions and secrets in a file are for demonstrations.

/** The secrets of a touchpoint, as SHA-256 in hexadecimal. */
export interface SentSecrets {
  path: Path
  code: string
  hashes: string[]
}

/** The secrets of the touchpoints that are imported. */
export function secretsOf({ touchpoints }: ImportFile, isImported: (code: string) => boolean): SentSecrets[] {
  return Array.from(touchpoints.items).flatMap(([index, { code, secrets }]) =>
    secrets?.length && isImported(code)
      ? { path: ['touchpoints', index, 'secrets'], code, hashes: secrets.map(hashToken) }
      : [],
  )
}

const storedSecrets = statement(
  `
  select encode(secret_hash, 'hex') as hash, touchpoint_code, revoked_at is not null as revoked
  from touchpoint_secrets
  where touchpoint_code = any($1::text[])
    or secret_hash = any(array(select decode(hash, 'hex') from unnest($2::text[]) hash))`,
  { hash: 'text', touchpointCode: 'text', revoked: 'boolean' },
)

/** Checks that no secret is used twice, and that touchpoints have at most two valid ones. Locks the touchpoints. */
export async function checkSecrets(
  transaction: Transaction,
  sent: readonly SentSecrets[],
  problems: Problems,
): Promise<void> {
  if (sent.length === 0) return
  const codes = sent.map(({ code }) => code)
  await lockTouchpoints(transaction, codes)
  const rows = await transaction.run(storedSecrets, [codes, sent.flatMap(({ hashes }) => hashes)])
  const stored = new Map(rows.map((secret) => [secret.hash, secret]))
  const validOf = Map.groupBy(
    rows.filter(({ revoked }) => !revoked),
    ({ touchpointCode }) => touchpointCode,
  )
  const earlier = new Map<string, Path>()
  for (const { path, code, hashes } of sent) {
    const valid = new Set(validOf.get(code)?.map(({ hash }) => hash))
    for (const [at, hash] of hashes.entries()) {
      const place = [...path, at]
      const first = earlier.get(hash)
      const found = stored.get(hash)
      if (first) addRepeated(problems, place, first)
      else if (found && found.touchpointCode !== code) {
        problems.add('invalidValue', place, 'another touchpoint has this secret')
      } else if (!found?.revoked) valid.add(hash)
      earlier.set(hash, place)
    }
    if (valid.size <= maximumSecrets) continue
    const message = `the touchpoint would have ${valid.size} valid secrets, and can have ${maximumSecrets}`
    problems.add('invalidValue', path, `${message}; revoke one first with "${commandName} touchpoint secret revoke"`)
  }
}

// A revoked secret stays revoked.
const insertSecrets = statement(
  `
  insert into touchpoint_secrets (touchpoint_code, secret_hash)
  select s.code, decode(s.hash, 'hex')
  from jsonb_to_recordset($1::jsonb) as s (code text, hash text)
  on conflict (secret_hash) do nothing
  returning id`,
  { id: 'uuid' },
)

/** Returns how many were inserted. */
export async function importSecrets(db: Queryable, sent: readonly SentSecrets[]): Promise<number> {
  if (sent.length === 0) return 0
  const rows = sent.flatMap(({ code, hashes }) => hashes.map((hash) => ({ code, hash })))
  return (await db.run(insertSecrets, [JSON.stringify(rows)])).length
}

// A revoked session stays revoked.
const writeSessions = statement(
  `
  insert into sessions as stored (token_hash, touchpoint_code, person_id, expires_at)
  select decode(s.hash, 'hex'), s.code, s.person_id, s.expires_at
  from jsonb_to_recordset($1::jsonb) as s (hash text, code text, person_id bigint, expires_at timestamptz)
  on conflict (token_hash) do update
  set touchpoint_code = excluded.touchpoint_code, person_id = excluded.person_id, expires_at = excluded.expires_at
  where stored.revoked_at is null
    and (stored.touchpoint_code, stored.person_id, stored.expires_at)
      is distinct from (excluded.touchpoint_code, excluded.person_id, excluded.expires_at)
  returning id`,
  { id: 'uuid' },
)

/** Returns how many were inserted or updated. */
export async function importSessions(db: Queryable, { sessions }: ImportFile, { persons }: After): Promise<number> {
  if (sessions.items.size === 0) return 0
  const rows = Array.from(sessions.items.values(), ({ token, touchpointCode, login, email, expiresAt }) => ({
    hash: hashToken(token),
    code: touchpointCode,
    person_id: persons.get(personKey(login, email))?.id,
    expires_at: expiresAt ?? null,
  }))
  return (await db.run(writeSessions, [JSON.stringify(rows)])).length
}
