import { randomBytes } from 'node:crypto'
import { batchedBy } from '../../database/statements/batched.ts'
import { columns, typed } from '../../database/statements/columns.ts'
import { removal } from '../../database/expired-rows.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'
import type { LoginKind } from '../../login-kinds.ts'
import { hashToken } from '../../viewer/viewer.ts'
import { recognitionColumns, recognitionSelect } from './challenges.ts'

/** The limits of the time that an invitation is valid, in seconds: an hour to 30 days. */
export const invitationSeconds = { minimum: 3_600, maximum: 2_592_000, usual: 604_800 }

/** In SQL, of a person `p`: whether the person can sign in. */
export const canSignIn = 'p.active and not p.blocked and p.erased_at is null'

/**
 * An open invitation by the hash of its token, with what a registration needs. Most callers without one are guessing: they take
 * at most two connections, and have no part in the statements of others.
 */
export const openInvitation = batchedBy(
  { tokenHash: 'text' },
  (keys) => `
select k.ordinal::int, i.id, i.touchpoint_code, i.expires_at, p.id as person_id, p.kind as login, p.firstname, p.email,
  ${recognitionSelect}
from ${keys}
join invitations i on i.token_hash = decode(k.token_hash, 'hex') and i.expires_at > statement_timestamp()
join persons p on p.id = i.person_id and ${canSignIn}
cross join challenge_key c`,
  columns({
    id: 'uuid',
    touchpointCode: 'text',
    expiresAt: 'timestamptz',
    personId: 'bigint',
    login: typed<LoginKind>('text'),
    firstname: 'text',
    email: 'text',
    ...recognitionColumns,
  }),
  { maxStatements: 1 },
)

/** When the open invitation of a person ends. */
export const invitedUntil = batchedBy(
  { id: 'bigint' },
  (keys) => `
select k.ordinal::int, i.expires_at
from ${keys} join invitations i on i.person_id = k.id and i.expires_at > statement_timestamp()`,
  { expiresAt: 'timestamptz' },
)

const replace = statement(
  `
insert into invitations (person_id, touchpoint_code, token_hash, created_at, expires_at)
values ($1::bigint, $2, decode($3, 'hex'), statement_timestamp(), statement_timestamp() + make_interval(secs => $4::int))
on conflict (person_id) do update
set id = gen_random_uuid(), touchpoint_code = excluded.touchpoint_code, token_hash = excluded.token_hash,
  created_at = excluded.created_at, expires_at = excluded.expires_at
returning id, expires_at`,
  { id: 'uuid', expiresAt: 'timestamptz' },
)

/** Opens an invitation, which replaces that of the person. The token is not stored. */
export async function openNewInvitation(
  db: Queryable,
  { personId, touchpointCode, seconds }: { personId: number; touchpointCode: string; seconds: number },
) {
  const token = newToken()
  const [opened] = await db.run(replace, [personId, touchpointCode, hashToken(token), seconds])
  return { token, ...opened! }
}

const renew = statement(
  `
update invitations set token_hash = decode($2, 'hex')
where id = $1::uuid and expires_at > statement_timestamp()
returning id, expires_at`,
  { id: 'uuid', expiresAt: 'timestamptz' },
)

/** Replaces the token of an open invitation, because nobody knows the first one. Undefined if the invitation has ended. */
export async function renewToken(db: Queryable, id: string) {
  const token = newToken()
  const [renewed] = await db.run(renew, [id, hashToken(token)])
  return renewed && { token, ...renewed }
}

function newToken(): string {
  return `cgi_${randomBytes(32).toString('base64url')}`
}

const take = statement(
  `
delete from invitations
where id = $1::uuid and token_hash = decode($2, 'hex') and expires_at > statement_timestamp()
returning true as was_open`,
  { wasOpen: 'boolean' },
)

/** Ends an invitation because it is used. False if it has ended before, or if its token was replaced. */
export async function takeInvitation(db: Queryable, id: string, tokenHash: string): Promise<boolean> {
  return (await db.run(take, [id, tokenHash])).length > 0
}

/** Ends the invitations of persons ($1) who are blocked or no longer active. */
export const endInvitations = statement('delete from invitations where person_id = any($1::bigint[])')

export const expiredInvitations = removal('invitations', 'expires_at < statement_timestamp()', 'expires_at')
