import { hashToken } from '../../auth/viewer.ts'
import { personKey } from '../../configuration/items/items.rules.ts'
import { type Queryable, statement } from '../../database/statement.ts'
import type { ImportFile } from '../format/import-format.ts'
import type { PeopleIds } from './people-of-cases.ts'

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
  { writes: true },
)

/** Returns how many were inserted or updated. Sessions in a file are for demonstrations. */
export async function importSessions(db: Queryable, { sessions }: ImportFile, { persons }: PeopleIds): Promise<number> {
  if (sessions.items.size === 0) return 0
  const rows = Array.from(sessions.items.values(), ({ token, touchpointCode, login, email, expiresAt }) => ({
    hash: hashToken(token),
    code: touchpointCode,
    person_id: persons.get(personKey(login, email))?.id,
    expires_at: expiresAt ?? null,
  }))
  return (await db.run(writeSessions, [JSON.stringify(rows)])).length
}
